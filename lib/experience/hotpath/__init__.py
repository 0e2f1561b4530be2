"""The hot path: everything that runs on a prompt. Standard library only; see tests/test_architecture.py."""

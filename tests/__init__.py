"""Tests mirror lib/: real files, real subprocesses, few mocks. `bash tests/run.sh` runs all of them."""

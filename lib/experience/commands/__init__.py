"""One file per verb of `exp.py`. A verb composes the rooms below and returns a Reply."""

"""What may be wrong with an installation: one file per check, XDnnn_words.py, which registers it.

1xx what the client is told, 2xx what the hook runs on, 3xx what it did, 4xx what it reads, 5xx who may
and who may not.
"""

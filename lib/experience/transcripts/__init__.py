"""The client's transcripts and prompt history, read as streams of any size."""

"""What the user's verdicts and own past say about a pattern."""

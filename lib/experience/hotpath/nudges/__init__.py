"""The nudge: does the user go round in circles, seen from the prompt and from the end of the transcript."""

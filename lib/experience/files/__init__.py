"""The only room that writes: locks, atomic replacement, append-only logs, frontmatter."""

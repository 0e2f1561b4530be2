"""What sessions taught: those that worked become events of skills, failures that were overcome candidates."""

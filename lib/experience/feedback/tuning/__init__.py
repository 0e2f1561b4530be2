"""What would make warnings quieter or better, each with its evidence and its effect on past prompts."""

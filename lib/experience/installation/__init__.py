"""Install and uninstall: settings edited as text, slash commands, private environment, self-check."""

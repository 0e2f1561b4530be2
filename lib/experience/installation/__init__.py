"""Install and uninstall: settings edited as text, slash commands, private environment, proof that it works."""

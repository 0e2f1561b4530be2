"""Programs that we start and wait for: headless models, the user's crontab."""

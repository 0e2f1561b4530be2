"""Ninety days of one user, made up from a seed: what tune, status, report and mine are tried on."""

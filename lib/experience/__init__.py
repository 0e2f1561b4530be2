"""experience-layer: the rooms behind the doors `retrieve.py`, `nudge.py` and `exp.py`."""

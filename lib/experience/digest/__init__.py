"""Per skill an append-only log of events, promoted by strict rules into a short `experience.md`.

from experience.digest import compact_experience
compact_experience("search-xiaohongshu")  # -> compact.Compaction
"""

from __future__ import annotations

from experience.digest.compact import Compaction, compact_experience

__all__ = ["Compaction", "compact_experience"]

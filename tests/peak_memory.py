"""How much memory a program took at most, asked of the program itself."""

from __future__ import annotations

#: Source of `own_peak()`: KB. Linux hands ru_maxrss of the parent on to a child that was forked from it, so
#: that a small program started by a large test process looks large; the high-water mark begins anew.
OWN_PEAK = """
def own_peak():
    import os, resource, sys
    if os.path.exists("/proc/self/status"):
        with open("/proc/self/status") as status:
            return int(status.read().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
"""

"""The kernel's walls, one mechanism per file.

Each file says whether this kernel has its mechanism (``available``) and puts it up
(``apply``).  Nothing here needs Linux to be imported, only to be called.
"""

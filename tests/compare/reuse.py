# SPDX-License-Identifier: BSD-2-Clause
"""reuse.py - opens files whose names are in memory that is reused at once, with the same descriptor number."""
import os

for i in range(300):
    name = "tree/file%d" % (i % 3 + 1)
    with open(name) as file:
        file.read()
    try:
        os.stat("nowhere/%d" % i)
    except FileNotFoundError:
        pass
    if i % 10 == 0:
        fd = os.open("tree", os.O_RDONLY)
        os.stat("file1", dir_fd=fd)
        os.close(fd)

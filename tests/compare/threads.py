# SPDX-License-Identifier: BSD-2-Clause
"""Threads that access files, one after the other."""
import os
import threading
import time


def work(n):
    name = "file of thread %d" % n
    fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    for i in range(20):
        os.write(fd, b"line %d of thread %d\n" % (i, n))
    os.close(fd)
    os.stat(name)
    os.unlink(name)


for n in range(8):
    t = threading.Thread(target=work, args=(n,))
    t.start()
    t.join()
    time.sleep(0.02)	# until it has ended, so that the next one gets its stack

# SPDX-License-Identifier: BSD-2-Clause
"""The program of test recordings: threads, processes, signals, failures, long waits, hostile names and strings."""
import ctypes
import os
import signal
import threading
import time

ROUNDS = 200
libc = ctypes.CDLL(None)


def call_often():
    for _ in range(ROUNDS):
        os.getppid()


def open_hostile_files():
    for name in (b'quote"back\\slash', b'\xff\xfe not UTF-8', b'line\nfeed\x1b[2J', 'caf\u00e9 \u4e2d'.encode(), b'semi;colon'):
        try:
            os.close(os.open(name, os.O_RDONLY))
        except OSError:
            pass
        os.write(out, name)


def have_hostile_name():
    libc.prctl(15, b'a;b "c\\\n\xff', 0, 0, 0)  # PR_SET_NAME
    for _ in range(ROUNDS):
        os.getppid()


def wait_long():
    os.read(slow, 1)


def wait_for_ever():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1, signal.SIGCHLD})
    os.read(never, 1)


def be_killed():
    if not (pid := os.fork()):
        signal.pause()
    time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


out = os.open('/dev/null', os.O_WRONLY)
slow, slow_end = os.pipe()
never, never_end = os.pipe()
signal.signal(signal.SIGUSR1, lambda *_: None)
threads = [threading.Thread(target=f) for f in (call_often, call_often, open_hostile_files, have_hostile_name, wait_long)]
threading.Thread(target=wait_for_ever, daemon=True).start()
for t in threads:
    t.start()
os.kill(os.getpid(), signal.SIGUSR1)
be_killed()
time.sleep(3.2)
os.write(slow_end, b'x')
for t in threads:
    t.join()
os._exit(3)

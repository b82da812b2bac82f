# SPDX-License-Identifier: BSD-2-Clause
"""A TCP server and its client, in two processes."""
import os
import socket

s = socket.create_server(("127.0.0.1", 0))
pid = os.fork()
if not pid:
    s.close()
    c = socket.socket()
    os._exit(0)
os.waitpid(pid, 0)
c = socket.create_connection(s.getsockname())
p, _ = s.accept()
c.sendall(b"GET / HTTP/1.0\r\n\r\n")
p.recv(100)
p.sendmsg([b"HTTP/1.0 ", b"200 OK\r\n\r\n", b"\xff" * 100])
c.recvmsg(1000)
c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
p.shutdown(socket.SHUT_RDWR)
a, b = socket.socketpair()
a.send(b"x")
b.recv(1)
u = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
u.bind("unix socket")
a.sendto(b"to", "unix socket") if False else None
u.close()
os.unlink("unix socket")

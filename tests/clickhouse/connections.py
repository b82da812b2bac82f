# SPDX-License-Identifier: BSD-2-Clause
"""Tests of connections that are bad: servers that say nothing, and networks that break in the middle of a load."""
import os
import random
import re
import socket
import subprocess
import threading

import shipping
from store import TRACE, convert, database, one, whole


class Between:
    """Passes bytes between clients and the server, as long as `lets` permits it: of (connection, bytes from the client)."""
    def __init__(self, port, lets, answers=1 << 60):
        self.port, self.lets, self.answers, self.connections, self.cut = port, lets, answers, 0, 0
        self.listens = socket.create_server(('127.0.0.1', 0))
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, db):
        return f'http://127.0.0.1:{self.listens.getsockname()[1]}/{db}'

    def accept(self):
        while True:
            client = self.listens.accept()[0]
            self.connections += 1
            server = socket.create_connection(('127.0.0.1', self.port))
            for way in ((client, server, self.connections), (server, client, 0)):
                threading.Thread(target=self.copy, args=way, daemon=True).start()

    def copy(self, source, to, number):
        passed = 0
        try:
            while data := source.recv(4096):
                passed += len(data)
                if number and not self.lets(number, passed):
                    self.cut += 1
                    break
                if not number:
                    self.answers -= 1
                    if self.answers < 0:	# swallowed: the client waits for it
                        continue
                to.sendall(data)
        except OSError:
            pass
        if self.answers < 0:	# the server ends what it thinks is idle
            return
        for s in (source, to):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def test_servers_that_do_not_answer():
    """From the start, and from the second answer on: the loader gives up, and says so, long before ten minutes have passed."""
    db = database()
    silent = [Between(one.http, lambda number, passed: True, answers) for answers in (0, 1)]
    loaders = [subprocess.Popen([TRACE, 'convert', '--to', 'clickhouse', '-o', s.url(db), 'small'], stderr=subprocess.PIPE, text=True) for s in silent]
    for p, s in zip(loaders, silent):
        try:
            said = p.communicate(timeout=240)[1]
        finally:
            p.kill()
        assert p.returncode == 125 and re.search('accepts connections, but does not answer: waited [0-9]+ s', said), (p.returncode, said)
        assert s.connections == 1, s.connections


def test_servers_that_are_others():
    """What is no ClickHouse server, or answers with control sequences for a terminal."""
    for answer, says in ((b'SSH-2.0-OpenSSH_9.2\r\n', 'no ClickHouse server'), (b'\x15\x03\x01\x00\x02\x02\n', 'no ClickHouse server'),
                         (b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\n', 'no ClickHouse server'),
                         (b'HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nnot found', 'refuses: not found'),
                         (b'HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n\x1b[31mCode', r'refuses: \?\[31mCode')):
        listens = socket.create_server(('127.0.0.1', 0))

        def serve(listens=listens, answer=answer):
            while True:
                client = listens.accept()[0]
                client.recv(65536)
                client.sendall(answer)
                client.close()
        threading.Thread(target=serve, daemon=True).start()
        said = convert('small', f'http://127.0.0.1:{listens.getsockname()[1]}/x', status=125)
        assert re.search(says, said) and said.count('trace: ') == 1 and '\x1b' not in said, (answer, said)


def test_connections_that_break():
    """Each connection but the last is cut after some bytes of a block: nothing is missing, and nothing is there twice."""
    db = database()
    net = Between(one.http, lambda number, passed: number > 12 or passed < random.randint(100000, 4000000))
    for _ in range(13):	# each makes at least one connection
        p = subprocess.run([TRACE, 'convert', '--to', 'clickhouse', '-o', net.url(db), 'large'], stderr=subprocess.PIPE, text=True)
        if not p.returncode:
            break
        assert p.returncode == 125 and 'cannot reach' in p.stderr, p
    assert net.cut > 2, net.cut
    convert('large', one.url(db))
    whole(db)


def test_ship_over_connections_that_break():
    db = database()
    net = Between(one.http, lambda number, passed: number > 8 or passed < random.randint(2000, 200000))
    p = shipping.ship(net.url(db), 'spool20', '--rotate', '1s', *shipping.python(60))
    said = p.communicate()[1]
    assert net.cut > 2, net.cut
    while p.returncode == 125 and 'not loaded yet' in said:		# the last ones
        p = shipping.ship(net.url(db), 'spool20')
        said = p.communicate()[1]
    assert p.returncode == 0 and not os.listdir('spool20'), (p.returncode, said)
    shipping.once(db, 60000)

# SPDX-License-Identifier: BSD-2-Clause
"""clickhouse.py RECORDING CALLS ROUNDS DIRECTORY - starts a server, loads the recording, and prints million calls a second, a line a round."""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'clickhouse'))
from server import Server, free_ports

recording, calls, rounds, directory = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
trace = os.environ['TRACE']
http, tcp = free_ports(2)
server = Server(directory, http, tcp, [tcp])
schema = subprocess.run([trace, 'convert', '--schema', 'clickhouse'], check=True, capture_output=True).stdout
try:
    server.start()
    for i in range(rounds):
        server.make(f'd{i}', schema)
        began = time.monotonic()
        subprocess.run([trace, 'convert', '--to', 'clickhouse', '-o', server.url(f'd{i}'), recording], check=True)
        took = time.monotonic() - began
        assert server.ask('SELECT count() FROM calls', f'd{i}') == f'{calls}\n'
        print(calls / took / 1e6, flush=True)
finally:
    server.stop(signal.SIGKILL)

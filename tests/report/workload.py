# SPDX-License-Identifier: BSD-2-Clause
"""workload.py DIRECTORY - calls for a report: names and buffers that would be HTML or JavaScript, sockets, children, a slow call, a wait."""
import os, socket, subprocess, sys, threading, time

HOSTILE = [b'</script><script>window.hacked=1</script>', b'"><img src=x onerror=window.hacked=1>', b"'-window.hacked-'", b'<!--<script>', b'${hacked}`', b'\\u003c',
           'line\u2028separator\u2029'.encode(), b'\xff\xfe invalid', b'&lt;b&gt;', '\u202egpj'.encode(), b'end\n\r\t\x1b[31m']

os.chdir(sys.argv[1])
for name in HOSTILE:
    with open(name.replace(b'/', b'|'), 'wb') as f:
        f.write(name)
    for path in (name, b'missing/' + name):
        try:
            os.stat(path)
        except OSError:
            pass
for i in range(2000):
    os.stat('.')
    os.getppid()
a, b = socket.socketpair()
with socket.create_server(('127.0.0.1', 0)) as server, socket.create_connection(server.getsockname()) as client:
    client.send(HOSTILE[0])
    server.accept()[0].recv(100)
thread = threading.Thread(target=time.sleep, args=(0.05,))
thread.start()
thread.join()
subprocess.run(['sh', '-c', 'sh -c "exit 3"; : </nowhere'], stderr=subprocess.DEVNULL, check=False)

# "sleeper" reads what "<b>x</b>" writes later
r, w = os.pipe()
if not os.fork():
    with open('/proc/self/comm', 'w') as f:
        f.write('<b>x</b>')
    time.sleep(0.1)
    os.write(w, b'x')
    os._exit(0)
with open('/proc/self/comm', 'w') as f:
    f.write('sleeper')
os.read(r, 1)
os.wait()

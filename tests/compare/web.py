# SPDX-License-Identifier: BSD-2-Clause
"""web.py FILE - a web server on a free port of 127.0.0.1, whose number it writes to FILE."""
import http.server
import os
import sys


class Quiet(http.server.BaseHTTPRequestHandler):
    wbufsize = -1		# header and body in one packet

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "6")
        self.end_headers()
        self.wfile.write(b"hello\n")

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Quiet)
with open(sys.argv[1] + ".new", "w") as f:
    f.write("%d\n" % server.server_port)
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()

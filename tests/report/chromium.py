# SPDX-License-Identifier: BSD-2-Clause
"""
chromium.py - a page in a headless Chromium, driven from outside by the DevTools protocol through two pipes: messages are JSON, each with
a NUL at its end, on descriptor 3 to the browser, and from it on descriptor 4.
"""
import json, os, select, shutil, subprocess, tempfile, time

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update
--disable-sync --no-default-browser-check --disable-dev-shm-usage --remote-debugging-pipe""".split()


class Browser:
    def __init__(self, program, size=(1280, 900)):
        self.profile = tempfile.mkdtemp(prefix='trace-report-')
        self.number, self.buffer, self.events = 0, b'', []
        command_in, self.to = os.pipe()
        self.from_, command_out = os.pipe()

        def hand_over():        # beyond 4 first: one of the pipes may have these numbers
            a, b = os.dup2(command_in, 100), os.dup2(command_out, 101)
            os.dup2(a, 3)
            os.dup2(b, 4)

        with open(os.path.join(self.profile, 'log'), 'wb') as log:
            self.process = subprocess.Popen([program, *FLAGS, '--window-size=%d,%d' % size, '--user-data-dir=' + self.profile, 'about:blank'],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log, close_fds=False, preexec_fn=hand_over)
        os.close(command_in)
        os.close(command_out)
        self.session = None

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.from_)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, until):
        """The next message."""
        while b'\0' not in self.buffer:
            if not select.select([self.from_], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError('the browser does not answer')
            more = os.read(self.from_, 1 << 16)
            if not more:
                raise EOFError('the browser has ended')
            self.buffer += more
        message, _, self.buffer = self.buffer.partition(b'\0')
        return json.loads(message)

    def send(self, method, seconds=20, **params):
        """Waits for the result. Events that come before it are kept."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        data = json.dumps(message).encode() + b'\0'
        while data:
            data = data[os.write(self.to, data):]
        until = time.monotonic() + seconds
        while True:
            got = self.receive(until)
            if got.get('id') != self.number:
                self.events.append(got)
            elif 'error' in got:
                raise RuntimeError('%s: %s' % (method, got['error']))
            else:
                return got['result']

    def open(self, url):
        target = self.send('Target.createTarget', url='about:blank')['targetId']
        self.session = self.send('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Runtime', 'Log', 'Page', 'Network'):
            self.send(domain + '.enable')
        self.send('Page.navigate', url=url)

    def ask(self, expression, seconds=20):
        """The value of a JavaScript expression; promises are awaited."""
        got = self.send('Runtime.evaluate', seconds, expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in got:
            raise RuntimeError('%s: %s' % (expression, got['exceptionDetails']['exception'].get('description')))
        return got['result'].get('value')

    def wait(self, expression, seconds=20):
        until = time.monotonic() + seconds
        while not self.ask(expression):
            if time.monotonic() > until:
                raise TimeoutError('still not: ' + expression)
            time.sleep(0.02)

    def click(self, x, y):
        for kind in ('mousePressed', 'mouseReleased'):
            self.send('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='left', clickCount=1)

    def key(self, name):
        for kind in ('keyDown', 'keyUp'):
            self.send('Input.dispatchKeyEvent', type=kind, key=name, code=name)

    def complaints(self):
        """Errors and warnings in the console, exceptions, and requests to the network."""
        found = []
        for e in self.events:
            params = e.get('params', {})
            if e.get('method') == 'Runtime.exceptionThrown':
                found.append(params['exceptionDetails'].get('exception', {}).get('description', 'an exception'))
            elif e.get('method') == 'Runtime.consoleAPICalled' and params['type'] in ('error', 'warning', 'assert'):
                found.append('console: ' + ' '.join(str(a.get('value')) for a in params['args']))
            elif e.get('method') == 'Log.entryAdded' and params['entry']['level'] in ('error', 'warning'):
                found.append('log: ' + params['entry']['text'])
            elif e.get('method') == 'Network.requestWillBeSent' and not params['request']['url'].startswith(('file:', 'data:', 'blob:')):
                found.append('request: ' + params['request']['url'])
        return found

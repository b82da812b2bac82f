# SPDX-License-Identifier: BSD-2-Clause
# needs: machine python3
# The prompt of trace query on a terminal: statements, commands, interrupts, history and completion; and without the library for the last two.
. "$here/lib.sh"

"$TRACE" record -o recording sh -c 'cat /etc/hostname /nowhere; exit 3' >/dev/null 2>&1
mkdir home
cat >check.py <<'P'
import ctypes, os, pty, re, select, signal, sys, termios, time

trace, patience = os.environ['TRACE'], 30 * int(os.environ['PATIENCE'])
endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;\n'

class Prompt:
    """trace query on a terminal; with to: its standard output goes to a file, and there is no editing."""
    def __init__(self, to=None):
        self.pid, self.fd = pty.fork()
        if not self.pid:
            if to:
                os.dup2(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
            os.execve(trace, ['trace', 'query', 'recording'], {**os.environ, 'HOME': os.getcwd() + '/home', 'TERM': 'vt100'})
        self.said = ''

    def until(self, pattern):
        """What came, up to the pattern."""
        end = time.time() + patience
        while not (found := re.search(pattern, self.said)):
            assert time.time() < end, ('in vain', pattern, self.said)
            if select.select([self.fd], [], [], 0.1)[0]:
                self.said += os.read(self.fd, 4096).decode(errors='replace').replace('\r', '')
        came, self.said = self.said[:found.end()], self.said[found.end():]
        return came

    def drain(self):
        try:
            os.read(self.fd, 4096) if select.select([self.fd], [], [], 0)[0] else None
        except OSError:
            pass

    def type(self, text):
        os.write(self.fd, text.encode())

    def ask(self, text, answer, prompt='trace> '):
        self.type(text)
        came = self.until(answer)
        self.until(re.escape(prompt))
        return came

    def leave(self, text, status=0):
        """An end of file that comes while the library sets up the terminal is a NUL on the line: that is cleared, and the end typed again."""
        end = time.time() + patience
        while True:
            if text:
                self.type(text)
            text = '\x15\x04' if '\x04' in text else ''
            gone = time.time() + 2
            while time.time() < gone and select.select([self.fd], [], [], 0.1) and not (of := os.waitpid(self.pid, os.WNOHANG))[0]:
                self.drain()
            if of[0]:
                break
            assert time.time() < end, 'it does not end'
        how = of[1]
        assert os.waitstatus_to_exitcode(how) == status, how
        os.close(self.fd)

try:
    ctypes.CDLL('libedit.so.2')
    edits = True
except OSError:
    edits = False

# -- Statements of several lines, commands and errors
p = Prompt()
p.until('trace> ')
p.ask("SELECT 'a'\n", r"'a'\n", '   ...> ')
p.ask("|| 'b';\n", r'\nab\n')
p.ask('.schema los\n', "no such table: 'los', did you mean 'loss'")
p.ask(' .schema loss;\n', r'CREATE TABLE loss \(')
p.ask('.explain SELECT name, count(*) FROM calls WHERE dur > 5 GROUP BY name;\n', r'\nSCAN calls: dur > \?, grouped by name\n')
p.ask('.explain\n', 'needs a statement')
p.ask('.erors\n', r"did you mean '\.errors'")
p.ask('.errors\n', r'ENOENT')
p.ask('.errors 1\n', 'takes no value')
p.ask('.who-opened\n', 'needs a value')
p.ask('.who-opened /nowhere\n', r'openat +/nowhere')
p.ask('.questions\n', r'\.owners: ')
p.ask('help\n', r'\.explain STATEMENT')
p.ask('SELECT nmae FROM calls;\n', "did you mean 'name'")

# -- An interrupt drops what was typed, or ends the statement, and neither ends the prompt
p.ask('SELECT 1,\n', r'1,\n', '   ...> ')
p.type('2, nothing')
p.ask('\x03', '')
p.ask('SELECT 5 + 6;\n', r'\n *11\n')
p.type(endless)
p.until(r'FROM n;\n')
time.sleep(0.3)
p.ask('\x03', 'interrupted')
p.ask('SELECT 7 + 6;\n', r'\n *13\n')
p.leave('.quit\n')
for text in 'quit;\n', ' exit \n', '\x04':
    p = Prompt()
    p.until('trace> ')
    p.leave(text)
p = Prompt()
p.until('trace> ')
os.kill(p.pid, signal.SIGTERM)
p.leave('', -signal.SIGTERM)

# -- Without editing
p = Prompt(to='answers')
p.until('trace> ')
p.type('SELECT 1 +\n')
p.type('\x03')
p.until('trace> ')
p.ask('SELECT 3 * 7;\n', '7;')
p.leave('\x04')
assert re.fullmatch(r'3 \* 7\n-+\n +21\n', open('answers').read()), open('answers').read()

# -- An interrupt while the terminal takes nothing more: what was shown of the line is lost, which is no failure
if edits:
    p = Prompt()
    p.until('trace> ')
    os.set_blocking(p.fd, False)
    end = time.time() + 2
    while time.time() < end:	# until nothing more has been taken for 2 s
        try:
            os.write(p.fd, b'x' * 100)
            end = time.time() + 2
        except BlockingIOError:
            time.sleep(0.01)
    os.set_blocking(p.fd, True)
    os.kill(p.pid, signal.SIGINT)
    time.sleep(0.3)
    termios.tcflush(p.fd, termios.TCIOFLUSH)
    p.type('\x03')
    p.until('\ntrace> $')
    p.ask('SELECT 8 + 6;\n', r'\n *14\n')
    p.leave('.quit\n')

# -- History: whole statements, in a file for the user alone
if edits:
    p = Prompt()
    p.until('trace> ')
    p.ask('SELECT 20\n', r'20\n', '   ...> ')
    p.ask('+ 1;\n', r'\n *21\n')
    p.ask('\x1b[A\n', r'\n *21\n')
    p.leave('\x04')
    p = Prompt()
    p.until('trace> ')
    p.ask('\x1b[A\x1b[A\x1b[B\n', r'\n *21\n')
    p.leave('.quit\n')
    assert os.stat('home/.trace_query_history').st_mode & 0o77 == 0
    kept = open('home/.trace_query_history').read()
    assert 'SELECT\\04020\\040+\\0401;\n' in kept and kept.count('20\\040+') <= 2, kept

    # -- Completion: of tables where a table stands, of columns of the tables that are named, of commands and questions
    p = Prompt()
    p.until('trace> ')
    p.ask("sel\tcount(*) > 3 fr\tca\twh\tcom\t= 'cat';\n", r'\n *1\n')
    p.ask('SELECT c.tgi\t, c.sta\t, nam\t FROM calls c LIMIT 1;\n', r'no such column|state')
    p.ask('.sch\tth\t\n', r'CREATE TABLE threads \(')
    p.ask('.who\t/nowhere\n', r'openat +/nowhere')
    p.type('SELECT sig\t\t')
    offered = re.findall(r'\bsig\w+', p.until(r'signo[^\n]*\n'))
    assert sorted(offered) == ['signal', 'signals', 'signo'], offered
    p.until('trace> .*SELECT sig')
    p.ask('\x03', '')
    p.leave('.quit\n')
print('checked', edits)
P
export TRACE PATIENCE
"$python" -S check.py || fail "prompt"
finish

# SPDX-License-Identifier: BSD-2-Clause
# needs: machine curl
# trace metrics: what programs do is what a scrape, and a Prometheus, have; series are bounded; only the address that was given listens.
. "$here/lib.sh"

cat >work.py <<'P'
import ctypes, os, sys, time

if len(sys.argv) == 1:
    while True:
        ctypes.CDLL(None).getppid()
libc = ctypes.CDLL(None)
name = ctypes.create_string_buffer(16)
for _ in range(500):
    libc.getppid()
for _ in range(20):
    try:
        os.stat('/nowhere')
    except OSError:
        pass
time.sleep(0.05)
libc.prctl(15, b'a"\\b', 0, 0, 0)
for _ in range(7):
    libc.getpgrp()
for i in range(int(sys.argv[1])):
    libc.prctl(15, b'name%d' % i, 0, 0, 0)
    libc.getpgrp()
while not os.path.exists(sys.argv[2]):
    time.sleep(0.1)
P
cat >check.py <<'P'
import json, os, re, signal, socket, subprocess, sys, threading, time, urllib.error, urllib.request

trace, python, source = os.environ['TRACE'], sys.argv[1], sys.argv[2]

def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]

class Metrics:
    def __init__(self, *options, comms=0, command=True):
        self.port = free_port()
        self.end = f'end.{self.port}'
        args = [python, '-S', 'work.py', str(comms), self.end] if command else []
        self.process = subprocess.Popen([trace, 'metrics', '--source', source, '--listen', f'127.0.0.1:{self.port}', *options, *args], stderr=subprocess.PIPE, text=True)

    def text(self):
        return subprocess.run(['curl', '-sS', f'http://127.0.0.1:{self.port}/metrics'], capture_output=True, text=True, timeout=60).stdout

    def get(self, series):
        m = re.search('^' + re.escape(series) + ' (.*)$', self.text(), re.M)
        return m and float(m[1])

    def until(self, series, want):
        for _ in range(600):
            got = self.get(series)
            if got == want:
                return
            assert self.process.poll() is None, self.process.stderr.read()
            time.sleep(0.1)
        assert False, (series, got, want, self.text()[:2000])

    def close(self):
        open(self.end, 'w').close()
        said = self.process.communicate(timeout=60)[1]
        assert self.process.returncode == 0 and not said, (self.process.returncode, said)

m = Metrics()
m.until('trace_calls_total{syscall="getppid"}', 500)
m.until('trace_calls_total{syscall="getpgrp"}', 7)
text = m.text()
errors = float(re.search(r'^trace_errors_total\{syscall="(?:newfstatat|stat)",errno="ENOENT"\} (.*)$', text, re.M)[1])
assert errors >= 20, errors
bucket = lambda le: m.get('trace_call_duration_seconds_bucket{syscall="getppid",le="%s"}' % le)
assert bucket('+Inf') == bucket('8.589934591') == 500 == m.get('trace_call_duration_seconds_count{syscall="getppid"}')
assert m.get('trace_call_duration_seconds_sum{syscall="getppid"}') > 0
slept = [float(v) for v in re.findall(r'^trace_call_duration_seconds_bucket\{syscall="(?:clock_)?nanosleep",le="0.033554431"\} (.*)$', text, re.M)]
assert slept == [0], slept
comms = {c: float(v) for c, v in re.findall(r'^trace_comm_calls_total\{comm="(.*)"\} (.*)$', text, re.M)}
assert any('a' in c and '\\' in c for c in comms), comms
assert sum(comms.values()) <= sum(float(v) for v in re.findall(r'^trace_calls_total\{.*\} (.*)$', m.text(), re.M))
def check_histograms(text, what):
    """Of each owner: buckets that grow up to the count, and a sum."""
    series = dict(re.findall(r'^(trace_%s_.*) (.*)$' % what, text, re.M))
    owners = [k[k.index('{'):] for k in series if k.startswith(f'trace_{what}_calls_total')]
    assert owners, text[:2000]
    for o in owners:
        buckets = [int(v) for k, v in series.items() if k.startswith(f'trace_{what}_call_duration_seconds_bucket' + o[:-1] + ',le=')]
        count = int(series[f'trace_{what}_call_duration_seconds_count' + o])
        assert len(buckets) == 24 and buckets == sorted(buckets) and buckets[-1] == count <= int(series[f'trace_{what}_calls_total' + o]), (o, buckets, count)
        assert int(series[f'trace_{what}_errors_total' + o]) <= count and (float(series[f'trace_{what}_call_duration_seconds_sum' + o]) > 0 or not count), o
check_histograms(text, 'comm')
assert m.get('trace_lost_events_total') == 0 and m.get('trace_own_cpu_seconds_total') > 0 and m.get('trace_own_max_memory_bytes') > 1e6
if os.path.exists('/usr/bin/promtool'):
    p = subprocess.run(['promtool', 'check', 'metrics'], input=text, capture_output=True, text=True)
    assert p.returncode == 0, p

# -- Only this address, and every client is answered
listens = subprocess.run(['ss', '-Hltnp'], capture_output=True, text=True).stdout
mine = [l.split()[3] for l in listens.splitlines() if f'pid={m.process.pid},' in l]
assert mine == [f'127.0.0.1:{m.port}'], listens
fetch = lambda path, **k: urllib.request.urlopen(urllib.request.Request(f'http://127.0.0.1:{m.port}{path}', **k), timeout=60)
for path, method, status in (('/nothing', 'GET', 404), ('/metrics', 'POST', 405)):
    try:
        fetch(path, method=method)
        assert False, path
    except urllib.error.HTTPError as e:
        assert e.code == status, (path, e)
assert fetch('/metrics', method='HEAD').read() == b''
idle = [socket.create_connection(('127.0.0.1', m.port)) for _ in range(12)]
idle[0].sendall(b'\0' * 5000)
idle[1].sendall(b'GET /metrics')
assert fetch('/metrics').status == 200, 'clients that say nothing are left'
for s in idle:
    s.close()

# -- Clients that read slowly, or not at all, keep nobody waiting; several scrapers at once have whole pages
slow = []
for _ in range(7):
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    s.connect(('127.0.0.1', m.port))
    s.sendall(b'GET /metrics HTTP/1.1\r\n\r\n')
    slow.append(s)
pages = []
def scrape():
    for _ in range(10):
        pages.append(fetch('/metrics').read().decode())
scrapers = [threading.Thread(target=scrape) for _ in range(4)]
for t in scrapers:
    t.start()
for t in scrapers:
    t.join()
assert len(pages) == 40 and all(re.search(r'\ntrace_own_max_memory_bytes \d+\n$', p) for p in pages), [p[-100:] for p in pages]
for s in slow:
    s.close()

# -- One message
for where in ('here', '127.0.0.1', ':9750', '127.0.0.1:', '127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:99999999999', '127.0.0.1:-1', '127.0.0.1:80x', '*:9750', '[]:1', ''):
    p = subprocess.run([trace, 'metrics', '--listen', where, 'true'], capture_output=True, text=True)
    assert p.returncode == 125 and ('ADDRESS:PORT' in p.stderr or 'is empty' in p.stderr) and p.stderr.count('trace: ') == 1, (where, p)
for options, says in ((['--listen', f'127.0.0.1:{m.port}'], 'in use: choose another port'), (['--listen', '256.0.0.1:1'], "'256.0.0.1': "), ([], '--listen 127.0.0.1'),
                      (['--listen', '192.0.2.1:9750'], 'Cannot assign'), (['--per', 'nothing', '--listen', '127.0.0.1:1'], "'nothing' is not one of"),
                      (['--listen', '127.0.0.1:1', '--summary'], 'of their own')):
    p = subprocess.run([trace, 'metrics', *options, 'true'], capture_output=True, text=True)
    assert p.returncode == 125 and says in p.stderr and p.stderr.count('trace: ') == 1, p
p = subprocess.run([trace, '--listen', '127.0.0.1:1', 'true'], capture_output=True, text=True)
assert p.returncode == 125 and 'trace metrics' in p.stderr, p

# -- A real Prometheus
def prometheus():
    port = free_port()
    with open('prometheus.yml', 'w') as f:
        f.write(f'''global: {{ scrape_interval: 1s }}
scrape_configs: [ {{ job_name: trace, static_configs: [ {{ targets: ['127.0.0.1:{m.port}'] }} ] }} ]
''')
    log = open('prometheus.log', 'w')
    p = subprocess.Popen(['prometheus', '--config.file=prometheus.yml', '--storage.tsdb.path=prometheus', f'--web.listen-address=127.0.0.1:{port}'], stderr=log, stdout=log)

    def ask(query):
        try:
            url = f'http://127.0.0.1:{port}/api/v1/query?query=' + urllib.request.quote(query)
            return [float(r['value'][1]) for r in json.load(urllib.request.urlopen(url, timeout=60))['data']['result']]
        except (urllib.error.URLError, ConnectionError):
            return None
    try:
        for query, right in (('trace_calls_total{syscall="getppid"}', lambda v: v == [500]), ('up{job="trace"}', lambda v: v == [1]),
                             ('histogram_quantile(0.5, trace_call_duration_seconds_bucket{syscall="getppid"})', lambda v: v and 0 < v[0] < 1),
                             ('sum(trace_errors_total{errno="ENOENT"})', lambda v: v and v[0] >= 20)):
            for _ in range(600):
                got = ask(query)
                if right(got):
                    break
                time.sleep(0.1)
            else:
                assert False, (query, got, open('prometheus.log').read()[-2000:])
    finally:
        p.kill()
        p.wait()

if subprocess.run(['which', 'prometheus'], capture_output=True).returncode == 0:
    prometheus()
else:
    print('no prometheus here: not asked')
m.close()

# -- What is lost is counted: the tracer is stopped meanwhile
loop = subprocess.Popen([python, '-S', 'work.py'])
m = Metrics('-p', str(loop.pid), '-m', '256K', *(['--comm', '*'] if source == 'bpf' else []), command=False)
for _ in range(600):
    if m.get('trace_calls_total{syscall="getppid"}'):
        break
    time.sleep(0.1)
m.process.send_signal(signal.SIGSTOP)
time.sleep(1)
m.process.send_signal(signal.SIGCONT)
for _ in range(600):
    lost = m.get('trace_lost_events_total')
    if lost:
        break
    time.sleep(0.1)
m.process.send_signal(signal.SIGTERM)
said = m.process.communicate(timeout=60)[1]
loop.kill()
loop.wait()
assert lost and re.search(r'lost \d+ events', said), (lost, said)

# -- Bounded
m = Metrics(comms=700)
m.until('trace_calls_total{syscall="getpgrp"}', 707)
comms = re.findall(r'^trace_comm_calls_total\{comm="(.*)"\} (.*)$', m.text(), re.M)
assert len(comms) <= 501 and (source == 'perf' or 'other' in dict(comms)), len(comms)
m.close()

# -- The whole system, until a signal
if source == 'bpf':
    m = Metrics('-a', '--per', 'none', command=False)
    for _ in range(600):
        if 'trace_calls_total{syscall="read"}' in m.text():
            break
        time.sleep(0.1)
    text = m.text()
    assert 'trace_comm' not in text and 'trace_calls_total{syscall="read"}' in text
    m.process.send_signal(signal.SIGTERM)
    assert m.process.wait(60) in (0, 128 + signal.SIGTERM, -signal.SIGTERM), m.process.returncode

# -- By unit, control group and user
cg = [l.split()[1] for l in open('/proc/mounts') if l.split()[2] == 'cgroup2'][:1]
if source == 'bpf' and cg:
    group = f'{cg[0]}/trace-live-{os.getpid()}.slice'
    try:
        os.makedirs(group + '/web.service')
    except OSError:
        cg = None
    if cg:
        for what, owner in (('unit', 'web.service'), ('cgroup', group[len(cg[0]):] + '/web.service'), ('user', 'root')):
            m = Metrics('--per', what, '-G', group + '/web.service', command=False)
            m.until('trace_lost_events_total', 0)	# answered once it traces
            p = subprocess.Popen([python, '-S', 'work.py', '0', m.end], preexec_fn=lambda: open(group + '/web.service/cgroup.procs', 'w').write(str(os.getpid())))
            m.until('trace_calls_total{syscall="getppid"}', 500)
            text = m.text()
            calls = re.search(r'^trace_%s_calls_total\{%s="%s"\} (.*)$' % (what, what, re.escape(owner)), text, re.M)
            assert calls and float(calls[1]) > 500, (what, text)
            check_histograms(text, what)
            open(m.end, 'w').close()
            p.wait()
            m.process.send_signal(signal.SIGTERM)
            m.process.wait(60)
        os.rmdir(group + '/web.service')
        os.rmdir(group)
print('all right')
P
for source in bpf perf; do
	"$python" -S check.py "$python" $source >said 2>&1 || true
	has '^all right$' said
done
finish

# SPDX-License-Identifier: BSD-2-Clause
"""A ClickHouse server in a directory of its own, on ports of 127.0.0.1 that are free."""
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

CONFIG = '''<yandex>
<logger><level>warning</level><log>{dir}/log</log><errorlog>{dir}/errors</errorlog></logger>
<http_port>{http}</http_port><tcp_port>{tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>{dir}/data/</path><tmp_path>{dir}/tmp/</tmp_path><user_files_path>{dir}/files/</user_files_path>
<users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>67108864</mark_cache_size>
<remote_servers><fleet>{shards}</fleet></remote_servers>
</yandex>
'''
SHARD = '''<shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>{}</port></replica></shard>'''
USERS = '''<yandex><profiles><default></default></profiles>
<users>
<default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default>
<loader><password>se cret</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></loader>
</users><quotas><default></default></quotas></yandex>
'''


def free_ports(n):
    sockets = [socket.socket() for _ in range(n)]
    for s in sockets:
        s.bind(('127.0.0.1', 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Server:
    def __init__(self, name, http, tcp, shards):
        self.dir, self.http, self.tcp = os.path.abspath(name), http, tcp
        for d in ('data', 'tmp', 'files'):
            os.makedirs(f'{self.dir}/{d}')
        with open(f'{self.dir}/config.xml', 'w') as f:
            f.write(CONFIG.format(dir=self.dir, http=http, tcp=tcp, shards=''.join(SHARD.format(p) for p in shards)))
        with open(f'{self.dir}/users.xml', 'w') as f:
            f.write(USERS)
        self.process = None

    def start(self):
        with open(f'{self.dir}/out', 'w') as out:
            self.process = subprocess.Popen(['clickhouse-server', '--config-file', f'{self.dir}/config.xml'], cwd=self.dir, stdout=out, stderr=out)
        for _ in range(600):
            try:
                if self.ask('SELECT 1') == '1\n':
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise AssertionError('the server does not start: ' + open(f'{self.dir}/out').read())

    def stop(self, how=signal.SIGTERM):
        if self.process:
            self.process.send_signal(how)
            self.process.wait()
        self.process = None

    def ask(self, sql, database='default'):
        """The answer's text."""
        url = f'http://127.0.0.1:{self.http}/?database={urllib.parse.quote(database)}'
        try:
            return urllib.request.urlopen(url, sql.encode(), timeout=120).read().decode()
        except urllib.error.HTTPError as e:
            raise AssertionError(f'{sql}: {e.read().decode()}') from None

    def url(self, database):
        return f'http://127.0.0.1:{self.http}/{database}'

    def make(self, database, schema):
        self.ask(f'CREATE DATABASE {database}')
        subprocess.run(['clickhouse-client', '--host', '127.0.0.1', '--port', str(self.tcp), '-n', '-d', database], input=schema, check=True)

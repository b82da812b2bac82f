# SPDX-License-Identifier: BSD-2-Clause
"""check.py ALLOWED JSON TEXT - finds addresses in the output of trace that no line of ALLOWED permits.

In JSON, only addresses are strings of the form 0x...; memory that could not be read has a key `unread`. TEXT is the same recording as
text: each of its calls must have the same large addresses as the object in JSON. The last line also says how many attributes of netlink
messages are shown as bytes.
"""
import collections
import fnmatch
import json
import re
import sys

ADDRESS = re.compile(r'0x[0-9a-f]+')
IN_TEXT = re.compile(r'(?<![0-9a-f])0x(?:5[56]|7[ef])[0-9a-f]{10}(?![0-9a-f])')
COMMANDS = ('cmd', 'option', 'optname', 'op', 'request')	# arguments that determine what others are


def read_allowed(path):
    """Lines WHEN PATTERN REASON; WHEN: always, failed, nothing (the result is 0), fault (the error is EFAULT)."""
    rows = []
    with open(path, encoding='utf-8') as file:
        for line in file:
            words = line.split(None, 2)
            if words and not words[0].startswith('#'):
                if len(words) < 3 or words[0] not in ('always', 'failed', 'nothing', 'fault'):
                    sys.exit(f'{path}: not WHEN PATTERN REASON: {line}')
                rows.append((words[0], words[1], re.compile(fnmatch.translate(words[1].replace('[', '[[]')))))
    return rows


def name_of(call):
    """The call's name and its command's: bpf:BPF_PROG_LOAD."""
    name, args = call['name'] or '?', call['args']
    for arg in COMMANDS:
        value = args.get(arg)
        if isinstance(value, dict) and value.get('names'):
            return f'{name}:{value["names"][0]}'
    return name


def addresses(value, path):
    """Paths and values of addresses: .uattr.info, .iov[].iov_base; those of memory that was not read end with `!`."""
    if isinstance(value, dict):
        if value.get('unread'):
            yield path + '!', value['address']
            return
        for key, inner in value.items():
            yield from addresses(inner, f'{path}.{key}')
    elif isinstance(value, list):
        for inner in value:
            yield from addresses(inner, path + '[]')
    elif isinstance(value, str) and ADDRESS.fullmatch(value) and 0x10000 <= int(value, 16) < 1 << 63:
        yield path, value


def attributes(value):
    """Types of netlink attributes, and whether they are shown as bytes."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from attributes(inner)
    elif isinstance(value, list):
        if len(value) == 2 and isinstance(value[0], dict) and 'nla_type' in value[0]:
            names = value[0]['nla_type'].get('names') if isinstance(value[0]['nla_type'], dict) else None
            yield names[-1] if names else '?', isinstance(value[1], dict) and isinstance(value[1].get('bytes'), str)
        for inner in value:
            yield from attributes(inner)


def permits(row, key, call):
    when = row[0]
    if when == 'failed' and not call.get('errno') and not call.get('state'):
        return False
    if when == 'nothing' and call.get('ret') != 0:
        return False
    if when == 'fault' and call.get('errno') != 'EFAULT':
        return False
    return row[2].match(key)


def text_differs(text, line):
    """Has the text other addresses than the object? JSON shows hexadecimal numbers as decimals."""
    args = line.partition('"args":')[2].partition('"ret_value":')[0]
    other = collections.Counter(IN_TEXT.findall(text.rpartition(' = ')[0]))
    other.subtract(IN_TEXT.findall(args))
    return any(n < 0 or (n and not re.search(rf'(?<![0-9]){int(value, 16)}(?![0-9])', args)) for value, n in other.items())


def main():
    allowed = read_allowed(sys.argv[1])
    group = re.sub(r'.*/|\.json$', '', sys.argv[2])
    found = collections.OrderedDict()
    calls = listed = attrs = different = 0
    typed = collections.Counter()
    with open(sys.argv[2], encoding='utf-8', errors='surrogateescape') as file, open(sys.argv[3], encoding='utf-8', errors='surrogateescape') as text:
        for line in file:
            call = json.loads(line)
            shown = '' if call['type'] == 'start' else next(text, '')
            if call['type'] != 'syscall':
                continue
            calls += 1
            if different < 3 and text_differs(shown, line):
                different += 1
                print(f'FAIL  {group}: the text has other addresses than JSON:\n  {shown.strip()[:400]}\n  {line.strip()[:400]}')
            for path, value in addresses(call['args'], name_of(call)):
                if any(permits(row, path, call) for row in allowed):
                    listed += 1
                else:
                    found.setdefault((path, bool(call.get('errno'))), []).append(shown)
            for name, bare in attributes(call['args']):
                attrs += 1
                typed[name] += bare
    for (path, failed), lines in found.items():
        print(f'FAIL  {group}: {path}, {len(lines)} times{" (failed)" if failed else ""}:\n  {lines[0].strip()[:400]}')
    if not calls:
        print(f'FAIL  {group}: no calls')
    bytes_of = ' '.join(f'{name}:{n}' for name, n in typed.most_common(6) if n)
    print(f'{"FAIL" if found or different or not calls else "PASS"}  {group}: {calls} calls, {listed} addresses that are meant, {len(found)} others'
          + (f'; of {attrs} attributes {sum(typed.values())} as bytes ({bytes_of})' if attrs else ''))
    sys.exit(bool(found or different or not calls))


main()

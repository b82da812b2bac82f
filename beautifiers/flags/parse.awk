# SPDX-License-Identifier: BSD-2-Clause
#
# parse.awk - reads *.list files, writes the input of `values` and table.awk:
#
#	DIR/lists		id, type, prefix, GROUP, what unknown values are called, octal or -: one line a list, in the order given
#	DIR/names		key, list, kind (name or mask), name (+NAME: strace's format does not show it), key of the mask in force or -
#	DIR/GROUP.inc	headers of all lists that include the same ones
#	DIR/GROUP.exp	key, expression to evaluate, expression to use if the headers lack the first one
#
# Fields are separated by tabs.  A key is a number, unique over all lists.

function fail(text) {
	printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
	failed = 1
	exit 1
}

function finish_list(   i, g) {
	if (id == "")
		return
	if (type == "")
		fail("list without a type line: " id)
	if (!(includes in group)) {
		group[includes] = ++ngroups
		printf "%s", includes > (dir "/g" ngroups ".inc")
		close(dir "/g" ngroups ".inc")
	}
	g = dir "/g" group[includes] ".exp"
	for (i = 1; i <= nexp; i++)
		print exp_line[i] > g
	if (unknown == "" && prefix != "")
		unknown = prefix "???"
	else if (unknown == "-")
		unknown = ""
	printf "%s\t%s\t%s\tg%d\t%s\t%s\n", id, type, prefix, group[includes], unknown, base > (dir "/lists")
}

function add(kind, name, expr, fallback) {
	exp_line[++nexp] = ++key "\t" expr "\t" fallback
	printf "%d\t%s\t%s\t%s\t%s\n", key, id, kind, name, mask > (dir "/names")
}

FNR == 1 {
	finish_list()
	id = FILENAME
	sub(/.*\//, "", id)
	sub(/\.list$/, "", id)
	includes = prefix = type = unknown = ""
	base = "-"
	mask = "-"
	nexp = 0
}

{ newer = /#.*, by [0-9]/ }
{ sub(/[ \t]*#.*/, "") }
NF == 0 { next }

$1 == "include" {
	if ($2 !~ /^<[a-zA-Z0-9_.\/-]+>$/ || NF != 2)
		fail("expected: include <header.h>")
	includes = includes $2 "\n"
	next
}
$1 == "prefix" { prefix = $2; next }
$1 == "unknown" && NF == 2 { unknown = $2; next }
$1 == "octal" && NF == 1 { base = $1; next }
$1 == "type" {
	if ($2 != "bits" && $2 != "enum")
		fail("type is bits or enum")
	type = $2
	next
}
$1 == "mask" {
	mask = "-"
	if (NF > 1) {
		expr = $0
		sub(/^[ \t]*mask[ \t]+/, "", expr)
		add("mask", expr, expr, "")
		mask = key
	}
	next
}
$1 == "kernel" {
	if ($2 !~ /^[A-Za-z_][A-Za-z0-9_]*$/ || NF < 3)
		fail("expected: kernel NAME value  # header, kernel version")
	expr = $0
	sub(/^[ \t]*kernel[ \t]+[^ \t]+[ \t]+/, "", expr)
	add("name", (newer ? "+" : "") $2, $2, expr)
	next
}
# 1<<NAME, of 64 bits
/^1 ?<< ?[A-Za-z_][A-Za-z0-9_]*$/ { add("name", $0, "1ULL" substr($0, 2), ""); next }
NF == 1 && $1 ~ /^[A-Za-z_][A-Za-z0-9_]*(<<[0-9]+)?$/ { add("name", $1, $1, ""); next }
{ fail("not understood: " $0) }

END {
	if (!failed)
		finish_list()
}

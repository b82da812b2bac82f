# SPDX-License-Identifier: BSD-2-Clause
#
# table.awk - generates C tables from lists and their values.
#
# Reads lines: list, kind (name or mask), value (16 hexadecimal digits), mask (the same, or -), name; in the order of the lists.
# Variables: lists (file: as parse.awk writes it), header (file to write; may be empty), what (its head comment). For the tables of
# another ABI: suffix (of their names, which are static then), base (of an overlay). For the build machine's: others (file: list,
# ABI, ABI whose table is used).

function bits_of(hex,   i, s) {
	s = ""
	for (i = 1; i <= 16; i++)
		s = s nibble[substr(hex, i, 1)]
	return s
}

function ones(bits,   t) {
	t = bits
	return gsub(/1/, "", t)
}

function overlap(a, b,   i) {
	for (i = 1; i <= 64; i++)
		if (substr(a, i, 1) == "1" && substr(b, i, 1) == "1")
			return 1
	return 0
}

function number(hex) {
	sub(/^0+/, "", hex)
	return "0x" (hex == "" ? "0" : hex) "u" (length(hex) > 8 ? "ll" : "")
}

function put(i,   skip, rest) {
	skip = 0
	if (prefix != "" && index(name[i], prefix) == 1) {
		rest = substr(name[i], length(prefix) + 1)
		if (rest != "")
			skip = length(prefix)
	}
	printf "\t{ %s, %s, \"%s\", %d, %d%s },\n", number(value[i]), type == "bits" ? number(mask[i]) : "0", name[i], \
		length(name[i]), skip, newer[i] ? ", true" : ", false"
}

# Emits i, after every compound name that covers some of its bits.
function put_bits(i,   j, best) {
	if (done[i])
		return
	if (field[i] || ones(bit[i]) == 1)
		for (;;) {
			best = 0
			for (j = 1; j <= n; j++)
				if (!done[j] && !field[j] && !zero[j] && ones(bit[j]) > 1 && overlap(bit[i], bit[j]) &&
				    (!best || ones(bit[j]) > ones(bit[best])))
					best = j
			if (!best || best == i)
				break
			done[best] = 1
			order[++norder] = best
		}
	else
		for (j = 1; j <= n; j++)
			if (!done[j] && !field[j] && !zero[j] && ones(bit[j]) > ones(bit[i]) && overlap(bit[i], bit[j])) {
				done[j] = 1
				order[++norder] = j
			}
	done[i] = 1
	order[++norder] = i
}

function small(hex) {	# value of at most 16 bits, or -1
	if (substr(hex, 1, 12) != "000000000000")
		return -1
	return ((hexval[substr(hex, 13, 1)] * 16 + hexval[substr(hex, 14, 1)]) * 16 + hexval[substr(hex, 15, 1)]) * 16 + \
		hexval[substr(hex, 16, 1)]
}

function or_hex(a, b,   i, j, x, y, s, d) {
	s = ""
	for (i = 1; i <= 16; i++) {
		x = nibble[substr(a, i, 1)]
		y = nibble[substr(b, i, 1)]
		d = 0
		for (j = 1; j <= 4; j++)
			d = d * 2 + (substr(x, j, 1) == "1" || substr(y, j, 1) == "1")
		s = s substr("0123456789abcdef", d + 1, 1)
	}
	return s
}

function put_table(   c, i, j, k, zeros, known, ndense, max, v) {
	c = id suffix
	printf "\nstatic const struct flag %s__flags[] = {\n", c
	norder = zeros = ndense = 0
	known = "0000000000000000"
	for (i = 1; i <= n; i++)
		done[i] = 0
	if (type == "bits") {
		for (i = 1; i <= n; i++)	# a field: its zero value first, so that no other name matches instead
			if (field[i] && value[i] == "0000000000000000")
				for (j = i - 1; j >= 1; j--)
					if (field[j] == field[i]) {
						k = value[j]; value[j] = value[j + 1]; value[j + 1] = k
						k = name[j]; name[j] = name[j + 1]; name[j + 1] = k
						k = bit[j]; bit[j] = bit[j + 1]; bit[j + 1] = k
						k = newer[j]; newer[j] = newer[j + 1]; newer[j + 1] = k
					} else
						break
		for (i = 1; i <= n; i++)
			if (!zero[i])
				put_bits(i)
		for (i = 1; i <= n; i++)
			if (zero[i] && !zeros++)
				order[norder + 1] = i
		for (i = 1; i <= norder; i++) {
			put(order[i])
			known = or_hex(known, mask[order[i]])
		}
		if (zeros)
			put(order[norder + 1])
	} else {
		# Insertion sort, by value and then by order; the lists are short, and ioctls come sorted.
		for (i = 1; i <= n; i++) {
			for (j = norder; j >= 1 && value[order[j]] > value[i]; j--)
				order[j + 1] = order[j]
			order[j + 1] = i
			norder++
		}
		max = 0
		for (i = 1; i <= n; i++) {
			put(order[i])
			v = small(value[order[i]])
			if (v < 0)
				max = -1
			else if (max >= 0 && v > max)
				max = v
		}
		if (max >= 0 && max <= 8 * n + 64 && n < 65535)
			ndense = max + 1
	}
	if (norder + zeros == 0)
		print "\t{ 0, 0, \"\", 0, 0, false },"
	print "};"
	if (ndense) {
		printf "static const uint16_t %s__dense[] = {", c
		j = 1
		for (v = 0; v < ndense; v++) {
			k = 0
			if (j <= norder && small(value[order[j]]) == v) {
				k = j
				while (j <= norder && small(value[order[j]]) == v)
					j++
			}
			printf "%s%d,", v % 32 ? " " : "\n\t", k
		}
		print "\n};"
	}
	if (id in other)
		printf "static const struct flag_table *const %s__other[ABI_COUNT] = {\n%s};\n", c, other[id]
	printf "%sconst struct flag_table %s = {\n", suffix == "" ? "" : "static ", c
	if (unknown != "")
		printf "\t.unknown = \"%s\",\n", unknown
	if (octal)
		print "\t.octal = true,"
	printf "\t.id = \"%s\", .prefix = \"%s\", .prefix_len = %d, .bits = %s, .n = %d, .flags = %s__flags,\n", id, prefix, \
		length(prefix), type == "bits" ? "true" : "false", norder, c
	if (ndense)
		printf "\t.dense = %s__dense, .ndense = %d,\n", c, ndense
	if (zeros)
		printf "\t.zero = &%s__flags[%d],\n", c, norder
	if (base != "")
		printf "\t.base = &%s,\n", base
	if (id in other)
		printf "\t.other = %s__other,\n", c
	if (type == "bits")
		printf "\t.known = %s,\n", number(known)
	print "};"
}

# The names of a list are consecutive; lists without names get empty tables, so that code that uses them links.
function next_list() {
	while (at < nlists) {
		at++
		id = list_id[at]
		type = list_type[at]
		prefix = list_prefix[at]
		unknown = list_unknown[at]
		octal = list_base[at] == "octal"
		n = 0
		if (id == current)
			return
		put_table()
	}
}

BEGIN {
	FS = "\t"
	split("0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111", b, " ")
	for (i = 0; i < 16; i++) {
		nibble[substr("0123456789abcdef", i + 1, 1)] = b[i + 1]
		hexval[substr("0123456789abcdef", i + 1, 1)] = i
	}
	while ((getline line < lists) > 0) {
		split(line, f, "\t")
		list_id[++nlists] = f[1]
		list_type[nlists] = f[2]
		list_prefix[nlists] = f[3]
		list_unknown[nlists] = f[5]
		list_base[nlists] = f[6]
	}
	while (others != "" && (getline line < others) > 0) {
		split(line, f, "\t")
		other[f[1]] = other[f[1]] "\t[ABI_" toupper(f[2]) "] = &" f[1] "__" f[3] ",\n"
	}
}

$1 != current {
	if (current != "")
		put_table()
	current = $1
	split("", seen)
	next_list()
}
$2 == "mask" { next }
{
	is_field = $4 != "-"
	same = type == "bits" ? $3 " " $4 : $3 " " $5
	if (same in seen)	# bits: an alias; enums: the same name of two headers
		next
	seen[same] = 1
	n++
	value[n] = $3 ""	# as a string: 88e5 is not a decimal number here
	newer[n] = sub(/^\+/, "", $5)
	name[n] = $5
	bit[n] = bits_of($3)
	field[n] = is_field ? $4 "" : ""
	mask[n] = (is_field ? $4 : $3) ""
	zero[n] = type == "bits" && !is_field && $3 == "0000000000000000"
}

END {
	if (current != "")
		put_table()
	current = ""
	next_list()
	if (all != "") {
		print "\nconst struct flag_table *const " all "[] = {"
		for (i = 1; i <= nlists; i++)
			printf "\t&%s,\n", list_id[i]
		print "};"
		print "const unsigned n" all " = sizeof(" all ") / sizeof(" all "[0]);"
	}
	if (header != "") {
		printf "/* %s */\n#ifndef TRACE_FLAG_TABLES_H\n#define TRACE_FLAG_TABLES_H\n\n", what > header
		for (i = 1; i <= nlists; i++)
			printf "extern const struct flag_table %s;\n", list_id[i] > header
		print "\n#endif" > header
	}
}

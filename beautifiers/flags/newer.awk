# SPDX-License-Identifier: BSD-2-Clause
#
# awk -v asks=1 -f newer.awk newer.layouts - C whose preprocessed text has a line `TRACE_LACKS NAME` for each request and constant that the headers lack.
# awk -v lacks=FILE -v dir=DIR -f newer.awk newer.layouts - headers in DIR with these and their structures; FILE: lines `TRACE_LACKS NAME`.

function type_of(word, aligned) {
	if (sub(/^=/, "", word))
		return "struct " word
	if (word ~ /64$/)
		return (aligned && word == "u64" ? "__aligned_u64" : "__" word)
	return (word ~ /^[us](8|16|32)$/ ? "__" word : "struct " word)
}

function struct_text(   i, text, type, aligned, first) {
	first = $3 == "natural" ? 4 : 3
	text = "struct " $2 " {\n"
	for (i = first; i <= NF; i++)
		if ($i == "{")
			text = text "\tunion {\n"
		else if ($i ~ /^}/)
			text = text "\t} " substr($i, 2) ";\n"
		else if ($i ~ /^([us](8|16|32|64)$|=)/ || $i in known)
			type = type_of($i, first == 3)
		else
			text = text "\t" type " " $i ";\n"
	known[$2]
	return text "};\n"
}

function request_text(   macro) {
	macro = $3 == "none" ? "_IO" : $3 == "in" ? "_IOW" : $3 == "out" ? "_IOR" : "_IOWR"
	return "#define " $2 " " macro "(" $4 ", " $5 (NF > 5 ? ", " type_of($6, 0) : "") ")\n"
}

# A request, or a constant
function definition() {
	return $1 == "request" ? request_text() : "#define " $2 " " $3 "\n"
}

BEGIN {
	while (lacks != "" && (getline line < lacks) > 0)
		if (split(line, word, " ") == 2 && word[1] == "TRACE_LACKS")
			lacking[word[2]]
}
$1 == "header" {
	header = $2
	name = header
	gsub(/\//, "_", name)
	path = dir "/" name
	fresh = 1
	structs = ""
	if (asks)
		print "#if __has_include(<" header ">)\n#include <" header ">\n#endif"
}
$1 == "struct" {
	if (after_request)
		structs = ""
	structs = structs struct_text()
}
$1 == "request" || $1 == "constant" {
	if (!after_request)
		used = $2 in lacking
	if (asks)
		print "#ifndef " $2 "\nTRACE_LACKS " $2 "\n#endif"
	else if ($2 in lacking) {
		if (fresh)
			print "#include <linux/ioctl.h>\n#include <linux/types.h>\n#if __has_include(<" header ">)\n#include <" header ">\n#endif" >path
		fresh = 0
		printf "%s%s", used ? structs : "", definition() >path
		structs = ""
	}
}
$1 == "struct" || $1 == "request" || $1 == "constant" { after_request = $1 != "struct" }

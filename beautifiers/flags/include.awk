# SPDX-License-Identifier: BSD-2-Clause
#
# awk -v dir=DIR -f include.awk GROUPS - C that includes the headers of each group, DIR/GROUP.inc; compilers' messages name the group.
{
	print "#line 1 \"" $0 "\""
	path = dir "/" $0 ".inc"
	while ((getline header < path) > 0)
		print "#if __has_include(" header ")\n#include " header "\n#endif"
	close(path)
}

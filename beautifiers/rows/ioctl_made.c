// SPDX-License-Identifier: BSD-2-Clause
/* Rows of requests that only the kernel's headers describe (made.h), made when they are first used, and kept. */
#include "beautifiers/drivers.h"
#include "beautifiers/made.h"
#include "ioctl.h"

#include <stdlib.h>

static const struct row *make_row(const struct made_entry *e, const struct shape *shape)
{
	static const struct kind *const kinds[] = { NULL, &kind_struct_in, &kind_struct_out, &kind_struct_inout };
	struct { struct row row; struct arg_spec args[3]; } *made = calloc(1, sizeof(*made));

	if (!made)
		return NULL;
	made->row = (struct row){ .name = "ioctl", .strace = e->noted && !e->beyond ? NULL : &ioctl_plain, .args = made->args, .nargs = 3 };
	made->args[0] = (struct arg_spec)FD("fd");
	made->args[1] = (struct arg_spec)IOCTL_CMD("cmd");
	made->args[2] = (struct arg_spec){ .name = "arg", .name_len = 3, .kind = kinds[e->dir & 3], .shape = shape };
	return &made->row;
}

const struct row *ioctl__made_row(const struct row *row, enum abi abi, uint32_t cmd, const uint64_t *args, const struct names *names)
{
	static const struct row **rows;		/* by entry and layout */
	const char *driver = drivers__share(cmd) ? row__fd_driver(row, args, names) : NULL;
	const struct made_entry *e = made__request(abi, cmd, driver);
	unsigned at;

	if (!e || (!rows && !(rows = calloc(made_nrequests * MADE_SETS, sizeof(*rows)))))
		return e ? NULL : ioctl__sized_row(abi, cmd);
	at = (unsigned)(e - made_requests) * MADE_SETS + made__set(abi);
	if (!rows[at])
		rows[at] = make_row(e, made__layout(e, abi));
	return rows[at];
}

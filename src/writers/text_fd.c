// SPDX-License-Identifier: BSD-2-Clause
/* text_fd.c - descriptors in the text format: their names, other ends and numbers. */
#include <sys/stat.h>

#include "text.h"
#include "tracker/fdtable.h"
#include "words.h"

static void put_peers(struct out *o, const struct fd_name *name)
{
	for (unsigned i = 0; i < name->npeers; i++) {
		out__put(o, ",", i ? 1 : 0);
		put_escaped(o, name->peers[i].comm, strlen(name->peers[i].comm), ESCAPE_BACKSLASH | ESCAPE_ANGLE);
		out__lit(o, "/");
		FMT(o, fmt__u64, name->peers[i].pid);
	}
}

/* `pipe:[812]→cat/99` and `eventfd:[12]→cat/99`, but within the brackets of a socket: `TCP:[127.0.0.1:41000->127.0.0.1:6379 redis-server/99]` */
static void put_with_peers(struct out *o, const struct fd_name *name, unsigned angle)
{
	bool of_event = name->name && name->name->object == NAME_EVENTFD;
	bool within = !of_event && name->text[0] != '/' && name->len > 5 && memcmp(name->text, "pipe:", 5);

	if (of_event) {
		out__lit(o, "eventfd:[");
		FMT(o, fmt__u64, (uint32_t)name->name->number);
		out__lit(o, "]");
	} else {
		put_escaped(o, name->text, name->len - within, ESCAPE_BACKSLASH | angle);
	}
	if (within) {
		out__lit(o, " ");
		put_peers(o, name);
		out__put(o, name->text + name->len - 1, 1);
	} else {
		out__lit(o, "→");
		o->state[TEXT_HIDDEN] += sizeof("→") - 2;
		put_peers(o, name);
	}
}

void text__fd(struct out *o, int fd, const struct fd_name *name)
{
	unsigned angle = name && name->len && name->text[0] == '/' ? ESCAPE_ANGLE : 0;

	FMT(o, fmt__i64, fd);
	if (!name)
		return;
	out__lit(o, "<");
	if (name->registered)
		out__lit(o, "registered");
	if (name->registered && name->len)
		out__lit(o, " ");
	if (name->npeers)
		put_with_peers(o, name, angle);
	else
		put_escaped(o, name->text, name->len, ESCAPE_BACKSLASH | angle);
	if (name->numbered && name->name && name->name->device) {
		out__lit(o, "<");
		FMT(o, words__file_device, name->name->device == S_IFBLK, name->name->rdev);
		out__lit(o, ">");
	}
	out__lit(o, ">");
}

// SPDX-License-Identifier: BSD-2-Clause
/* lock_call.c - takes apart what flock(2) and fcntl(2) ask for. */
#include "lock_call.h"

#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beautifiers/shape.h"
#include "lib/record.h"

static int64_t member_of(const struct call *c, const struct shape *sh, const uint8_t *p, const char *name)
{
	for (unsigned i = 0; i < sh->nfields; i++)
		if (!strcmp(sh->fields[i].spec.name, name))
			return load_int(p + sh->fields[i].offset, sh->fields[i].size, c->swap);
	return 0;
}

/* A range that begins elsewhere than at a position from the file's begin depends on the descriptor's own, or on the file's size. */
static bool take_range(const struct call *c, unsigned arg, struct lock_request *l)
{
	const struct shape *sh = shape__of(c->row->args[arg].shape, c->abi);
	const struct chunk *k = call__chunk(c, arg, PART_SELF, false);
	const uint8_t *p = k && k->len >= sh->size ? chunk__bytes(k) : NULL;
	int64_t type, start, len;

	if (!p || member_of(c, sh, p, "l_whence") != SEEK_SET)
		return false;
	type = member_of(c, sh, p, "l_type");
	start = member_of(c, sh, p, "l_start");
	len = member_of(c, sh, p, "l_len");
	if (type == F_UNLCK || start < 0 || (len < 0 && start + len < 0))
		return false;
	l->ranges = true;
	l->write = type == F_WRLCK;
	l->first = (uint64_t)(len < 0 ? start + len : start);
	l->last = !len ? UINT64_MAX : len < 0 ? (uint64_t)start - 1 : (uint64_t)start + (uint64_t)len - 1;
	return true;
}

static bool take_file(uint64_t op, struct lock_request *l)
{
	l->write = op & LOCK_EX;
	return !(op & LOCK_UN) && op & (LOCK_SH | LOCK_EX);
}

bool lock_call__request(const struct call *c, struct lock_request *l)
{
	unsigned arg;

	if (!c->row || !c->row->locks || c->rec->flags & CALL_NO_ARGS)
		return false;
	*l = (struct lock_request){ .tgid = (pid_t)c->rec->rec.tgid, .fd = (int)row__on(c->row, c->args, 0) };
	arg = (unsigned)c->row->on[1];
	return c->row->locks == LOCKS_FILE ? take_file(c->args[arg], l) : take_range(c, arg, l);
}

bool lock_call__is_open(const struct call *c, struct lock_request *l)
{
	return (!c->done || c->failed) && lock_call__request(c, l);
}

void lock_call__push(const struct call *c, const struct awaited *a, void (*push)(void *ctx, const struct rec *rec), void *ctx)
{
	for (unsigned i = 0; i < a->n; i++) {
		uint32_t pid = (uint32_t)a->who[i].pid;
		struct rec_peer r = {
			.rec = record__head(REC_PEER, sizeof(r), c->rec->rec.ts, pid, pid), .info = { .fd = -1, .mode = S_IFREG, .ino = c->rec->rec.tid },
		};

		memcpy(r.comm, a->who[i].comm, sizeof(r.comm));
		push(ctx, &r.rec);
	}
}

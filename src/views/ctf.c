// SPDX-License-Identifier: BSD-2-Clause
/*
 * ctf.c - a recording as a CTF trace: an event for each call, at its exit and with its duration; and for signals, losses, and
 * creation, exit and names of threads.
 *
 * Arguments, results and siginfo are text (writers/text.h). A packet is a line of struct out, and so stays in the buffer until it is
 * complete.
 */
#include "ctf_format.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/options.h"
#include "ctf_dir.h"
#include "file_view.h"
#include "lib/msg.h"
#include "views.h"
#include "writers/text.h"

#define PACKET_BYTES (256 * 1024)	/* a packet ends with the event that exceeds this size */
#define OUT_BYTES (2 * PACKET_BYTES)

/* A kind of call that is declared in the metadata. */
struct declared {
	struct hash_node node;		/* by name */
	uint32_t id;
	char name[64];
};

struct ctf {
	struct file_view stream;
	struct out metadata;
	struct show show;		/* to the stream */
	const struct origin *origin;
	struct hash calls;		/* of struct declared */
	struct declared *last;		/* found last: a cache */
	uint64_t packet_begin, ts;	/* ns: time of the packet's first event, and of the last one */
	uint64_t lost;
	bool in_packet;
};

/* -- Packets ----------------------------------------------------------------------------------------------------------- */

static void packet_begin(struct ctf *c, uint64_t ts)
{
	static const struct ctf_packet blank = { .magic = CTF_MAGIC };

	c->in_packet = true;
	c->packet_begin = ts;
	out__line_begin(&c->stream.out);
	out__put(&c->stream.out, &blank, sizeof(blank));
}

/* Completes the packet's header, now that its size is known. */
static void packet_end(struct ctf *c)
{
	struct out *o = &c->stream.out;
	struct ctf_packet head = {
		.magic = CTF_MAGIC, .begin = c->packet_begin, .end = c->ts, .discarded = c->lost,
		.content_size = out__line_len(o) * 8, .packet_size = out__line_len(o) * 8,
	};

	if (c->in_packet && !o->err)
		memcpy(o->buf + o->line, &head, sizeof(head));
	c->in_packet = false;
	out__line_begin(o);
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static void put(struct ctf *c, const void *p, size_t n)
{
	out__put(&c->stream.out, p, n);
}

/* Stores an escaped string, which has no NUL. */
static void put_text(struct ctf *c, const char *s)
{
	put(c, s, strlen(s) + 1);
}

static void text_end(struct ctf *c)
{
	put(c, "", 1);
}

static void put_comm(struct ctf *c, const char *comm)
{
	escape__text(&c->stream.out, comm, strnlen(comm, COMM_LEN), ESCAPE_BACKSLASH);
	text_end(c);
}

/* In a CTF stream time stamps must not decrease. */
static void event_begin(struct ctf *c, uint32_t id, const struct event *e)
{
	struct ctf_event head = {
		.id = id, .pid = (int32_t)e->tgid, .tid = (int32_t)e->tid, .cpu = e->cpu == CPU_NONE ? -1 : e->cpu,
	};

	c->ts = head.ts = e->ts > c->ts ? e->ts : c->ts;
	if (!c->in_packet)
		packet_begin(c, head.ts);
	put(c, &head, sizeof(head));
	put_comm(c, e->comm ? e->comm : "");
}

static void event_end(struct ctf *c)
{
	if (out__line_len(&c->stream.out) >= PACKET_BYTES)
		packet_end(c);
}

/* -- Calls ------------------------------------------------------------------------------------------------------------- */

/* Declares a kind of call; the metadata is flushed before any event that uses it. */
static void declare(struct ctf *c, struct declared *d)
{
	d->id = CTF_CALLS + c->calls.n - 1;
	ctf_metadata__call(&c->metadata, d->id, d->name);
	out__flush(&c->metadata);
}

static char *append(char *p, const char *end, const char *s)
{
	size_t n = strlen(s);

	if (n > (size_t)(end - p))
		n = (size_t)(end - p);
	return (char *)memcpy(p, s, n) + n;
}

/* syscall_openat, syscall_i386_open, syscall_999 */
static void name_of(struct declared *d, const struct call *call, bool foreign)
{
	const char *end = d->name + sizeof(d->name) - FMT_MAX - 1, *name = call__name(call);
	char *p = append(d->name, end, "syscall_");

	if (foreign) {
		p = append(p, end, abi__name(call->abi));
		*p++ = '_';
	}
	p = name ? append(p, end, name) : fmt__u64(p, call__number_made(call));
	*p = '\0';
}

static struct declared *find_call(struct ctf *c, const struct call *call, bool foreign)
{
	struct declared key = { 0 }, *d;
	uint32_t hash;

	name_of(&key, call, foreign);
	if (c->last && !strcmp(c->last->name, key.name))
		return c->last;
	hash = hash__bytes(key.name, strlen(key.name), 0);
	d = HASH_FIND(&c->calls, hash, struct declared, x, !strcmp(x->name, key.name));
	if (!d && (d = file_view__add(&c->stream, &c->calls, sizeof(*d), hash))) {
		memcpy(d->name, key.name, sizeof(d->name));
		declare(c, d);
	}
	return c->last = d;
}

/* Stores arguments and result; a resumed call's begin without a blank, too. */
static void put_texts(struct ctf *c, const struct call *call, enum call_state st)
{
	text__begin_args(&c->stream.out, st == CALL_UNFINISHED ? CALL_UNFINISHED : CALL_DONE);
	show__args(&c->show, call, st);
	text_end(c);
	show__result(&c->show, call, st);
	text_end(c);
}

/* The event has the time of the call's exit, and its thread. */
static void ctf__call(struct view *v, const struct event *e, const struct call *call, enum call_state st)
{
	struct ctf *c = (struct ctf *)v;
	const struct declared *d = find_call(c, call, call->abi != e->native);
	const struct ctf_call head = { .dur = e->dur, .ret = call->done ? call->ret : 0, .state = st };
	struct event returned = *e;
	uint8_t nargs = call->rec->nargs;

	if (!d)
		return;
	returned.ts = call->rec->rec.ts;
	returned.tid = call->rec->rec.tid;
	c->show.native = e->native;
	event_begin(c, d->id, &returned);
	put(c, &head, sizeof(head));
	put_texts(c, call, st);
	put(c, &nargs, 1);
	put(c, call->args, nargs * sizeof(call->args[0]));
	event_end(c);
}

/* -- Other events ------------------------------------------------------------------------------------------------------ */

static void ctf__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	struct ctf *c = (struct ctf *)v;
	const struct ctf_signal f = { r->signo, r->code, r->err };
	const char *name = signal__name(r->signo);

	c->show.native = e->native;
	event_begin(c, CTF_SIGNAL, e);
	put(c, &f, sizeof(f));
	put_text(c, name ? name : "unknown signal");
	text__begin_args(&c->stream.out, CALL_DONE);
	show__siginfo(&c->show, r);
	text_end(c);
	event_end(c);
}

static void ctf__exit(struct view *v, const struct event *e, unsigned code)
{
	struct ctf *c = (struct ctf *)v;
	struct ctf_exit f = { .signo = code & 0x7f, .core_dumped = code >> 7 & 1 };

	if (!e->chosen)
		return;
	if (code == EXIT_UNKNOWN)
		f = (struct ctf_exit){ .status = -1 };
	else if (!f.signo)
		f.status = code >> 8 & 0xff;
	event_begin(c, CTF_EXIT, e);
	put(c, &f, sizeof(f));
	event_end(c);
}

static void ctf__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct ctf *c = (struct ctf *)v;
	const struct ctf_loss f = { r->count, r->first, r->last };

	if (!e->chosen)
		return;
	c->lost += r->count;
	event_begin(c, CTF_LOSS, e);
	put(c, &f, sizeof(f));
	put_text(c, reason);
	event_end(c);
}

static void ctf__thread(struct view *v, const struct event *e, const struct thread_event *t)
{
	static const enum ctf_id ids[] = { [THREAD_NAMED] = CTF_NAME, [THREAD_FORKED] = CTF_FORK, [THREAD_EXECED] = CTF_EXEC };
	const struct ctf_fork fork = { (int32_t)t->parent_tgid, (int32_t)t->parent_tid };
	const struct ctf_exec exec = { (int32_t)t->old_tid };
	struct ctf *c = (struct ctf *)v;

	if (!e->chosen)
		return;
	event_begin(c, ids[t->change], e);
	if (t->change == THREAD_FORKED)
		put(c, &fork, sizeof(fork));
	else if (t->change == THREAD_EXECED)
		put(c, &exec, sizeof(exec));
	event_end(c);
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static void ctf__begin(struct view *v, const struct view_begin *b)
{
	struct ctf *c = (struct ctf *)v;

	c->show.names = b->names;
	ctf_metadata__begin(&c->metadata, c->origin, b->real ? b->mono : 0, b->real);
	out__flush(&c->metadata);
}

static void ctf__idle(struct view *v)
{
	packet_end((struct ctf *)v);
	file_view__idle(v);
}

static int ctf__error(const struct view *v)
{
	const struct ctf *c = (const struct ctf *)v;

	return c->metadata.err ? c->metadata.err : file_view__error(v);
}

static void ctf__end(struct view *v, const struct totals *t)
{
	(void)t;
	packet_end((struct ctf *)v);
}

static int ctf__finish(struct view *v)
{
	struct ctf *c = (struct ctf *)v;

	out__flush(&c->metadata);
	file_view__close_out(&c->metadata);
	if (!c->metadata.err)
		return file_view__finish(v);
	file_view__close_out(&c->stream.out);
	return file_view__failed(&c->stream, c->metadata.err);
}

static void ctf__close(struct view *v)
{
	struct ctf *c = (struct ctf *)v;

	file_view__close_out(&c->metadata);
	out__close(&c->metadata);
	hash__drop(&c->calls);
	file_view__close(v);
}

static struct view *ctf__open(const struct view_setup *u)
{
	int metadata, stream, err = ctf_dir__create(u->opt->output, u->opt->force, &metadata, &stream);
	struct ctf *c = err ? NULL : (struct ctf *)file_view__on(stream, OUT_BYTES, sizeof(*c), &ctf_view, u);

	if (!c) {
		if (!err)
			close(metadata);
		return NULL;
	}
	c->origin = u->origin;
	c->show = show__by(u->opt, &c->stream.out, &text_verbs);
	if (out__open(&c->metadata, metadata, 0)) {
		msg__no_memory();
		ctf__close(&c->stream.view);
		return NULL;
	}
	return &c->stream.view;
}

const struct view_ops ctf_view = {
	.name = "ctf", .help = "Common Trace Format 1.8, a directory: babeltrace2, Trace Compass",
	.in = IN_CONVERT, .single = true, .no_stacks = true,
	.open = ctf__open, .begin = ctf__begin, .call = ctf__call, .signal = ctf__signal, .exit = ctf__exit,
	.loss = ctf__loss, .thread = ctf__thread, .idle = ctf__idle, .error = ctf__error, .end = ctf__end,
	.finish = ctf__finish, .close = ctf__close,
};

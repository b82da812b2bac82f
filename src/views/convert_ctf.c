// SPDX-License-Identifier: BSD-2-Clause
/*
 * convert_ctf.c - a recording as a CTF trace: an event for each call, when it returned, with how long it took; and for
 * signals, ends, beginnings and names of threads, and loss.
 *
 * A session follows the threads and chooses; its writer, the text format's with other ends, collects what arguments and
 * result look like. A packet is what struct out calls a line: it stays in the buffer until it is complete.
 */
#include "converter.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <unistd.h>

#include "ctf.h"
#include "ctf_dir.h"
#include "lib/escape.h"
#include "lib/fmt.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "quiet.h"
#include "recording/record_types.h"
#include "session/session.h"
#include "writers/text.h"
#include "writers/writer.h"

#define PACKET_BYTES (256 * 1024)	/* a packet ends with the event that passes it */
#define OUT_BYTES (2 * PACKET_BYTES)

/* What a session shows of the record in work. The session knows it by its `text`. */
struct shown {
	struct out text;		/* arguments, then ` = ` and the result; or siginfo */
	bool any;
	struct event event;
	char comm[COMM_LEN];
	enum call_state state;
	size_t args_len;		/* bytes of text before the result */
	const char *name, *abi;		/* abi NULL: the machine's main one */
	unsigned nr;
};

/* A kind of call that is declared in the metadata. */
struct declared {
	uint32_t id;
	char name[64];
};

struct ctf {
	struct sink sink;
	struct session session;
	struct shown shown;
	struct out metadata, stream;
	const struct conversion *c;
	void *calls;			/* of tsearch(3): struct declared by name */
	struct declared *last;		/* found last */
	uint32_t ncalls;
	uint64_t packet_begin, ts;	/* ns: time of the first event of the packet and of the last one */
	uint64_t lost;
	bool begun, in_packet, told;
};

/* -- What a session would show ----------------------------------------------------------------------------------------- */

static struct shown *shown_of(struct out *o)
{
	return (struct shown *)((char *)o - offsetof(struct shown, text));
}

static void hear(struct out *o, const struct event *e)
{
	struct shown *s = shown_of(o);

	s->any = true;
	s->event = *e;
	memset(s->comm, 0, sizeof(s->comm));
	if (e->comm)
		strncpy(s->comm, e->comm, sizeof(s->comm) - 1);
	o->first = true;
}

static void shown__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			      const char *name, enum call_state st)
{
	struct shown *s = shown_of(o);

	hear(o, e);
	s->state = st;
	s->name = name;
	s->abi = foreign ? abi : NULL;
	s->nr = nr;
	o->state[TEXT_CALL] = st == CALL_UNFINISHED ? CALL_UNFINISHED : CALL_DONE;
	o->state[TEXT_SET] = 0;
}

static void shown__call_args_end(struct out *o, enum call_state st)
{
	(void)st;
	shown_of(o)->args_len = out__line_len(o);
}

static void shown__signal_begin(struct out *o, const struct event *e, const char *name)
{
	hear(o, e);
	shown_of(o)->name = name;
	o->state[TEXT_SET] = 0;
}

static void shown__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	(void)name;
	hear(o, e);
}

static void shown__exit(struct out *o, const struct event *e, unsigned code)
{
	(void)code;
	hear(o, e);
}

static void shown__loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
			const char *reason)
{
	(void)count, (void)first, (void)last;
	hear(o, e);
	put_str(o, reason);
}

/* The text format's, with everything but values silenced. */
static const struct writer *shown_writer(void)
{
	static struct writer w;

	w = *writer__find("text");
	w.call_begin = shown__call_begin;
	w.call_args_end = shown__call_args_end;
	w.call_end = w.signal_end = quiet;
	w.signal_begin = shown__signal_begin;
	w.tracepoint_begin = shown__tracepoint_begin;
	w.tracepoint_end = quiet;
	w.exit = shown__exit;
	w.loss = shown__loss;
	w.total = quiet_total;
	return &w;
}

/* -- Packets ----------------------------------------------------------------------------------------------------------- */

static void packet_begin(struct ctf *c, uint64_t ts)
{
	static const struct ctf_packet blank = { .magic = CTF_MAGIC };

	c->in_packet = true;
	c->packet_begin = ts;
	out__line_begin(&c->stream);
	out__put(&c->stream, (const char *)&blank, sizeof(blank));
}

/* Only now its size is known. */
static void packet_end(struct ctf *c)
{
	struct out *o = &c->stream;
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
	out__put(&c->stream, p, n);
}

/* Text that is escaped already has no NUL in it. */
static void put_text(struct ctf *c, const char *s, size_t n)
{
	put(c, s, n);
	put(c, "", 1);
}

static void put_comm(struct ctf *c, const char *comm)
{
	escape__text(&c->stream, comm, strnlen(comm, COMM_LEN), ESCAPE_BACKSLASH);
	put(c, "", 1);
}

/* Time stamps never go back within a stream. */
static void event_begin(struct ctf *c, uint32_t id, const struct rec *r, const char *comm)
{
	struct ctf_event e = {
		.id = id, .pid = (int32_t)r->tgid, .tid = (int32_t)r->tid, .cpu = r->cpu == CPU_NONE ? -1 : r->cpu,
	};

	c->ts = e.ts = r->ts > c->ts ? r->ts : c->ts;
	if (!c->in_packet)
		packet_begin(c, e.ts);
	put(c, &e, sizeof(e));
	put_comm(c, comm);
}

static void event_end(struct ctf *c)
{
	if (out__line_len(&c->stream) >= PACKET_BYTES)
		packet_end(c);
}

/* -- Calls ------------------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct declared *)a)->name, ((const struct declared *)b)->name);
}

/* The metadata is in the file before any event that needs it. */
static struct declared *declare(struct ctf *c, const struct declared *key)
{
	struct declared *d = malloc(sizeof(*d));

	if (!d || !tsearch(memcpy(d, key, sizeof(*d)), &c->calls, by_name)) {
		free(d);
		c->stream.err = c->stream.err ? c->stream.err : -ENOMEM;
		return NULL;
	}
	d->id = CTF_CALLS + c->ncalls++;
	ctf_metadata__call(&c->metadata, d->id, d->name);
	out__flush(&c->metadata);
	return d;
}

static char *append(char *p, const char *end, const char *s)
{
	size_t n = strlen(s);

	if (n > (size_t)(end - p))
		n = (size_t)(end - p);
	return (char *)memcpy(p, s, n) + n;
}

/* syscall_openat, syscall_i386_open, syscall_999 */
static void name_of(struct declared *d, const struct shown *s)
{
	const char *end = d->name + sizeof(d->name) - FMT_MAX - 1;
	char *p = append(d->name, end, "syscall_");

	if (s->abi) {
		p = append(p, end, s->abi);
		*p++ = '_';
	}
	p = s->name ? append(p, end, s->name) : fmt__u64(p, s->nr);
	*p = '\0';
}

static struct declared *find_call(struct ctf *c)
{
	struct declared key, **found;

	name_of(&key, &c->shown);
	if (c->last && !strcmp(c->last->name, key.name))
		return c->last;
	found = tfind(&key, &c->calls, by_name);
	c->last = found ? *found : declare(c, &key);
	return c->last;
}

static void put_call(struct ctf *c)
{
	const struct call *call = &c->session.call;
	const struct shown *s = &c->shown;
	const struct declared *d = find_call(c);
	struct ctf_call head = { .dur = s->event.dur, .ret = call->done ? call->ret : 0, .state = s->state };
	size_t len = out__line_len(&s->text), at = s->args_len;
	uint8_t nargs = call->rec->nargs;

	if (!d)
		return;
	event_begin(c, d->id, &call->rec->rec, s->comm);
	put(c, &head, sizeof(head));
	put_text(c, s->text.buf, at);
	if (len - at >= 3)
		at += 3;	/* the ` = ` between them */
	put_text(c, s->text.buf + at, len - at);
	put(c, &nargs, 1);
	put(c, call->args, nargs * sizeof(call->args[0]));
	event_end(c);
}

/* -- Other events ------------------------------------------------------------------------------------------------------ */

static void put_signal(struct ctf *c, const struct rec_signal *r)
{
	const struct shown *s = &c->shown;
	const char *name = s->name ? s->name : "unknown signal";
	struct ctf_signal f = { r->signo, r->code, r->err };

	event_begin(c, CTF_SIGNAL, &r->rec, s->comm);
	put(c, &f, sizeof(f));
	put_text(c, name, strlen(name));
	put_text(c, s->text.buf, out__line_len(&s->text));
	event_end(c);
}

static void put_exit(struct ctf *c, const struct rec_exit *r)
{
	struct ctf_exit f = { .signo = r->code & 0x7f, .core_dumped = r->code >> 7 & 1 };

	if (r->code == EXIT_UNKNOWN)
		f = (struct ctf_exit){ .status = -1 };
	else if (!f.signo)
		f.status = r->code >> 8 & 0xff;
	event_begin(c, CTF_EXIT, &r->rec, c->shown.comm);
	put(c, &f, sizeof(f));
	event_end(c);
}

static void put_loss(struct ctf *c, const struct rec_loss *r)
{
	struct ctf_loss f = { r->count, r->first, r->last };

	c->lost += r->count;
	event_begin(c, CTF_LOSS, &r->rec, c->shown.comm);
	put(c, &f, sizeof(f));
	put_text(c, c->shown.text.buf, out__line_len(&c->shown.text));
	event_end(c);
}

/* How threads begin and what they are called: no lines of a session. */
static void put_task(struct ctf *c, uint32_t id, const struct rec *r, const char *comm, const void *fields, size_t size)
{
	if (!session__covers(&c->session, r, comm))
		return;
	event_begin(c, id, r, comm);
	put(c, fields, size);
	event_end(c);
}

static void put_fork(struct ctf *c, const struct rec_fork *r)
{
	const struct ctf_fork f = { (int32_t)r->parent_tgid, (int32_t)r->parent_tid };

	put_task(c, CTF_FORK, &r->rec, r->comm, &f, sizeof(f));
}

static void put_exec(struct ctf *c, const struct rec_exec *r)
{
	const struct ctf_exec f = { (int32_t)r->old_tid };

	put_task(c, CTF_EXEC, &r->rec, r->comm, &f, sizeof(f));
}

static void put_shown(struct ctf *c, const struct rec *r)
{
	switch (r->type) {
	case REC_CALL:
	case REC_PENDING: put_call(c); break;
	case REC_SIGNAL: put_signal(c, (const struct rec_signal *)r); break;
	case REC_EXIT: put_exit(c, (const struct rec_exit *)r); break;
	case REC_LOSS: put_loss(c, (const struct rec_loss *)r); break;
	case REC_EVENT:
	case REC_FAULT: converter__leaves_out(c->c, "other tracepoints and page faults", &c->told); break;
	}
}

static void put_record(struct ctf *c, const struct rec *r)
{
	switch (r->type) {
	case REC_FORK: put_fork(c, (const struct rec_fork *)r); break;
	case REC_EXEC: put_exec(c, (const struct rec_exec *)r); break;
	case REC_COMM: put_task(c, CTF_NAME, r, ((const struct rec_comm *)r)->comm, "", 0); break;
	case REC_TASK: put_task(c, CTF_NAME, r, ((const struct rec_task *)r)->comm, "", 0); break;
	default: if (c->shown.any) put_shown(c, r); break;
	}
}

/* -- Records ----------------------------------------------------------------------------------------------------------- */

/* The first record gives the time of day. */
static void begin(struct ctf *c, const struct rec *rec)
{
	const struct rec_start *start = rec && rec->type == REC_START ? (const struct rec_start *)rec : NULL;

	c->begun = true;
	ctf_metadata__begin(&c->metadata, c->c->origin, start ? rec->ts : 0, start ? start->realtime : 0);
	out__flush(&c->metadata);
}

static bool ctf__take(struct sink *s, const struct rec *rec)
{
	struct ctf *c = (struct ctf *)s;
	bool enough;

	if (!record_type__fits(rec))
		return false;
	if (!c->begun)
		begin(c, rec);
	c->shown.any = false;
	c->shown.text.p = c->shown.text.buf;
	c->shown.text.line = 0;
	enough = session__record(&c->session, rec);
	if (c->shown.text.err)
		c->stream.err = c->shown.text.err;
	else
		put_record(c, rec);
	return enough;
}

static void ctf__idle(struct sink *s)
{
	struct ctf *c = (struct ctf *)s;

	packet_end(c);
	out__flush(&c->stream);
}

static int ctf__error(const struct sink *s)
{
	const struct ctf *c = (const struct ctf *)s;

	return c->metadata.err ? c->metadata.err : c->stream.err;
}

static const struct sink_ops ctf_ops = { .take = ctf__take, .idle = ctf__idle, .error = ctf__error };

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static void close_out(struct out *o)
{
	if (o->fd >= 0 && close(o->fd) && !o->err)
		o->err = -errno;
	o->fd = -1;
}

static void ctf__close(struct sink *s)
{
	struct ctf *c = (struct ctf *)s;

	if (!c)
		return;
	close_out(&c->metadata);
	close_out(&c->stream);
	session__close(&c->session);
	out__close(&c->metadata);
	out__close(&c->stream);
	out__close(&c->shown.text);
	tdestroy(c->calls, free);
	free(c);
}

static int open_all(struct ctf *c, int metadata, int stream)
{
	int err = out__open(&c->metadata, metadata, 0);

	if (!err)
		err = out__open(&c->stream, stream, OUT_BYTES);
	if (!err)
		err = out__open(&c->shown.text, -1, 0);
	if (!err)
		err = session__open(&c->session, c->c->opt, &c->shown.text);
	return err;
}

static int ctf__open(struct sink **s, const struct conversion *conversion)
{
	int metadata, stream, err = ctf_dir__create(conversion->opt->output, conversion->opt->force, &metadata, &stream);
	struct ctf *c;

	if (err)
		return err;
	c = calloc(1, sizeof(*c));
	conversion->opt->writer = shown_writer();
	if (c)
		c->c = conversion;
	if (!c || open_all(c, metadata, stream)) {
		msg__error("not enough memory");
		ctf__close((struct sink *)c);
		return -ENOMEM;
	}
	c->sink.ops = &ctf_ops;
	c->stream.impatient = &interrupt__count;
	*s = &c->sink;
	return 0;
}

static int ctf__finish(struct sink *s)
{
	struct ctf *c = (struct ctf *)s;

	if (!c->begun)
		begin(c, NULL);
	ctf__idle(s);
	out__flush(&c->metadata);
	close_out(&c->metadata);
	close_out(&c->stream);
	return ctf__error(s) ? converter__failed(c->c->opt->output, ctf__error(s)) : 0;
}

const struct converter ctf_converter = {
	.name = "ctf", .single = true, .no_stacks = true, .help = "CTF 1.8, a directory, for babeltrace2 and Trace Compass",
	.open = ctf__open, .finish = ctf__finish, .close = ctf__close,
};

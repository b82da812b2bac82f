// SPDX-License-Identifier: BSD-2-Clause
/*
 * metrics.c - calls as metrics for Prometheus, on an address of this machine.
 *
 * Series are sums since tracing began. There is one for each call, for each error of a call, and for each owner: a comm, a control group, a
 * container, a pod, a unit, a user. Their number is bounded: owners after the first OWNERS are one, "other".
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "call_groups.h"
#include "config/options.h"
#include "lib/http_server.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "views.h"
#include "writers/text.h"

#define CALLS 2000			/* most calls, */
#define ERRORS 5000			/* calls and errors of them, */
#define OWNERS 500			/* and owners */
#define FIRST_POWER 10			/* of the buckets of durations: 2^10 ns */
#define LAST_POWER 32

struct owner {
	char *name;
	struct tally tally;
};

struct metrics {
	struct view view;
	const struct options *opt;
	struct http_server server;
	struct call_groups calls, errors, owners;
	uint64_t lost;
	struct out name;		/* in memory */
	int err;
};

static struct metrics *metrics_of(struct view *v)
{
	return (struct metrics *)v;
}

/* -- Text of one series ------------------------------------------------------------------------------------------------ */

static void head(struct out *o, const char *prefix, const char *name, const char *type, const char *help)
{
	const char *parts[] = { "# HELP trace_", prefix, name, " ", help, "\n# TYPE trace_", prefix, name, " ", type, "\n" };

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		put_str(o, parts[i]);
}

static void put_label(struct out *o, const char *label, const char *value)
{
	put_str(o, label);
	out__lit(o, "=\"");
	for (; *value; value++) {
		if (*value == '\\' || *value == '"')
			out__lit(o, "\\");
		out__put(o, *value == '\n' ? "n" : value, 1);
	}
	out__lit(o, "\"");
}

static void put_seconds(struct out *o, unsigned __int128 ns)
{
	FMT(o, fmt__u64, (uint64_t)(ns / 1000000000));
	out__lit(o, ".");
	FMT(o, fmt__zeros, (uint64_t)(ns % 1000000000), 9);
}

static void put_value(struct out *o, const char *prefix, const char *name, const char *label, const char *value, uint64_t n)
{
	out__lit(o, "trace_");
	put_str(o, prefix);
	put_str(o, name);
	out__lit(o, "{");
	put_label(o, label, value);
	out__lit(o, "} ");
	FMT(o, fmt__u64, n);
	out__lit(o, "\n");
}

static void put_bucket(struct out *o, const char *prefix, const char *label, const char *value, unsigned power, uint64_t n)
{
	out__lit(o, "trace_");
	put_str(o, prefix);
	out__lit(o, "call_duration_seconds_bucket{");
	put_label(o, label, value);
	out__lit(o, ",le=\"");
	if (power)
		put_seconds(o, (2ull << power) - 1);	/* durations are whole ns */
	else
		out__lit(o, "+Inf");
	out__lit(o, "\"} ");
	FMT(o, fmt__u64, n);
	out__lit(o, "\n");
}

static void put_histogram(struct out *o, const char *prefix, const char *label, const char *value, const struct tally *t)
{
	uint64_t n = 0;

	for (unsigned power = 0; power <= LAST_POWER; power++) {
		n += tally__in_power(t, power);
		if (power >= FIRST_POWER)
			put_bucket(o, prefix, label, value, power, n);
	}
	put_bucket(o, prefix, label, value, 0, t->timed);
	out__lit(o, "trace_");
	put_str(o, prefix);
	out__lit(o, "call_duration_seconds_sum{");
	put_label(o, label, value);
	out__lit(o, "} ");
	put_seconds(o, t->total);
	out__lit(o, "\n");
	put_value(o, prefix, "call_duration_seconds_count", label, value, t->timed);
}

/* -- Owners ------------------------------------------------------------------------------------------------------------ */

static const char *name_of(struct metrics *m, const struct call_groups *g, const struct call_group *n)
{
	m->name.p = m->name.buf;
	m->name.line = 0;
	call_groups__put_name(g, &m->name, n);
	out__put(&m->name, "", 1);
	return m->name.buf;
}

static int by_key(const struct call_group *a, const struct call_group *b, void *ctx)
{
	uint32_t len = a->key.len < b->key.len ? a->key.len : b->key.len;
	int order = a->key.text && b->key.text ? memcmp(a->key.text, b->key.text, len) : 0;

	(void)ctx;
	if (!order)
		order = (a->key.len > b->key.len) - (a->key.len < b->key.len);
	return order ? order : (a->key.number > b->key.number) - (a->key.number < b->key.number);
}

struct owner_list {
	struct owner *of;
	size_t n;
};

static void add_owner(struct metrics *m, struct owner_list *l, const char *name, const struct tally *t)
{
	size_t i = 0;

	while (i < l->n && strcmp(l->of[i].name, name))
		i++;
	if (i == l->n) {
		if (!VEC_MORE(l->of, l->n, 1))
			return;
		l->of[i] = (struct owner){ .name = strdup(name) };
		if (!l->of[i].name)
			return;
		l->n++;
	}
	if (!tally__merge(&l->of[i].tally, t))
		m->name.err = m->name.err ? m->name.err : -1;
}

/* Several groups may be one owner: control groups that had the same path. */
static void list_owners(struct metrics *m, struct owner_list *l)
{
	struct call_group *root = &m->owners.groups.root, **list = group__below(root, by_key, NULL);

	for (unsigned i = 0; list && i < root->nbelow; i++) {
		bool in_none = group_part__is_owner(metrics__part(m->opt->metrics.per)) && !list[i]->key.text && !list[i]->key.number;

		add_owner(m, l, in_none ? "none" : name_of(m, &m->owners, list[i]), &list[i]->tally);
	}
	if (root->tally.calls)
		add_owner(m, l, "other", &root->tally);
	free(list);
}

static void put_owners(struct metrics *m, struct out *o)
{
	const char *label = group_part__name(metrics__part(m->opt->metrics.per));
	struct owner_list l = { 0 };
	char prefix[16] = "";

	list_owners(m, &l);
	strcat(strcat(prefix, label), "_");
	head(o, prefix, "calls_total", "counter", "System calls that returned.");
	for (size_t i = 0; i < l.n; i++)
		put_value(o, prefix, "calls_total", label, l.of[i].name, l.of[i].tally.calls);
	head(o, prefix, "errors_total", "counter", "System calls that failed.");
	for (size_t i = 0; i < l.n; i++)
		put_value(o, prefix, "errors_total", label, l.of[i].name, l.of[i].tally.errors);
	head(o, prefix, "call_duration_seconds", "histogram", "Time from entry to return.");
	for (size_t i = 0; i < l.n; i++)
		put_histogram(o, prefix, label, l.of[i].name, &l.of[i].tally);
	for (size_t i = 0; i < l.n; i++) {
		free(l.of[i].name);
		tally__free(&l.of[i].tally);
	}
	free(l.of);
}

/* -- Calls and errors -------------------------------------------------------------------------------------------------- */

static void put_calls(struct metrics *m, struct out *o)
{
	struct call_group *root = &m->calls.groups.root, **list = group__below(root, by_key, NULL);

	head(o, "", "calls_total", "counter", "System calls that returned.");
	for (unsigned i = 0; list && i < root->nbelow; i++)
		put_value(o, "", "calls_total", group_part__name(BY_SYSCALL), name_of(m, &m->calls, list[i]), list[i]->tally.calls);
	if (root->tally.calls)
		put_value(o, "", "calls_total", group_part__name(BY_SYSCALL), "other", root->tally.calls);
	head(o, "", "call_duration_seconds", "histogram", "Time from entry to return.");
	for (unsigned i = 0; list && i < root->nbelow; i++)
		put_histogram(o, "", group_part__name(BY_SYSCALL), name_of(m, &m->calls, list[i]), &list[i]->tally);
	if (root->tally.calls)
		put_histogram(o, "", group_part__name(BY_SYSCALL), "other", &root->tally);
	free(list);
}

static void put_error(struct metrics *m, struct out *o, const struct call_group *call, const char *name, uint64_t n)
{
	char text[64];

	strncpy(text, name, sizeof(text) - 1);
	text[sizeof(text) - 1] = 0;
	out__lit(o, "trace_errors_total{");
	put_label(o, group_part__name(BY_SYSCALL), call ? name_of(m, &m->errors, call) : "other");
	out__lit(o, ",");
	put_label(o, "errno", text);
	out__lit(o, "} ");
	FMT(o, fmt__u64, n);
	out__lit(o, "\n");
}

static void put_errors_of(struct metrics *m, struct out *o, struct call_group *call)
{
	struct call_group **list = group__below(call, by_key, NULL);

	for (unsigned i = 0; list && i < call->nbelow; i++)
		if (list[i]->key.number && list[i]->tally.errors)
			put_error(m, o, call, name_of(m, &m->errors, list[i]), list[i]->tally.errors);
	if (call->tally.errors)
		put_error(m, o, call, "other", call->tally.errors);
	free(list);
}

static void put_errors(struct metrics *m, struct out *o)
{
	struct call_group *root = &m->errors.groups.root, **list = group__below(root, by_key, NULL);

	head(o, "", "errors_total", "counter", "System calls that failed.");
	for (unsigned i = 0; list && i < root->nbelow; i++)
		put_errors_of(m, o, list[i]);
	if (root->tally.errors)
		put_error(m, o, NULL, "other", root->tally.errors);
	free(list);
}

/* -- The page ---------------------------------------------------------------------------------------------------------- */

static unsigned __int128 ns_of(const struct timeval *t)
{
	return ((unsigned __int128)(uint64_t)t->tv_sec * 1000000 + (uint64_t)t->tv_usec) * 1000;
}

static void put_own(const struct metrics *m, struct out *o)
{
	struct rusage u = { 0 };

	getrusage(RUSAGE_SELF, &u);
	head(o, "", "lost_events_total", "counter", "Events that were lost, and are in no other metric.");
	out__lit(o, "trace_lost_events_total ");
	FMT(o, fmt__u64, m->lost);
	out__lit(o, "\n");
	head(o, "", "own_cpu_seconds_total", "counter", "CPU time of the tracer's process, without its programs in the kernel.");
	out__lit(o, "trace_own_cpu_seconds_total ");
	put_seconds(o, ns_of(&u.ru_utime) + ns_of(&u.ru_stime));
	out__lit(o, "\n");
	head(o, "", "own_max_memory_bytes", "gauge", "Most memory that the tracer's process had.");
	out__lit(o, "trace_own_max_memory_bytes ");
	FMT(o, fmt__u64, (uint64_t)u.ru_maxrss * 1024);
	out__lit(o, "\n");
}

static bool put_page(void *ctx, const char *path, struct out *o)
{
	struct metrics *m = ctx;

	if (strcmp(path, "/metrics") && strcmp(path, "/"))
		return false;
	put_calls(m, o);
	put_errors(m, o);
	if (m->opt->metrics.per != PER_NONE)
		put_owners(m, o);
	put_own(m, o);
	return true;
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static void metrics__begin(struct view *v, const struct view_begin *b)
{
	metrics_of(v)->owners.names = b->names;
}

static void metrics__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct metrics *m = metrics_of(v);

	if (st == CALL_UNFINISHED)
		return;
	call_groups__add(&m->calls, e, c);
	call_groups__add(&m->errors, e, c);
	call_groups__add(&m->owners, e, c);
}

static void metrics__tally(struct view *v, const struct event *e, const struct rec_tally *r)
{
	struct metrics *m = metrics_of(v);

	call_groups__add_tally(&m->calls, e, r);
	call_groups__add_tally(&m->errors, e, r);
	call_groups__add_tally(&m->owners, e, r);
}

static void metrics__other(struct view *v, const struct event *e, const struct other_event *o)
{
	(void)v, (void)e, (void)o;
}

static void metrics__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	(void)e, (void)reason;
	metrics_of(v)->lost += r->count;
}

static bool metrics__tick(struct view *v, uint64_t now, uint64_t told)
{
	(void)told;
	http_server__tick(&metrics_of(v)->server, now);
	return false;
}

static unsigned metrics__watch(struct view *v, struct pollfd *fds)
{
	return http_server__watch(&metrics_of(v)->server, fds);
}

static bool metrics__ready(struct view *v, const struct pollfd *fds, unsigned n)
{
	http_server__ready(&metrics_of(v)->server, fds, n);
	return false;
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static void init(struct call_groups *g, uint64_t most, unsigned n, enum group_part a, enum group_part b)
{
	const struct summary_config c = { .by = { a, b }, .nby = n };

	call_groups__init(g, &c);
	g->groups.most = most;
}

static void metrics__close(struct view *v)
{
	struct metrics *m = metrics_of(v);

	http_server__close(&m->server);
	groups__clear(&m->calls.groups);
	groups__clear(&m->errors.groups);
	groups__clear(&m->owners.groups);
	out__close(&m->name);
	free(m);
}

static struct view *metrics__open(const struct view_setup *u)
{
	struct metrics *m = calloc(1, sizeof(*m));

	if (!m || out__open(&m->name, -1, 4096)) {
		msg__no_memory();
		free(m);
		return NULL;
	}
	m->view = (struct view){ .ops = &metrics_view, .fd = -1 };
	m->opt = u->opt;
	m->server.page = put_page;
	m->server.ctx = m;
	init(&m->calls, CALLS, 1, BY_SYSCALL, BY_SYSCALL);
	init(&m->errors, ERRORS, 2, BY_SYSCALL, BY_ERRNO);
	init(&m->owners, OWNERS, 1, metrics__part(u->opt->metrics.per), BY_SYSCALL);
	if (!http_server__open(&m->server, "--listen", u->opt->metrics.listen))
		return &m->view;
	metrics__close(&m->view);
	return NULL;
}

static int metrics__finish(struct view *v)
{
	(void)v;
	return 0;
}

const struct view_ops metrics_view = {
	.name = "metrics", .help = "metrics for Prometheus", .open = metrics__open, .begin = metrics__begin, .call = metrics__call, .tally = metrics__tally,
	.other = metrics__other, .loss = metrics__loss, .tick = metrics__tick, .watch = metrics__watch, .ready = metrics__ready,
	.finish = metrics__finish, .close = metrics__close, .no_stacks = true, .no_args = true,
};

// SPDX-License-Identifier: BSD-2-Clause
/*
 * summary_data.c - summaries for programs: of the innermost groups only, times in ns.
 *
 * JSON: an object per group in a line: "type":"summary", "ts_ns" (the end of the period), "by" (the parts of the key), the numbers, and
 * "errnos" with --errors, "buckets" with --histogram. CSV (RFC 4180): a line of titles, then one line per group.
 */
#include <stdlib.h>
#include <string.h>

#include "summary_table.h"
#include "views.h"
#include "writers/json.h"
#include "writers/text.h"

static const char *const names[SUM_NAME] = {
	[SUM_CALLS] = "calls",   [SUM_ERRORS] = "errors", [SUM_TOTAL] = "total_ns", [SUM_MIN] = "min_ns",       [SUM_AVG] = "avg_ns",      [SUM_P50] = "p50_ns",
	[SUM_P90] = "p90_ns",    [SUM_P99] = "p99_ns",    [SUM_MAX] = "max_ns",     [SUM_STDDEV] = "stddev_ns", [SUM_SHARE] = "share",     [SUM_BYTES] = "bytes",
};

struct data {
	struct out *o;
	const struct summary_config *c;
	struct call_groups *g;
	const struct summary_span *span;
	struct out name;	/* in memory */
	void (*put)(struct data *d, const struct call_group *n);
};

/* The key's part of a group, as text. */
static void compose(struct data *d, const struct call_group *n)
{
	d->name.p = d->name.buf;
	d->name.line = 0;
	call_groups__put_name(d->g, &d->name, n);
}

/* Calls put() for each of the innermost groups. */
static void put_all(struct data *d, const struct call_group *of)
{
	struct call_group **list = summary__sorted(d->c, d->g, of);

	if (of->depth == d->c->nby)
		d->put(d, of);
	for (unsigned i = 0; list && i < of->nbelow && (!d->c->top || i < d->c->top); i++)
		put_all(d, list[i]);
	free(list);
}

static void put_share(struct out *o, uint64_t v)
{
	FMT(o, fmt__u64, v / 10000);
	out__lit(o, ".");
	FMT(o, fmt__zeros, v % 10000, 4);
}

static uint64_t value_of(const struct data *d, const struct call_group *n, enum sum_column c)
{
	return summary__value(&n->tally, &d->g->groups.root.tally, c);
}

/* -- JSON -------------------------------------------------------------------------------------------------------------- */

static void put_text(struct out *o, const struct call_group *n)
{
	if (n->key.text)
		json__text(o, n->key.text, n->key.len, false);
	else
		json__literal(o, "null");
}

static void put_thread(struct out *o, const char *id, const struct call_group *n)
{
	if (n->key.number == UINT64_MAX) {
		json__literal(o, "null");
		return;
	}
	json__push(o, false);
	json__key(o, id, strlen(id));
	json__unumber(o, n->key.number);
	if (n->name[0])
		JSON_MEMBER(o, "comm", text, n->name, strlen(n->name), false);
	if (n->key.text)
		JSON_MEMBER(o, "host", text, n->key.text, n->key.len, false);
	json__pop(o);
}

static void put_fd(struct out *o, const struct call_group *n)
{
	if (n->key.number == UINT64_MAX) {
		json__literal(o, "null");
		return;
	}
	json__push(o, false);
	JSON_MEMBER(o, "fd", number, (int32_t)n->key.number);
	if (n->key.text)
		JSON_MEMBER(o, "path", text, n->key.text, n->key.len, false);
	json__pop(o);
}

static void put_part(struct data *d, const struct call_group *n)
{
	enum group_part part = d->c->by[n->depth - 1];
	const char *name = group_part__name(part);

	json__key(d->o, name, strlen(name));
	switch (part) {
	case BY_THREAD:		put_thread(d->o, "tid", n); return;
	case BY_PROCESS:	put_thread(d->o, "pid", n); return;
	case BY_FD:		put_fd(d->o, n); return;
	case BY_USER:
	case BY_CGROUP:		n->key.number == UINT64_MAX ? json__literal(d->o, "null") : json__unumber(d->o, n->key.number); return;
	case BY_CONTAINER:
	case BY_POD:
	case BY_UNIT:
	case BY_COMM:
	case BY_PATH:		put_text(d->o, n); return;
	default:		break;
	}
	compose(d, n);
	json__text(d->o, d->name.buf, (size_t)(d->name.p - d->name.buf), false);
}

static void put_parts(struct data *d, const struct call_group *n)
{
	if (!n->parent)
		return;
	put_parts(d, n->parent);
	put_part(d, n);
}

static void put_json_errors(struct data *d, struct call_group *n)
{
	struct out *o = d->o;

	group__sort_errors(n);
	JSON_MEMBER(o, "errnos", push, true);
	for (unsigned i = 0; i < n->nerrors; i++) {
		const struct group_error *e = &n->errors[i];
		const char *name = errno__name_in(d->g->native, (int)e->number), *path = group_error__path(e);

		json__push(o, false);
		JSON_KEY(o, "errno");
		if (name)
			json__str(o, name);
		else
			json__digits(o, e->number);
		JSON_MEMBER(o, "calls", unumber, e->calls);
		if (path)
			JSON_MEMBER(o, "path", text, path, strlen(path), false);
		json__pop(o);
	}
	json__pop(o);
}

static void put_buckets(struct out *o, const struct tally *t)
{
	JSON_MEMBER(o, "buckets", push, true);
	for (unsigned power = 0; power < 64; power++) {
		uint64_t n = tally__in_power(t, power);

		if (!n)
			continue;
		json__push(o, false);
		JSON_MEMBER(o, "from_ns", unumber, power ? 1ull << power : 0);
		JSON_MEMBER(o, "below_ns", unumber, power < 63 ? 2ull << power : UINT64_MAX);
		JSON_MEMBER(o, "calls", unumber, n);
		json__pop(o);
	}
	json__pop(o);
}

static void put_json(struct data *d, const struct call_group *n)
{
	struct out *o = d->o;

	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	JSON_MEMBER(o, "type", str, "summary");
	JSON_MEMBER(o, "ts_ns", digits, d->span->real ? d->span->real + (d->span->until - d->span->mono) : d->span->until);
	JSON_MEMBER(o, "by", push, false);
	put_parts(d, n);
	json__pop(o);
	for (enum sum_column c = 0; c < SUM_NAME; c++) {
		json__key(o, names[c], strlen(names[c]));
		if (c == SUM_SHARE) {
			json__value(o);
			put_share(o, value_of(d, n, c));
		} else {
			json__unumber(o, value_of(d, n, c));
		}
	}
	if (d->c->errors)
		put_json_errors(d, (struct call_group *)n);
	if (d->c->view == &histogram_view)
		put_buckets(o, &n->tally);
	json__pop(o);
	out__line_end(o);
}

/* -- CSV --------------------------------------------------------------------------------------------------------------- */

void csv__put_quoted(struct out *o, const char *s, size_t len)
{
	out__lit(o, "\"");
	for (const char *q; len && (q = memchr(s, '"', len)); len -= (size_t)(q + 1 - s), s = q + 1) {
		out__put(o, s, (size_t)(q + 1 - s));
		out__lit(o, "\"");
	}
	out__put(o, s, len);
	out__lit(o, "\"");
}

static void put_csv_parts(struct data *d, const struct call_group *n)
{
	if (!n->parent)
		return;
	put_csv_parts(d, n->parent);
	compose(d, n);
	csv__put_quoted(d->o, d->name.buf, (size_t)(d->name.p - d->name.buf));
	out__lit(d->o, ",");
}

static void put_csv(struct data *d, const struct call_group *n)
{
	struct out *o = d->o;

	if (d->span->one_of_many) {
		FMT(o, fmt__u64, d->span->until - d->span->mono);
		out__lit(o, ",");
	}
	put_csv_parts(d, n);
	for (enum sum_column c = 0; c < SUM_NAME; c++) {
		if (c)
			out__lit(o, ",");
		if (c == SUM_SHARE)
			put_share(o, value_of(d, n, c));
		else
			FMT(o, fmt__u64, value_of(d, n, c));
	}
	out__line_end(o);
}

static void put_titles(struct data *d)
{
	if (d->span->one_of_many)
		put_str(d->o, "since_start_ns,");
	for (unsigned i = 0; i < d->c->nby; i++) {
		put_str(d->o, group_part__name(d->c->by[i]));
		out__lit(d->o, ",");
	}
	for (enum sum_column c = 0; c < SUM_NAME; c++) {
		put_str(d->o, c ? "," : "");
		put_str(d->o, names[c]);
	}
	out__line_end(d->o);
}

static void put_by(struct data *d, void (*put)(struct data *d, const struct call_group *n))
{
	if (out__open(&d->name, -1, 4096))
		return;
	d->put = put;
	put_all(d, &d->g->groups.root);
	out__close(&d->name);
}

void summary_data__put_json(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span)
{
	put_by(&(struct data){ .o = o, .c = c, .g = g, .span = span }, put_json);
}

void summary_data__put_csv(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span)
{
	struct data d = { .o = o, .c = c, .g = g, .span = span };

	if (!span->one_of_many || span->first)
		put_titles(&d);
	put_by(&d, put_csv);
}

// SPDX-License-Identifier: BSD-2-Clause
/* options_summary.c - --summary and its like: which view, and whether the source counts the calls. */
#include "options_summary.h"

#include <errno.h>
#include <string.h>

#include "bpf/wire.h"
#include "config/option_values.h"
#include "config/ready_views.h"
#include "lib/msg.h"
#include "option_table.h"
#include "views/views.h"

#define TOP_INTERVAL 1000000000u	/* ns */
#define METRICS_INTERVAL 1000000000u

static bool has_summary_options(const struct summary_config *c)
{
	return c->nby || c->sorted || c->top || c->interval || c->errors;
}

static int refuse_summary(const struct options *o)
{
	const struct summary_config *c = &o->summary;

	if (c->format == SUMMARY_CSV && (c->view != &summary_view || c->with_lines))
		msg__error("--format csv is for --summary alone: histograms and lines are text or JSON");
	else if (c->view == &heat_view && c->format == SUMMARY_JSON)
		msg__error("--heat is text: --summary --interval S --format json has numbers");
	else if (c->view == &heat_view && c->nby)
		msg__error("--heat is of all calls: choose calls with -e, threads with --comm");
	else if (c->view == &heat_view && (c->sorted || c->top || c->errors))
		msg__error("--heat is a map, and no table: --%s has no effect", c->sorted ? "sort" : c->top ? "top" : "errors");
	else if (c->errors && c->format != SUMMARY_JSON && (c->format == SUMMARY_CSV || c->view == &histogram_view))
		msg__error("--errors has no place in %s: --by syscall,errno has a group for each", c->format == SUMMARY_CSV ? "CSV" : "histograms");
	else if (c->interval && c->view == &histogram_view)
		msg__error("--interval is for --summary and --heat");
	else
		return 0;
	return -EINVAL;
}

static int finish_by(struct summary_config *c)
{
	if (!c->nby)
		c->by[c->nby++] = BY_SYSCALL;
	return 0;
}

/* Text, JSON or CSV; -1: another format. */
static int format_of(const struct options *o)
{
	return o->view == &json_view ? SUMMARY_JSON : o->view == &csv_view ? SUMMARY_CSV : o->view == &text_view ? SUMMARY_TEXT : -1;
}

/* An option that chooses calls or needs them, of a view that has none; NULL: there is none. */
static const char *choice_of_calls(const struct options *o)
{
	bool exits = o->ready->lines == LINES_OF_EXITS;		/* which have a status */

	if (!exits && o->ready->lines != LINES_OF_SIGNALS)
		return NULL;
	return o->select.started || o->nlists ? "-e" : o->npaths ? "--path" : o->min_dur ? "--duration" : o->has_errnos ? "--errno" :
	       o->max_events ? "--max-events" : o->min_stack ? "--min-stack" : exits ? NULL : o->only_failed ? "--failure" : o->only_ok ? "--success" : NULL;
}

static int refuse_ready(const struct options *o)
{
	const struct summary_config *c = &o->summary;
	bool table = o->ready->lines == LINES_OF_GROUPS;

	if (c->view || c->nby || c->errors)
		msg__error("--view and %s exclude each other", c->view ? "summaries" : c->nby ? "--by" : "--errors");
	else if (o->slow.on)
		msg__error("--view and --slow exclude each other");
	else if (format_of(o) < 0)
		msg__error("--format %s has no columns of views: use text, json or csv", o->view->name);
	else if (choice_of_calls(o))
		msg__error("view '%s' is not of calls: %s has no effect", o->ready->name, choice_of_calls(o));
	else if (!table && (c->sorted || c->top || c->interval))
		msg__error("view '%s' has lines, and is no table: --%s has no effect", o->ready->name, c->sorted ? "sort" : c->top ? "top" : "interval");
	else
		return 0;
	return -EINVAL;
}

static int finish_ready(struct options *o)
{
	if (refuse_ready(o))
		return -EINVAL;
	if (o->w.owners && !(o->ready = ready_view__with_owners("--show", o->ready, o->w.owners)))
		return -EINVAL;
	if (o->ready->lines == LINES_OF_EXITS && (o->only_failed || o->only_ok) && !o->has_exits) {	/* they choose exits, not calls */
		o->has_exits = true;
		o->other.exits = EXITS_ALL;
	}
	o->summary.format = (enum summary_format)format_of(o);
	o->summary.nby = o->ready->nby;
	memcpy(o->summary.by, o->ready->by, sizeof(o->ready->by));
	o->summary.over_time = o->summary.interval;
	o->view = ready_view__can_be_counted(o->ready) ? &ready_counts_view : &ready_view;
	return 0;
}

/* Stacks are taken unless that was chosen otherwise. */
static int finish_slow(struct options *o)
{
	if (o->summary.view || has_summary_options(&o->summary) || format_of(o) < 0 || format_of(o) == SUMMARY_CSV) {
		msg__error(o->summary.view || has_summary_options(&o->summary) ? "--slow and summaries exclude each other" : "--slow is text or JSON");
		return -EINVAL;
	}
	o->slow.lines = o->view;
	o->view = &slow_view;
	if (o->stacks == STACKS_NONE)
		o->stacks = STACKS_FP;
	return 0;
}

/* Rows are of one part; times are of the period. */
static int finish_top(struct options *o)
{
	struct summary_config *c = &o->summary;

	o->view = &top_view;
	c->by[0] = top__part(o->top.by);
	c->nby = 1;
	if (!c->sorted)
		c->sort = SUM_CALLS;
	if (!c->interval)
		c->interval = TOP_INTERVAL;
	o->top.batch |= o->in != IN_LIVE;
	return 0;
}

/* --fold is of lines of text. */
static int refuse_fold(const struct options *o)
{
	const struct summary_config *c = &o->summary;

	if (o->view != &text_view)
		msg__error("--fold is for lines of text: it has no effect with --format %s", o->view->name);
	else if (o->ready || o->slow.on)
		msg__error("--fold and --%s exclude each other", o->ready ? "view" : "slow");
	else if ((c->view || has_summary_options(c)) && !c->with_lines)
		msg__error("--fold is for lines, and a summary has none: -S shows both");
	else
		return 0;
	return -EINVAL;
}

static int refuse_metrics(const struct options *o)
{
	const struct summary_config *c = &o->summary;

	if (!o->metrics.on)
		msg__error("--listen is for trace metrics");
	else if (c->view || has_summary_options(c) || o->ready || o->slow.on || o->view != &text_view || o->output)
		msg__error("metrics are a view of their own: summaries, --view, --slow, --format and -o have no effect with them");
	else if (!o->metrics.listen)
		msg__error("metrics need an address: --listen 127.0.0.1:9750");
	else
		return 0;
	return -EINVAL;
}

static int finish_metrics(struct options *o)
{
	struct summary_config *c = &o->summary;

	if (refuse_metrics(o))
		return -EINVAL;
	o->view = &metrics_view;
	c->by[c->nby++] = BY_SYSCALL;
	c->by[c->nby++] = BY_ERRNO;
	if (o->metrics.per != PER_NONE)
		c->by[c->nby++] = metrics__part(o->metrics.per);
	c->interval = METRICS_INTERVAL;
	o->names |= o->metrics.per != PER_COMM;
	return 0;
}

static int finish_waits(struct options *o)
{
	o->wait.json = o->view == &json_view;
	o->wait.csv = o->view == &csv_view;
	if (o->summary.view)
		msg__error("--waits and --summary exclude each other: --waits has sums of its own");
	else if (o->wait.dot && (o->wait.json || o->wait.csv))
		msg__error("--dot is a graph: it cannot be combined with --format %s", o->view->name);
	else if (!o->wait.json && !o->wait.csv && o->view != &text_view && o->view != &waits_view)
		msg__error("--format %s has no sums of waits: use text, json, csv, or --dot", o->view->name);
	else {
		o->view = &waits_view;
		return 0;
	}
	return -EINVAL;
}

static const char *picture_option(const struct options *o)
{
	return o->picture.view == &flame_view ? "--flame" : "--heat";
}

int options__set_picture(struct options *o, const char *as, const char *file, const struct view_ops *view)
{
	if ((o->picture.file && o->picture.view != view) || (o->view && o->view != &text_view && o->view != view)) {
		msg__error("%s makes a picture of its own: %s%s has no place in it", as, o->picture.file ? "" : "--format ",
			   o->picture.file ? picture_option(o) : o->view->name);
		return -EINVAL;
	}
	o->picture.file = file;
	o->picture.view = o->view = view;
	return value__nonempty(as, file, "the name of a file");
}

/* What has no place in a picture; NULL: there is nothing. */
static const char *not_in_picture(const struct options *o)
{
	return o->wait.sums ? "--waits" : o->ready ? "--view" : o->slow.on ? "--slow" : o->summary.view ? "a summary" : has_summary_options(&o->summary) ?
	       "an option of summaries" : o->fold ? "--fold" : o->metrics.on ? "--metrics" : NULL;
}

static int finish_picture(struct options *o)
{
	if (o->view != o->picture.view)
		msg__error("%s makes a picture of its own: --format %s has no place in it", picture_option(o), o->view->name);
	else if (o->output && strcmp(o->output, o->picture.file))
		msg__error("%s writes the picture to '%s': -o has no effect with it", picture_option(o), o->picture.file);
	else if (not_in_picture(o))
		msg__error("%s makes a picture of its own: %s has no place in it", picture_option(o), not_in_picture(o));
	else {
		o->output = o->picture.file;
		return 0;
	}
	return -EINVAL;
}

int options__finish_summary(struct options *o)
{
	struct summary_config *c = &o->summary;

	if (o->picture.file && finish_picture(o))
		return -EINVAL;
	if (o->w.weight != WEIGHT_TIME && o->view != &flame_view && o->view != &folded_view) {
		msg__error("--weight is for stacks: it has no effect without --flame FILE, or format folded or flame");
		return -EINVAL;
	}
	if (o->wait.sums)
		return finish_waits(o);
	if (o->wait.dot) {
		msg__error("--dot is a graph of who waits for whom: use it with 'trace waits'");
		return -EINVAL;
	}
	if (o->fold && refuse_fold(o))
		return -EINVAL;
	if (o->metrics.on || o->metrics.listen)
		return finish_metrics(o);
	if (o->top.on)
		return finish_top(o);
	if (o->ready)
		return finish_ready(o);
	if (o->slow.on)
		return finish_slow(o);
	if (!c->view && (o->view == &csv_view || has_summary_options(c)))
		c->view = &summary_view;
	if (!c->view) {
		o->view = o->fold ? &fold_view : o->view;
		return 0;
	}
	if (o->in == IN_RECORD)		/* it has no view */
		return finish_by(c);
	c->format = o->view == &json_view ? SUMMARY_JSON : o->view == &csv_view ? SUMMARY_CSV : SUMMARY_TEXT;
	if (c->format == SUMMARY_TEXT && o->view != &text_view) {
		msg__error("--format %s has no summary: use text, json or csv", o->view->name);
		return -EINVAL;
	}
	c->lines = o->fold ? &fold_view : o->view;
	o->view = c->with_lines ? &summary_lines_view : c->view;
	c->over_time = c->interval || c->view == &heat_view;
	if (!c->sorted)
		c->sort = SUM_TOTAL;
	return refuse_summary(o) ? -EINVAL : finish_by(c);
}

/* By all that the keys of top choose from. */
#define TALLY_OF_TOP (TALLY_CALL | TALLY_THREAD | TALLY_CGROUP | TALLY_USER | TALLY_ERRNO)

static const unsigned part_flags[GROUP_BY_COUNT] = {
	[BY_SYSCALL] = TALLY_CALL, [BY_THREAD] = TALLY_THREAD, [BY_PROCESS] = TALLY_PROCESS, [BY_COMM] = TALLY_COMM,
	[BY_CGROUP] = TALLY_CGROUP, [BY_CONTAINER] = TALLY_CGROUP, [BY_POD] = TALLY_CGROUP, [BY_UNIT] = TALLY_CGROUP, [BY_USER] = TALLY_USER, [BY_ERRNO] = TALLY_ERRNO,
};

/* What the source has to count by; 0: a part that it does not know. */
static unsigned tally_by(const struct summary_config *c)
{
	unsigned by = 0;

	for (unsigned i = 0; i < c->nby; i++) {
		if (!part_flags[c->by[i]])
			return 0;
		by |= part_flags[c->by[i]];
	}
	return c->errors ? by | TALLY_ERRNO | TALLY_PATH : by;
}

bool options__show_owners(const struct options *o)
{
	const struct summary_config *c = &o->summary;

	for (unsigned i = 0; i < c->nby; i++)
		if (part_flags[c->by[i]] & (TALLY_USER | TALLY_CGROUP))
			return true;
	return o->w.owners || (o->ready && ready_view__has_owner(o->ready));
}

/* Requests of aio by their own names, which cannot be counted? With the calls that they are like these alone are. */
static bool wants_aio(const struct options *o)
{
	enum abi abi = abi__native();

	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END && !o->no_aio && !options__adds_calls(o); nr++) {
		const char *like = syscall_set__has(&o->calls, abi, nr) ? syscalltbl__request_like(nr) : NULL;
		int call = like ? syscalltbl__nr(abi, like) : -ENOENT;

		if (call >= 0 && !syscall_set__has(&o->calls, abi, (unsigned)call))
			return true;
	}
	return false;
}

/* Why calls have to be recorded, and not only counted; NULL: they need not be. */
static const char *needs_records(const struct options *o)
{
	const struct { bool is; const char *why; } reasons[] = {
		{ o->ready && o->view != &ready_counts_view, "of the columns" }, { o->summary.with_lines, "of the lines" }, { o->also_record, "of --also-record" },
		{ !tally_by(&o->summary), "it is also by file or descriptor, which only records have" },
		{ wants_aio(o), "of requests of aio" },
		{ o->npaths, "of --path" }, { o->ncomms, "of --comm" }, { o->max_events, "of --max-events" }, { o->switch_on || o->switch_off, "of --switch-on or -off" },
		{ o->cannot_count, o->cannot_count }, { o->delay, "of --delay" }, { o->has_cpus, "of --cpu" }, { o->stacks != STACKS_NONE, "of call stacks" }, { o->hold, "of --hold" }, { o->flight_bytes, "of --flight-recorder" },
	};

	for (unsigned i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].is)
			return reasons[i].why;
	return NULL;
}

static void choose_tally(struct options *o)
{
	const char *why;

	if ((!o->summary.view && !o->top.on && !o->metrics.on && (!o->ready || o->ready->lines != LINES_OF_GROUPS)) || !(o->in & (IN_LIVE | IN_RECORD)) || o->input)
		return;
	why = needs_records(o);
	if (why)
		msg__info("calls are recorded and counted afterwards, because %s", why);
	else
		o->tally = o->top.on && !o->top.batch ? TALLY_OF_TOP : tally_by(&o->summary);
	if (o->tally && (o->summary.over_time || o->top.on || o->metrics.on))
		o->tally_interval = o->summary.interval ? o->summary.interval : HEAT_PERIOD_NS;
	if (o->top.on)
		o->names = o->tally;	/* of users and control groups, which tallies have */
	for (unsigned i = 0; o->tally && i < o->summary.nby; i++)
		o->names |= group_part__is_owner(o->summary.by[i]);	/* which are nothing but names */
}

/* May requests of aio be added to what the kernel counts? */
static bool adds_aio(const struct options *o)
{
	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END && !o->no_aio && options__adds_calls(o); nr++)
		if (syscall_set__has(&o->calls, abi__native(), nr))
			return true;
	return false;
}

void options__finish_tally(struct options *o)
{
	o->tally = 0;
	o->tally_interval = 0;
	choose_tally(o);
	o->user_names = o->w.owners >> SHOW_USER & 1 || o->top.on || (o->ready && ready_view__has_owner(o->ready));
	o->wants_owners = o->in & TRACING && !o->input &&
			  (o->tally ? adds_aio(o) && (o->top.on || options__show_owners(o)) : o->in == IN_RECORD || o->also_record || o->top.on || options__show_owners(o));
}

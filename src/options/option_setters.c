// SPDX-License-Identifier: BSD-2-Clause
/* option_setters.c - reads the values of options that are more than one member of struct options. */
#include "option_setters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/verbs.h"
#include "bpf/plan.h"
#include "bpf/wire.h"
#include "config/option_values.h"
#include "config/ready_views.h"
#include "host/containers.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "option_table.h"
#include "options_summary.h"
#include "path_option.h"
#include "query/schema.h"
#include "views/views.h"
#include "writers/text.h"

#define COMPRESS_MAX 19		/* higher levels of zstd take a lot of memory */
#define STRING_LIMIT_MAX PLAN_WHOLE

int set__time_of_day(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->w.clock = o->w.clock == CLOCK_OF_DAY ? CLOCK_OF_CALENDAR : CLOCK_OF_DAY;
	return 0;
}

/* Numbers, or names of processes: no name begins with a digit here. */
int set__pids(struct options *o, const char *as, const char *value)
{
	if (!*value || strpbrk(value, ",") || (*value >= '0' && *value <= '9'))
		return value__ids(as, value, &o->pids);
	if (!VEC_MORE(o->called, o->ncalled, 1))
		return -ENOMEM;
	o->called[o->ncalled++] = (char *)value;
	return 0;
}

int set__tids(struct options *o, const char *as, const char *value)
{
	bool seconds = !strcmp(value, "tt");

	if (seconds || !strcmp(value, "t")) {		/* strace's -tt and -ttt: "t" and "tt" are no thread IDs */
		o->w.clock = seconds ? CLOCK_EPOCH : CLOCK_OF_DAY;
		return 0;
	}
	return value__ids(as, value, &o->tids);
}

/* Also strace's --attach=PID. */
int set__attach(struct options *o, const char *as, const char *value)
{
	static const char *const words[] = { [ATTACH_AUTO] = "auto", [ATTACH_FUNCTIONS] = "functions", [ATTACH_TRACEPOINTS] = "tracepoints" };

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(value, words[i])) {
			o->attach = (enum attach_by)i;
			return 0;
		}
	if (*value >= '0' && *value <= '9')
		return value__ids(as, value, &o->pids);
	msg__error("%s: '%s' is none of auto, functions, tracepoints, and no process ID", as, value);
	return -EINVAL;
}

/* Its meaning depends on whether there is a command: see finish_user(). */
int set__user(struct options *o, const char *as, const char *value)
{
	uid_t uid;

	o->user = value;
	return value__user(as, value, &uid);
}

int set__cgroup(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "the path of a cgroup"))
		return -EINVAL;
	if (!VEC_MORE(o->cgroups, o->ncgroups, 1) || !(o->cgroups[o->ncgroups] = strdup(value)))
		return -ENOMEM;
	o->ncgroups++;
	return 0;
}

/* Names, comma-separated. */
static int add_owners(struct options *o, unsigned what, const char *as, const char *value)
{
	for (size_t len; ; value += len + 1) {
		len = strcspn(value, ",");
		if (!len)
			return value__nonempty(as, "", "a name");
		if (!VEC_MORE(o->owners, o->nowners, 1))
			return -ENOMEM;
		o->owners[o->nowners] = (struct owner_name){ .what = what, .name = strndup(value, len) };
		if (!o->owners[o->nowners++].name)
			return -ENOMEM;
		if (!value[len])
			return 0;
	}
}

int set__container(struct options *o, const char *as, const char *value)
{
	return add_owners(o, OWNER_CONTAINER, as, value);
}

int set__pod(struct options *o, const char *as, const char *value)
{
	return add_owners(o, OWNER_POD, as, value);
}

int set__unit(struct options *o, const char *as, const char *value)
{
	return add_owners(o, OWNER_UNIT, as, value);
}

/* Takes ownership of the list. */
static int add_list(struct options *o, char *list)
{
	if (!VEC_MORE(o->lists, o->nlists, 1)) {
		free(list);
		return -ENOMEM;
	}
	o->lists[o->nlists++] = list;
	return 0;
}

/* Names with a colon are events, others calls. */
int set__select(struct options *o, const char *as, const char *value)
{
	char why[256], *calls;
	int err = event_select__add(&o->events, value, &calls);

	(void)as;
	if (err || !calls)
		return err;
	o->selected = true;
	if (o->in & READING)
		return add_list(o, calls);
	err = syscall_select__add(&o->select, calls, why, sizeof(why));
	if (!err && o->top.on)
		return add_list(o, calls);	/* for the lines of a thread */
	free(calls);
	if (!err)
		return 0;
	msg__error("%s", why);
	return -EINVAL;
}

int set__filter(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "the filter"))
		return -EINVAL;
	if (event_select__filter(&o->events, value))
		return 0;
	msg__error("%s: '%s' has no event before it: give -e SYSTEM:NAME first", as, value);
	return -EINVAL;
}

int set__faults(struct options *o, const char *as, const char *value)
{
	static const unsigned faults[] = { FAULTS_MAJOR | FAULTS_MINOR, FAULTS_MAJOR, FAULTS_MINOR };
	unsigned which = 0;
	int err = value__word(as, value, "all, maj, min", &which);

	o->faults |= faults[which];
	return err;
}

int set__cpus(struct options *o, const char *as, const char *value)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int err = value__cpus(as, value, o->cpus);

	o->has_cpus = true;
	for (unsigned cpu = 0; !err && o->in & TRACING && n > 0 && cpu < SHOW_CPUS_MAX; cpu++)
		if (o->cpus[cpu / 64] >> (cpu % 64) & 1 && cpu >= n) {
			msg__error("%s: there is no CPU %u: this machine has %ld, which are 0 to %ld", as, cpu, n, n - 1);
			return -EINVAL;
		}
	return err;
}

int set__path(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "a path"))
		return -EINVAL;
	if (path_option__add(o, value) == 0)
		return 0;
	msg__error("%s: the working directory is not known: give '%s' as an absolute path", as, value);
	return -EINVAL;
}

int set__comm(struct options *o, const char *as, const char *value)
{
	if (!VEC_MORE(o->comms, o->ncomms, 1))
		return -ENOMEM;
	o->comms[o->ncomms++] = (char *)value;
	return value__nonempty(as, value, "the name of a thread");
}

int set__compress(struct options *o, const char *as, const char *value)
{
	uint64_t level;
	int err;

	if (!strcmp(value, "none")) {
		o->compress = 0;
		return 0;
	}
	err = value__count(as, value, 1, COMPRESS_MAX, &level);
	if (!err)
		o->compress = (int)level;
	return err;
}

int set__rotate(struct options *o, const char *as, const char *value)
{
	if (!value__time(value, &o->rotate_ns))
		return 0;
	return value__size(as, value, OPTION_FILE_MIN, "", &o->rotate_bytes);
}

int set__format(struct options *o, const char *as, const char *value)
{
	o->view = views__find(o->in, as, value);
	return o->view ? 0 : -EINVAL;
}

/* Names of tables, comma-separated. */
int set__tables(struct options *o, const char *as, const char *value)
{
	for (size_t n = 0; *value; value += n + (value[n] == ',')) {
		unsigned i = 0;

		n = strcspn(value, ",");
		if (n == 3 && !strncmp(value, "all", n)) {
			o->tables = (1u << TABLES) - 1;
			continue;
		}
		while (i < TABLES && (strlen(tables[i].name) != n || strncmp(tables[i].name, value, n)))
			i++;
		if (i == TABLES) {
			msg__error("%s: there is no table '%.*s': see trace query --schema", as, (int)n, value);
			return -EINVAL;
		}
		o->tables |= 1u << i;
	}
	return o->tables ? 0 : value__nonempty(as, "", "the name of a table");
}

int set__schema(struct options *o, const char *as, const char *value)
{
	unsigned only;

	o->schema = true;
	return value__word(as, value, "clickhouse", &only);
}

int set__cluster(struct options *o, const char *as, const char *value)
{
	o->cluster = value;
	if (*value && strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(value))
		return 0;
	msg__error("%s: '%s' is no name of a cluster: letters, digits and _", as, value);
	return -EINVAL;
}

int set__flame(struct options *o, const char *as, const char *value)
{
	if (o->stacks == STACKS_NONE)
		o->stacks = STACKS_FP;
	return options__set_picture(o, as, value, &flame_view);
}

/* -S keeps the lines; --summary, --histogram and --heat exclude each other. */
int set__summary(struct options *o, const char *as, const char *value)
{
	static const struct { const char *as; const struct view_ops *view; } views[] = {
		{ "--histogram", &histogram_view }, { "--heat", &heat_view },
	};
	const struct view_ops *view = &summary_view;

	(void)value;
	for (unsigned i = 0; i < sizeof(views) / sizeof(views[0]); i++)
		if (!strcmp(views[i].as, as))
			view = views[i].view;
	o->summary.with_lines |= !strcmp(as, "-S") || !strcmp(as, "--with-summary");
	if (o->summary.view && o->summary.view != view) {
		msg__error("%s: --%s was given, too: choose one", as, o->summary.view->name);
		return -EINVAL;
	}
	o->summary.view = view;
	return 0;
}

/* With a file the map is a picture. */
int set__heat(struct options *o, const char *as, const char *value)
{
	if (!value)
		return set__summary(o, as, value);
	return options__set_picture(o, as, value, &heatmap_view);
}

int set__by(struct options *o, const char *as, const char *value)
{
	struct summary_config *c = &o->summary;
	const char *bad;
	size_t len;
	int err = groups__read(value, c->by, &c->nby, &bad, &len);

	if (!err)
		return 0;
	if (err == -EEXIST)
		msg__error("%s: '%.*s' is there twice", as, (int)len, bad);
	else if (c->nby == GROUP_PARTS)
		msg__error("%s: '%s' has more than %u parts", as, value, GROUP_PARTS);
	else
		msg__error("%s: '%.*s' is not one of %s", as, (int)len, bad, GROUP_PART_NAMES);
	return -EINVAL;
}

int set__interval(struct options *o, const char *as, const char *value)
{
	return value__seconds(as, value, &o->summary.interval);
}

int set__view(struct options *o, const char *as, const char *value)
{
	o->ready = ready_views__find(as, value);
	return o->ready ? 0 : -EINVAL;
}

/* Columns, comma-separated. */
int set__show(struct options *o, const char *as, const char *value)
{
	char word[32];

	for (size_t n; *value; value += n + (value[n] == ',')) {
		unsigned column = 0;

		n = strcspn(value, ",");
		snprintf(word, sizeof(word), "%.*s", (int)n, value);
		if (value__word(as, word, OWNER_COLUMN_NAMES, &column))
			return -EINVAL;
		o->w.owners |= 1u << column;
	}
	return o->w.owners ? 0 : value__nonempty(as, "", "a column");
}

int set__slow(struct options *o, const char *as, const char *value)
{
	char *end = NULL;

	o->slow.on = true;
	o->slow.percent = 0;
	if (*value != 'p')
		return value__ms(as, value, &o->slow.ns);
	if (value[1] >= '0' && value[1] <= '9')
		o->slow.percent = strtod(value + 1, &end);
	if (end && !*end && o->slow.percent >= 50 && o->slow.percent <= 99.999)
		return 0;
	msg__error("%s: '%s' is not a percentile from p50 to p99.999", as, value);
	return -EINVAL;
}

int set__batch(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->top.batch = true;
	return 0;
}

int set__top_by(struct options *o, const char *as, const char *value)
{
	unsigned by = 0;
	int err = value__word(as, value, TOP_GROUPINGS, &by);

	o->top.by = (enum top_by)by;
	return err;
}

int set__width(struct options *o, const char *as, const char *value)
{
	o->no_folding = !strcmp(value, "none");
	o->width = 0;
	return o->no_folding || !strcmp(value, "auto") ? 0 : value__count(as, value, TEXT_WIDTH_MIN, 100000, &o->width);
}

static int set_when(int *when, const char *as, const char *value)
{
	unsigned which = 1;
	int err = value ? value__word(as, value, "auto, always, never", &which) : 0;

	*when = 2 - (int)which;
	return err;
}

int set__color(struct options *o, const char *as, const char *value)
{
	return set_when(&o->color, as, value);
}

int set__progress(struct options *o, const char *as, const char *value)
{
	return set_when(&o->progress, as, value);
}

int set__call_graph(struct options *o, const char *as, const char *value)
{
	uint64_t bytes = o->stack_copy;
	int err = 0;

	if (!value || !strcmp(value, "fp")) {
		o->stacks = STACKS_FP;
		return 0;
	}
	if (strncmp(value, "dwarf", 5) || (value[5] && value[5] != ',')) {
		msg__error("%s: '%s' is not one of fp, dwarf, dwarf,BYTES", as, value);
		return -EINVAL;
	}
	if (value[5])
		err = value__count(as, value + 6, 256, STACK_COPY, &bytes);
	o->stacks = STACKS_DWARF;
	o->stack_copy = (uint32_t)bytes & ~7u;
	return err;
}

int set__wait(struct options *o, const char *as, const char *value)
{
	o->wait.on = true;
	return value ? value__ms(as, value, &o->wait.least) : 0;
}

int set__waits(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->wait.on = o->wait.sums = true;
	o->view = &waits_view;
	return 0;
}

int set__string_limit(struct options *o, const char *as, const char *value)
{
	size_t n = STRING_LIMIT_MAX;
	int err = strcmp(value, "all") ? value__size(as, value, 0, "", &n) : 0;

	if (!err && n > STRING_LIMIT_MAX) {
		msg__error("%s: '%s' is too large: give at most 16M, or all", as, value);
		err = -EINVAL;
	}
	if (!err)
		o->w.string_limit = (unsigned)n;
	return err;
}

int set__late(struct options *o, const char *as, const char *value)
{
	unsigned which = 0;
	int err = value__word(as, value, "show, hide", &which);

	o->show_late = !which;
	return err;
}

int serve__help(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	options__print_help(o->top.on ? IN_TOP : o->in);
	return 1;
}

int serve__version(struct options *o, const char *as, const char *value)
{
	(void)o, (void)as, (void)value;
	options__print_version();
	return 1;
}

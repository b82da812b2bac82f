// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_attribute_values.c - every netlink attribute with a number, a text or an address: one of known content shows its name and that value
 * (attribute_values.h and others: tables by their list of names). Of others, whose value depends on their neighbours or has a structure, the name.
 */
#include "beautifiers/netlink/generic.h"
#include "netlink_fixture.h"

enum as { U8_, U16_, U32_, U64_, S8_, S16_, S32_, S64_, X8_, X16_, X32_, X64_, B16_, B32_, B64_, H16_, H32_, H64_, TEXT_, INDEX_, MAC_, IN_, IN6_, ANY_, AS_END };

static const struct { const char *bytes; unsigned len; const char *shown; } values[AS_END] = {
	[U8_]    = { "\7", 1, "7" },
	[U16_]   = { "\1\2", 2, "513" },
	[U32_]   = { "\1\2\3\4", 4, "67305985" },
	[U64_]   = { "\1\2\3\4\5\6\7\10", 8, "578437695752307201" },
	[S8_]    = { "\376", 1, "-2" },
	[S16_]   = { "\376\377", 2, "-2" },
	[S32_]   = { "\376\377\377\377", 4, "-2" },
	[S64_]   = { "\376\377\377\377\377\377\377\377", 8, "-2" },
	[X8_]    = { "\7", 1, "0x7" },
	[X16_]   = { "\1\2", 2, "0x201" },
	[X32_]   = { "\1\2\3\4", 4, "0x4030201" },
	[X64_]   = { "\1\2\3\4\5\6\7\10", 8, "0x807060504030201" },
	[B16_]   = { "\1\2", 2, "258" },
	[B32_]   = { "\1\2\3\4", 4, "16909060" },
	[B64_]   = { "\1\2\3\4\5\6\7\10", 8, "72623859790382856" },
	[H16_]   = { "\1\2", 2, "0x102" },
	[H32_]   = { "\1\2\3\4", 4, "0x1020304" },
	[H64_]   = { "\1\2\3\4\5\6\7\10", 8, "0x102030405060708" },
	[TEXT_]  = { "abc", 4, "\"abc\"" },
	[INDEX_] = { "\1\0\0", 4, "1<lo>" },
	[MAC_]   = { "\1\2\3\4\5\6", 6, "\"01:02:03:04:05:06\"" },
	[IN_]    = { "\1\2\3\4", 4, "\"1.2.3.4\"" },
	[IN6_]   = { "\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\2", 16, "\"1::2\"" },
	[ANY_]   = { "\0\0\0", 4, "" },
};

static const struct group { const char *list; enum as as; const char *names; } groups[] = {
#include "attribute_values.h"
#include "attribute_values_2.h"
#include "attribute_values_3.h"
#include "attribute_values_4.h"
};

static const struct attrs *shown_attrs;

static void show_attrs(struct show *s, const struct arg *a)
{
	struct nl n = { .s = s, .arg = a, .bytes = bytes, .have = len, .protocol = -1 };

	nl__attrs(&n, 0, len, shown_attrs);
}
static const struct kind kind_attrs = { .name = "attrs", .show = show_attrs };
static const struct row attrs_row = { "x", ARGS({ .name = "a", .name_len = 1, .kind = &kind_attrs }) };

/* What an attribute of this type and content is shown as, between its header and the end. */
static const char *shown_value(const struct attrs *t, uint16_t type, enum as as)
{
	const struct writer *w = begin_lines("text");

	len = 0;
	attr(type, values[as].bytes, values[as].len);
	len = 4 + values[as].len;
	shown_attrs = t;
	rec(ABI_X86_64, 5, AT, 0);
	assert_int_equal(call__parse(&call, &record.call, &netlink_names), 0);
	call.row = &attrs_row;
	return strstr(line_of_call(w), "a: [{");
}

static bool matches(const struct attrs *t, const struct flag *f, enum as as)
{
	const char *line = shown_value(t, (uint16_t)f->value, as);
	char expected[256];

	snprintf(expected, sizeof(expected), "a: [{nla_len: %u, nla_type: %s}, %s%s", 4 + values[as].len, f->name + f->skip, values[as].shown, as == ANY_ ? "" : "])");
	return line && !strncmp(line, expected, strlen(expected));
}

/* -- All tables -------------------------------------------------------------------------------------------------------- */

#define TABLES_MOST 1024
static const struct attrs *tables[TABLES_MOST];
static unsigned ntables;

static void collect(const struct attrs *t);

static void collect_inner(const struct attr *a)
{
	if (!a || !a->show || a->show == attr__struct_and_structs || !a->nested)
		return;
	if (a->show != attr__chosen) {
		collect(a->nested);
		return;
	}
	for (unsigned i = 0; i < a->choices->n; i++) {
		if (a->choices->of[i].attrs)
			collect(a->choices->of[i].attrs);
		collect_inner(a->choices->of[i].as);
	}
	collect_inner(a->choices->otherwise);
}

static void collect(const struct attrs *t)
{
	struct attr made;

	for (unsigned i = 0; i < ntables; i++)
		if (tables[i] == t)
			return;
	assert_true(ntables < TABLES_MOST);
	tables[ntables++] = t;
	collect_inner(t->any);
	for (unsigned i = 0; t->names && (t->named || t->later) && i < t->names->n; i++)
		if (named_attr__find(t, (uint16_t)t->names->flags[i].value, ABI_X86_64, &made))
			collect_inner(&made);
	for (unsigned i = 0; t->of && i < t->n; i++)
		collect_inner(&t->of[i]);
	for (unsigned i = 0; t->beyond && i < t->nbeyond; i++)
		collect_inner(&t->beyond[i]);
}

static int collect_all(void **state_)
{
	const struct nl_protocol *p;
	const struct payload *payload;
	const struct genl_family *f;

	(void)state_;
	for (unsigned i = 0; i < 32; i++)
		for (unsigned k = 0; (p = nl__protocol(i)) && (payload = p->nth ? p->nth(k) : k < p->npayloads ? &p->payloads[k] : NULL); k++)
			if (payload->attrs)
				collect(payload->attrs);
	collect(&nl_error_attrs);
	for (unsigned i = 0; (f = genl_family__nth(i)); i++) {
		if (f->attrs)
			collect(f->attrs);
		if (f->event_attrs)
			collect(f->event_attrs);
		for (unsigned k = 0; k < f->nby; k++)
			collect(f->by[k].attrs);
	}
	return 0;
}

/* -- The test ---------------------------------------------------------------------------------------------------------- */

static const struct flag *flag_named(const struct flag_table *t, const char *name, size_t name_len)
{
	for (unsigned i = 0; i < t->n; i++)
		if (t->flags[i].len == name_len && !memcmp(t->flags[i].name, name, name_len))
			return &t->flags[i];
	return NULL;
}

/* Of several tables with one list, one has the value. Names that the build machine's headers lack are left out. */
static void check_name(const struct group *g, const char *name, size_t name_len)
{
	const struct flag *f = NULL;

	for (unsigned i = 0; i < ntables; i++) {
		if (!tables[i]->names || strcmp(tables[i]->names->id, g->list) || !(f = flag_named(tables[i]->names, name, name_len)))
			continue;
		if (matches(tables[i], f, g->as))
			return;
	}
	if (f)
		fail_msg("%s %.*s", g->list, (int)name_len, name);
}

static void every_value(void **state_)
{
	(void)state_;
	for (const struct group *g = groups; g < groups + sizeof(groups) / sizeof(groups[0]); g++)
		for (const char *p = g->names, *end; *p; p = *end ? end + 1 : end) {
			end = strchrnul(p, ' ');
			check_name(g, p, (size_t)(end - p));
		}
}

/* Every attribute of every length, cut anywhere */
static void hostile_lengths(void **state_)
{
	(void)state_;
	srand(5);
	for (unsigned i = 0; i < ntables; i++)
		for (unsigned k = 0; tables[i]->names && k < tables[i]->names->n; k++)
			for (unsigned n = 0; n < 4; n++) {
				len = 0;
				attr((uint16_t)tables[i]->names->flags[k].value, bytes + 256, (unsigned)rand() % 80);
				for (unsigned b = 4; b < len; b++)
					bytes[b] = (uint8_t)(rand() % 3 ? rand() % 8 : rand());
				len = n ? len : (unsigned)rand() % (len + 1);
				shown_attrs = tables[i];
				rec(ABI_X86_64, 5, AT, 0);
				assert_int_equal(call__parse(&call, &record.call, &netlink_names), 0);
				call.row = &attrs_row;
				begin_lines("text")->call_begin(&out, &(struct event){ .cpu = CPU_NONE }, "x86_64", false, 0, "x", state);
				show__args(&show, &call, state);
				end_lines();
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_value), cmocka_unit_test(hostile_lengths) };

	return cmocka_run_group_tests(tests, collect_all, NULL);
}

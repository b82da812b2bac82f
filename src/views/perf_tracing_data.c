// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_tracing_data.c - the tracing data of a perf.data file: format files of its tracepoints, so that readers need no tracefs.
 *
 * Values of a call, and `long`, have 64 bits on every machine. Fields have the kernel's names, which scripts use; data that trace does
 * not record (a signal's handler) has no field.
 */
#include "perf_tracing_data.h"

#include <stdio.h>
#include <string.h>

#define COMMON \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n" \
	"\n"

/*
 * The header of a page of the kernel's ring buffers. The file has no such pages, but readers require it, and take the size of `commit`
 * as that of a long.
 */
#define PAGE \
	"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n" \
	"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n" \
	"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n" \
	"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;\n"

struct tracepoint {
	const char *name;
	unsigned id;
	const char *fields, *print;
};

static const struct tracepoint syscalls[] = {
	{ "sys_enter", PERF_SYS_ENTER,
	  "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
	  "\tfield:unsigned long args[6];\toffset:16;\tsize:48;\tsigned:0;\n",
	  "\"NR %ld (%lx, %lx, %lx, %lx, %lx, %lx)\", REC->id, REC->args[0], REC->args[1], REC->args[2], REC->args[3], "
	  "REC->args[4], REC->args[5]" },
	{ "sys_exit", PERF_SYS_EXIT,
	  "\tfield:long id;\toffset:8;\tsize:8;\tsigned:1;\n"
	  "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n",
	  "\"NR %ld = %ld\", REC->id, REC->ret" },
};

static const struct tracepoint signals[] = {
	{ "signal_deliver", PERF_SIGNAL,
	  "\tfield:int sig;\toffset:8;\tsize:4;\tsigned:1;\n"
	  "\tfield:int errno;\toffset:12;\tsize:4;\tsigned:1;\n"
	  "\tfield:int code;\toffset:16;\tsize:4;\tsigned:1;\n",
	  "\"sig=%d errno=%d code=%d\", REC->sig, REC->errno, REC->code" },
};

static void add_u32(struct buf *b, uint32_t v)
{
	buf__add(b, &v, sizeof(v));
}

static void add_sized(struct buf *b, const char *text)
{
	uint64_t size = strlen(text);

	buf__add(b, &size, sizeof(size));
	buf__add(b, text, size);
}

static void add_format(struct buf *b, const struct tracepoint *t)
{
	char text[1024];

	snprintf(text, sizeof(text), "name: %s\nID: %u\nformat:\n" COMMON "%s\nprint fmt: %s\n", t->name, t->id, t->fields,
		 t->print);
	add_sized(b, text);
}

static void add_system(struct buf *b, const char *name, const struct tracepoint *t, uint32_t n)
{
	buf__add_text(b, name);
	add_u32(b, n);
	for (uint32_t i = 0; i < n; i++)
		add_format(b, &t[i]);
}

void perf_tracing_data__add(struct buf *b, uint32_t page_size)
{
	const uint8_t head[] = { 0x17, 0x08, 'D' };
	const uint8_t machine[] = { __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 8 };	/* order, bytes of a long */

	buf__add(b, head, sizeof(head));
	buf__add(b, "tracing", 7);
	buf__add_text(b, "0.6");
	buf__add(b, machine, sizeof(machine));
	add_u32(b, page_size);
	buf__add_text(b, "header_page");
	add_sized(b, PAGE);
	buf__add_text(b, "header_event");
	add_sized(b, "\n");			/* unused, but must not be empty */
	add_u32(b, 0);				/* formats of ftrace's own events */
	add_u32(b, 2);				/* systems */
	add_system(b, "raw_syscalls", syscalls, sizeof(syscalls) / sizeof(syscalls[0]));
	add_system(b, "signal", signals, sizeof(signals) / sizeof(signals[0]));
	add_u32(b, 0);				/* symbols of the kernel */
	add_u32(b, 0);				/* formats of trace_printk() */
	add_sized(b, "");			/* names of threads: none, they are COMM events */
}

// SPDX-License-Identifier: BSD-2-Clause
/* ctf_metadata.c - the metadata of a CTF trace, in TSDL. */
#include "ctf_format.h"

#include "writers/text.h"

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ORDER "be"
#else
#define ORDER "le"
#endif

static const char trace[] =
	CTF_SIGNATURE "\n"
	"\n"
	"typealias integer { size = 8; align = 8; signed = false; } := u8;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := u32;\n"
	"typealias integer { size = 32; align = 8; signed = true; } := i32;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := u64;\n"
	"typealias integer { size = 64; align = 8; signed = true; } := i64;\n"
	"typealias integer { size = 64; align = 8; signed = false; base = 16; } := x64;\n"
	"\n"
	"trace {\n"
	"\tmajor = 1;\n"
	"\tminor = 8;\n"
	"\tbyte_order = " ORDER ";\n"
	"\tpacket.header := struct {\n"
	"\t\tu32 magic;\n"
	"\t\tu32 stream_id;\n"
	"\t};\n"
	"};\n"
	"\n";

/* Viewers expect the name cpu_id. */
static const char stream[] =
	"typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; } := time;\n"
	"\n"
	"stream {\n"
	"\tid = 0;\n"
	"\tpacket.context := struct {\n"
	"\t\ttime timestamp_begin;\n"
	"\t\ttime timestamp_end;\n"
	"\t\tu64 content_size;\n"
	"\t\tu64 packet_size;\n"
	"\t\tu64 events_discarded;\n"
	"\t};\n"
	"\tevent.header := struct {\n"
	"\t\tu32 id;\n"
	"\t\ttime timestamp;\n"
	"\t};\n"
	"\tevent.context := struct {\n"
	"\t\ti32 pid;\n"
	"\t\ti32 tid;\n"
	"\t\ti32 cpu_id;\n"
	"\t\tstring { encoding = UTF8; } comm;\n"
	"\t};\n"
	"};\n"
	"\n";

#define TEXT "\t\tstring { encoding = UTF8; } "

static const struct {
	enum ctf_id id;
	const char *name, *fields;
} events[] = {
	{ CTF_SIGNAL, "signal",    "\t\ti32 signo;\n\t\ti32 code;\n\t\ti32 err;\n" TEXT "name;\n" TEXT "info;\n" },
	{ CTF_EXIT,   "task_exit", "\t\ti32 status;\n\t\ti32 signo;\n\t\tu8 core_dumped;\n" },
	{ CTF_FORK,   "task_fork", "\t\ti32 parent_pid;\n\t\ti32 parent_tid;\n" },
	{ CTF_EXEC,   "task_exec", "\t\ti32 old_tid;\n" },
	{ CTF_NAME,   "task_name", "" },
	{ CTF_LOSS,   "loss",      "\t\tu64 count;\n\t\tu64 first;\n\t\tu64 last;\n" TEXT "reason;\n" },
};

static const char call_fields[] =
	"\t\tu64 dur;\n"
	"\t\ti64 ret;\n"
	"\t\tenum : u8 { done, unfinished, resumed, ended } state;\n"
	TEXT "args;\n"
	TEXT "result;\n"
	"\t\tu8 nargs;\n"
	"\t\tx64 raw[nargs];\n";

static void put_number(struct out *o, const char *name, uint64_t v)
{
	out__lit(o, "\t");
	put_str(o, name);
	out__lit(o, " = ");
	FMT(o, fmt__u64, v);
	out__lit(o, ";\n");
}

static void put_fact(struct out *o, const char *name, const char *value)
{
	if (!*value)
		return;
	out__lit(o, "\t");
	put_str(o, name);
	out__lit(o, " = \"");
	escape__text(o, value, strlen(value), ESCAPE_STRING);
	out__lit(o, "\";\n");
}

static void put_env(struct out *o, const struct origin *origin)
{
	out__lit(o, "env {\n");
	put_fact(o, "tracer_name", "trace");
	put_fact(o, "tracer_version", TRACE_VERSION);
	put_fact(o, "hostname", origin->host);
	put_fact(o, "sysname", "Linux");
	put_fact(o, "kernel_release", origin->kernel);
	put_fact(o, "machine", origin->machine);
	put_fact(o, "command", origin->command ? origin->command : "");
	out__lit(o, "};\n\n");
}

/* Time stamps are CLOCK_MONOTONIC; with the offset they are the time of day. */
static void put_clock(struct out *o, uint64_t offset)
{
	out__lit(o, "clock {\n\tname = monotonic;\n\tdescription = \"CLOCK_MONOTONIC\";\n");
	put_number(o, "freq", NS_PER_SEC);
	put_number(o, "offset_s", offset / NS_PER_SEC);
	put_number(o, "offset", offset % NS_PER_SEC);
	out__lit(o, "};\n\n");
}

static void put_event(struct out *o, uint32_t id, const char *name, const char *fields)
{
	out__lit(o, "event {\n\tname = \"");
	put_str(o, name);
	out__lit(o, "\";\n");
	put_number(o, "id", id);
	put_number(o, "stream_id", 0);
	out__lit(o, "\tfields := struct {\n");
	put_str(o, fields);
	out__lit(o, "\t};\n};\n\n");
	out__line_begin(o);
}

void ctf_metadata__begin(struct out *o, const struct origin *origin, uint64_t start_mono, uint64_t start_real)
{
	put_str(o, trace);
	put_env(o, origin);
	put_clock(o, start_real > start_mono ? start_real - start_mono : 0);
	put_str(o, stream);
	for (unsigned i = 0; i < sizeof(events) / sizeof(events[0]); i++)
		put_event(o, events[i].id, events[i].name, events[i].fields);
}

void ctf_metadata__call(struct out *o, uint32_t id, const char *name)
{
	put_event(o, id, name, call_fields);
}

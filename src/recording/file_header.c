// SPDX-License-Identifier: BSD-2-Clause
/* file_header.c - writes and reads the header block. */
#include "file_header.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/small_file.h"
#include "lib/varint.h"
#include "syscalltbl/syscalltbl.h"

#ifndef TRACE_VERSION
#define TRACE_VERSION "unknown"
#endif

/* -- Writing --------------------------------------------------------------------------------------------------------- */

static void add_section(struct buf *b, enum section_type type, const void *p, size_t len)
{
	buf__add_varint(b, type);
	buf__add_varint(b, len);
	buf__add(b, p, len);
}

static void add_text(struct buf *b, enum section_type type, const char *text)
{
	add_section(b, type, text, strlen(text));
}

/* Appends a section and frees its data. */
static void add_buf(struct buf *b, enum section_type type, struct buf *data)
{
	add_section(b, type, data->p, data->len);
	b->failed |= data->failed;
	buf__free(data);
}

static void add_varints(struct buf *b, enum section_type type, const uint64_t *v, unsigned n)
{
	struct buf data = {};

	for (unsigned i = 0; i < n; i++)
		buf__add_varint(&data, v[i]);
	add_buf(b, type, &data);
}

static void add_clocks(struct buf *b)
{
	uint64_t v[] = { clock__ns(CLOCK_MONOTONIC), clock__ns(CLOCK_REALTIME), clock__ns(CLOCK_BOOTTIME) };

	add_varints(b, SECTION_CLOCKS, v, 3);
}

static void add_boot_id(struct buf *b)
{
	char text[40];

	if (!small_file__line(text, sizeof(text), "/proc/sys/kernel/random/boot_id"))
		add_section(b, SECTION_BOOT_ID, text, strlen(text));
}

static void add_command(struct buf *b, int argc, char *const *argv)
{
	struct buf data = {};

	buf__add_text(&data, "trace");
	for (int i = 0; i < argc; i++)
		buf__add_text(&data, argv[i]);
	add_buf(b, SECTION_COMMAND, &data);
}

static void add_machine(struct buf *b)
{
	struct utsname u;
	uint64_t cpus[] = { (uint64_t)sysconf(_SC_NPROCESSORS_CONF), (uint64_t)sysconf(_SC_NPROCESSORS_ONLN) };
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	if (!uname(&u)) {
		add_text(b, SECTION_HOST, u.nodename);
		add_text(b, SECTION_KERNEL, u.release);
		add_text(b, SECTION_MACHINE, u.machine);
	}
	add_varints(b, SECTION_CPUS, cpus, 2);
	add_varints(b, SECTION_PAGE_SIZE, &page, 1);
}

static void add_calls(struct buf *b, enum abi abi)
{
	struct buf about = {}, data = {};

	buf__add_varint(&about, abi);
	buf__add_varint(&about, abi__word_size(abi));
	buf__add_text(&about, abi__name(abi));
	add_buf(b, SECTION_ABI, &about);
	buf__add_varint(&data, abi);
	for (unsigned nr = 0; nr < SYSCALL_MUX_END; nr++) {
		const char *name = syscalltbl__name(abi, nr);

		if (!name || syscalltbl__is_request(nr))
			continue;
		buf__add_varint(&data, nr);
		buf__add_text(&data, name);
	}
	add_buf(b, SECTION_CALL_NAMES, &data);
}

static void add_names(struct buf *b, enum section_type type, const char *(*name_of)(int), int max)
{
	struct buf data = {};

	for (int n = 1; n <= max; n++) {
		const char *name = name_of(n);

		if (!name)
			continue;
		buf__add_varint(&data, (uint64_t)n);
		buf__add_text(&data, name);
	}
	add_buf(b, type, &data);
}

void file_header__make(struct buf *b, int argc, char *const *argv)
{
	add_text(b, SECTION_RECORDER, TRACE_VERSION);
	add_machine(b);
	add_boot_id(b);
	add_clocks(b);
	add_command(b, argc, argv);
	for (int abi = 0; abi < ABI_COUNT; abi++)
		if (abi__native_family() & ABI_BIT(abi))
			add_calls(b, (enum abi)abi);
	add_names(b, SECTION_ERRNO_NAMES, errno__name, 1023);
	add_names(b, SECTION_SIGNAL_NAMES, signal__name, 64);
}

/* -- Reading --------------------------------------------------------------------------------------------------------- */

static void read_text(char *to, size_t size, const uint8_t *p, const uint8_t *end)
{
	size_t len = (size_t)(end - p);

	if (len >= size)
		len = size - 1;
	memcpy(to, p, len);
	to[len] = 0;
}

static void read_varints(const uint8_t *p, const uint8_t *end, uint64_t *v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (!varint__get(&p, end, &v[i]))
			return;
}

static bool is_plain(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)word[i]) && !strchr("%+,-./:=@_^", word[i]))
			return false;
	return len;
}

/* The command line, quoted for a shell. */
static void read_command(struct origin *o, const uint8_t *p, const uint8_t *end)
{
	struct buf b = {};

	while (p < end) {
		size_t len = strnlen((const char *)p, (size_t)(end - p));
		const char *quote = is_plain((const char *)p, len) ? "" : "'";

		buf__add(&b, " ", b.len != 0);
		buf__add(&b, quote, strlen(quote));
		for (size_t i = 0; i < len; i++)
			buf__add(&b, p[i] == '\'' ? "'\\''" : (const char *)p + i, p[i] == '\'' ? 4 : 1);
		buf__add(&b, quote, strlen(quote));
		p += len + 1;
	}
	buf__add(&b, "", 1);
	free(o->command);
	o->command = (char *)b.p;
}

static void read_calls(const uint8_t *p, const uint8_t *end)
{
	uint64_t abi, nr;

	if (!varint__get(&p, end, &abi) || abi >= ABI_COUNT)
		return;
	while (varint__get(&p, end, &nr)) {
		size_t len = strnlen((const char *)p, (size_t)(end - p));

		if (p + len == end || nr > UINT32_MAX)
			return;
		syscalltbl__learn((enum abi)abi, (unsigned)nr, (const char *)p);
		p += len + 1;
	}
}

static void read_section(struct origin *o, uint64_t type, const uint8_t *p, const uint8_t *end)
{
	uint64_t v[3] = {};

	switch (type) {
	case SECTION_HOST:	read_text(o->host, sizeof(o->host), p, end); break;
	case SECTION_KERNEL:	read_text(o->kernel, sizeof(o->kernel), p, end); break;
	case SECTION_MACHINE:	read_text(o->machine, sizeof(o->machine), p, end); break;
	case SECTION_BOOT_ID:	read_text(o->boot_id, sizeof(o->boot_id), p, end); break;
	case SECTION_RECORDER:	read_text(o->recorder, sizeof(o->recorder), p, end); break;
	case SECTION_COMMAND:	read_command(o, p, end); break;
	case SECTION_CALL_NAMES: read_calls(p, end); break;
	case SECTION_PAGE_SIZE:	read_varints(p, end, &o->page_size, 1); break;
	case SECTION_CPUS:
		read_varints(p, end, v, 2);
		o->cpus = (uint32_t)v[0];
		o->cpus_online = (uint32_t)v[1];
		break;
	case SECTION_CLOCKS:
		read_varints(p, end, v, 3);
		o->mono = v[0];
		o->real = v[1];
		o->boot = v[2];
		break;
	}
}

void origin__read(struct origin *o, const uint8_t *p, size_t len)
{
	const uint8_t *end;
	uint64_t type, size;

	if (!len)
		return;		/* p may be NULL */
	end = p + len;
	while (varint__get(&p, end, &type) && varint__get(&p, end, &size)) {
		if (size > (size_t)(end - p))
			return;
		read_section(o, type, p, p + size);
		p += size;
	}
}

void origin__free(struct origin *o)
{
	free(o->command);
	*o = (struct origin){ 0 };
}

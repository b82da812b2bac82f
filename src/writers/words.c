// SPDX-License-Identifier: BSD-2-Clause
/* words.c - formats numbers as text. */
#include "words.h"

#include "beautifiers/flags.h"
#include "lib/fmt.h"

static char *put(char *p, const char *text)
{
	size_t len = strlen(text);

	memcpy(p, text, len);
	return p + len;
}

static char *put_inet4(char *p, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < 4 && i < len; i++) {
		if (i)
			*p++ = '.';
		p = fmt__u64(p, bytes[i]);
	}
	return p;
}

/* The run of zero groups that `::` replaces: the longest, at least two; of equal ones the first. */
static unsigned zero_run(const uint8_t *bytes, unsigned *start)
{
	unsigned best = 1, run = 0;

	*start = 8;
	for (unsigned i = 0; i < 8; i++) {
		run = bytes[2 * i] || bytes[2 * i + 1] ? 0 : run + 1;
		if (run > best) {
			best = run;
			*start = i + 1 - run;
		}
	}
	return *start == 8 ? 0 : best;
}

char *words__inet(char *p, const uint8_t *bytes, size_t len)
{
	unsigned start, run;

	if (len < 16)
		return put_inet4(p, bytes, len);
	run = zero_run(bytes, &start);
	for (unsigned i = 0; i < 8; i++) {
		if (i == start) {
			p = put(p, "::");
			i += run - 1;
			continue;
		}
		if (i && i != start + run)
			*p++ = ':';
		p = fmt__hex_digits(p, bytes[2 * i] << 8 | bytes[2 * i + 1], 1);
	}
	return p;
}

char *words__hwaddr(char *p, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len && i < HWADDR_MAX; i++) {
		if (i)
			*p++ = ':';
		p = fmt__hex_digits(p, bytes[i], 2);
	}
	return p;
}

char *words__uuid(char *p, const uint8_t *bytes)
{
	for (unsigned i = 0; i < 16; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*p++ = '-';
		p = fmt__hex_digits(p, bytes[i], 2);
	}
	return p;
}

char *words__device(char *p, uint64_t major, uint64_t minor)
{
	p = fmt__hex(put(p, "makedev("), major);
	p = fmt__hex(put(p, ", "), minor);
	return put(p, ")");
}

#define MINOR_BITS 20

char *words__file_device(char *p, bool block, uint32_t rdev)
{
	p = fmt__u64(put(p, block ? "block " : "char "), rdev >> MINOR_BITS);
	*p++ = ':';
	return fmt__u64(p, rdev & ((1u << MINOR_BITS) - 1));
}

char *words__ioc(char *p, const struct ioc *ioc)
{
	static const char *const dirs[] = { "_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE" };

	p = put(put(p, "_IOC("), dirs[ioc->dir]);
	p = fmt__hex(put(p, ", "), ioc->type);
	p = fmt__hex(put(p, ", "), ioc->nr);
	p = fmt__hex(put(p, ", "), ioc->size);
	return put(p, ")");
}

char *words__ioc_macro(char *p, const struct ioc *ioc)
{
	const struct ioc_macro *m = ioc->macro;
	unsigned v = ioc->nr - m->first;
	const struct flag *f = m->list && (v || !m->zero) ? flag_table__find(m->list, v) : NULL;

	p = put(put(p, m->name), "(");
	if (f)
		p = put(p, f->name);
	else if (m->list)
		p = fmt__u64(p, v);
	if (m->list && m->sized)
		p = put(p, ", ");
	if (m->sized)
		p = fmt__u64(p, m->unit ? ioc->size / m->unit : ioc->size);
	return put(p, ")");
}

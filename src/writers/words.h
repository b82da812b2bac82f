/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * words.h - numbers as programs write them: addresses of the Internet, device numbers, requests of ioctl. What text and JSON have in common.
 *
 * As in fmt.h, each stores at `p`, without a NUL, and returns where the text ends; none stores more than WORDS_MAX bytes.
 */
#ifndef TRACE_WORDS_H
#define TRACE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "beautifiers/verbs.h"

#define WORDS_MAX 128

char *words__inet(char *p, const uint8_t *bytes, size_t len);	/* 4 bytes (fewer: what there is): 127.0.0.1; 16: ::1 (RFC 5952) */
char *words__device(char *p, uint64_t major, uint64_t minor);	/* makedev(0x8, 0x1) */
char *words__ioc(char *p, const struct ioc *ioc);		/* _IOC(_IOC_READ, 0x54, 0x2, 0x4) */

#endif

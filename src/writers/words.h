/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * words.h - conventional notations, for text and JSON: Internet addresses, device numbers, ioctl requests.
 *
 * As in fmt.h, each function stores at `p`, without a NUL, and returns the end; none stores more than WORDS_MAX bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "beautifiers/verbs.h"

#define WORDS_MAX 128

/* Bytes of the address in a field of `len` bytes, which may be wider than an address of AF_INET */
static inline size_t words__inet_len(unsigned family, size_t len) { return family == AF_INET && len > 4 ? 4 : len; }
char *words__inet(char *p, const uint8_t *bytes, size_t len);	/* up to 4 bytes: 127.0.0.1; 16 bytes: ::1 (RFC 5952) */
char *words__hwaddr(char *p, const uint8_t *bytes, size_t len);	/* 02:00:5e:10:00:00; at most HWADDR_MAX bytes */
char *words__uuid(char *p, const uint8_t *bytes);		/* of 16 bytes: 01234567-89ab-cdef-fedc-ba9876543210 (RFC 9562) */
char *words__device(char *p, uint64_t major, uint64_t minor);	/* makedev(0x8, 0x1) */
char *words__file_device(char *p, bool block, uint32_t rdev);	/* char 1:3; rdev as in struct file_path */
char *words__ioc(char *p, const struct ioc *ioc);		/* _IOC(_IOC_READ, 0x54, 0x2, 0x4) */
char *words__ioc_macro(char *p, const struct ioc *ioc);		/* EVIOCGBIT(EV_KEY, 8); ioc->macro is not NULL */

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * option_values.h - parses options' values: numbers, sizes, times and lists.
 *
 * `as` is the option as the user wrote it ("-p", "--pid"), for the message. Returns 0, or -EINVAL after msg__error().
 */
#pragma once

#include "options.h"

int value__count(const char *as, const char *text, uint64_t min, uint64_t max, uint64_t *n);
/* 16M: K, M, G are powers of 1024. advice: text after "give at least …" */
int value__size(const char *as, const char *text, size_t min, const char *advice, size_t *bytes);
int value__time(const char *text, uint64_t *ns);	/* 30s, 10min, 1h, 1d; -EINVAL without a message: not a time */
int value__ms(const char *as, const char *text, uint64_t *ns);		/* milliseconds: 10, 0.5 */
int value__seconds(const char *as, const char *text, uint64_t *ns);	/* above 0 */
/* IDs of processes or threads, separated by commas or blanks; those that the list lacks are added. */
int value__ids(const char *as, const char *text, struct id_list *list);
int value__signals(const char *as, const char *text, uint64_t *bits);	/* names, numbers, all, none; ! removes */
int id_list__add(struct id_list *list, pid_t id);				/* no duplicates; -ENOMEM */
bool id_list__has(const struct id_list *list, uint32_t id);
/* Numbers and ranges of CPUs, comma-separated: sets bits in an array of SHOW_CPUS_MAX bits. */
int value__cpus(const char *as, const char *text, uint64_t *bits);
/* Names and globs of events and calls, comma-separated; adds the calls to a set. */
int value__names(const char *as, const char *text, struct syscall_set *calls);
int value__errnos(const char *as, const char *text, uint64_t bits[9]);	/* names or numbers; adds to bits */
int value__user(const char *as, const char *text, uid_t *uid);		/* name or number */
/* For a user that value__user() accepted: name and IDs to run a command as that user. */
int value__run_as(const char *as, const char *text, struct run_as *run_as);
int value__word(const char *as, const char *text, const char *words, unsigned *which);	/* one of "all, maj, min": 0, 1 or 2 */
int value__nonempty(const char *as, const char *text, const char *what);

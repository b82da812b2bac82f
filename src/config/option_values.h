/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * option_values.h - what options take: numbers, sizes, times and lists, checked to the last character.
 *
 * `as` is the option as the user wrote it ("-p", "--pid"), for the message. 0, or -EINVAL after msg__error().
 */
#ifndef TRACE_OPTION_VALUES_H
#define TRACE_OPTION_VALUES_H

#include "options.h"

int value__count(const char *as, const char *text, uint64_t min, uint64_t max, uint64_t *n);
/* 16M: K, M, G of 1024; advice: what is said behind "give at least …" */
int value__size(const char *as, const char *text, size_t min, const char *advice, size_t *bytes);
int value__time(const char *text, uint64_t *ns);	/* 30s, 10min, 1h, 1d; -EINVAL without a message: it is none */
int value__ms(const char *as, const char *text, uint64_t *ns);		/* milliseconds: 10, 0.5 */
/* Numbers of processes or threads, between commas or blanks; added to those in the list, each once. */
int value__ids(const char *as, const char *text, struct id_list *list);
int value__signals(const char *as, const char *text, uint64_t *bits);	/* names, numbers, all, none; ! takes away */
int id_list__add(struct id_list *list, pid_t id);				/* unless it is there; -ENOMEM */
bool id_list__has(const struct id_list *list, uint32_t id);
/* Numbers and ranges of CPUs, between commas: sets bits, of which there are SHOW_CPUS_MAX. */
int value__cpus(const char *as, const char *text, uint64_t *bits);
/* Names of events and calls, globs too, between commas; adds the calls to a set. */
int value__names(const char *as, const char *text, struct syscall_set *calls);
int value__errnos(const char *as, const char *text, uint64_t bits[9]);	/* names or numbers; adds to bits */
int value__user(const char *as, const char *text, uid_t *uid);		/* name or number */
/* Of a user that value__user() accepted: what a command needs to run as it. */
int value__run_as(const char *as, const char *text, struct run_as *run_as);
int value__nonempty(const char *as, const char *text, const char *what);

#endif

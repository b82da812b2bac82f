/* SPDX-License-Identifier: BSD-2-Clause */
/* thread.h - starts threads. */
#pragma once

#include <pthread.h>

/* pthread_create(3); all signals are blocked in the thread: they are for the main one. 0 or -errno. */
int thread__start(pthread_t *thread, void *(*run)(void *), void *arg);
/* The same, with a small stack: for threads of which each CPU has one. Where the kernel does not overcommit, the whole stack counts as used. */
int thread__start_small(pthread_t *thread, void *(*run)(void *), void *arg);

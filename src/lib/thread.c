// SPDX-License-Identifier: BSD-2-Clause
#include "thread.h"

#include <signal.h>

#define SMALL_STACK (256u * 1024)

static int start(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(thread, attr, run, arg);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -err;
}

int thread__start(pthread_t *thread, void *(*run)(void *), void *arg)
{
	return start(thread, NULL, run, arg);
}

int thread__start_small(pthread_t *thread, void *(*run)(void *), void *arg)
{
	pthread_attr_t attr;
	int err = -pthread_attr_init(&attr);

	if (err)
		return err;
	err = -pthread_attr_setstacksize(&attr, SMALL_STACK);
	if (!err)
		err = start(thread, &attr, run, arg);
	pthread_attr_destroy(&attr);
	return err;
}

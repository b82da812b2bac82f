/* SPDX-License-Identifier: BSD-2-Clause */
/* session_requests.h - passes requests of aio, which have no records of their own, to the session as calls. */
#pragma once

#include "session.h"

/* Takes a request's record; true: --max-events is reached. */
typedef bool (*take_request)(struct session *s, const struct rec_call *r);

/* Before a call is shown whose row has `aio`: takes the requests that it has ended; s->call is then that of the last one. */
bool session_requests__follow(struct session *s, take_request take);
/* Before a thread ends or executes a program. */
bool session_requests__end_thread(struct session *s, const struct rec *rec, take_request take);
/* Takes the unfinished ones of the current host. */
void session_requests__finish(struct session *s, take_request take);
/* Prints how many requests could not be followed. */
void session_requests__warn(const struct session *s);

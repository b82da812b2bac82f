/* SPDX-License-Identifier: BSD-2-Clause */
/* session_wants.h - which records become events that are shown. */
#pragma once

#include "session.h"
#include "tracker/fd_tracking.h"

/* To be called when the options of the recorder, or its host, have changed. */
void session__find_plain(struct session *s);
/* To be called before the first event is shown: on a terminal there is no thread column before a second thread appears. */
void session__settle(struct session *s);
/* The comm of a record's thread; NULL: not known. */
const char *session__comm(const struct session *s, const struct rec *r);
/* --from, --until */
bool session__in_window(const struct session *s, uint64_t ts);
/* Do the options select the thread and the time? If so, the session is settled. */
bool session__wants_line(struct session *s, const struct rec *r, uint64_t ts);
bool session__wants_signal(const struct session *s, const struct rec_signal *r);
bool session__wants_exit(const struct session *s, const struct rec *r);
/* Finds the stack of a call or of another event. Is it deep enough to be shown? */
bool session__wants_stack(struct session *s, const struct rec *rec);
bool session__wants_call(struct session *s, const struct thread *th, const struct call *c, const struct rec *who, struct span at);

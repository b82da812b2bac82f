/* SPDX-License-Identifier: BSD-2-Clause */
/* progress.h - a line on standard error that the next one replaces. Messages (msg.h) remove it first. */
#pragma once

void progress__say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void progress__clear(void);	/* to be called before anything else is written where it is shown */

/* SPDX-License-Identifier: BSD-2-Clause */
/* progress.h - a line on standard error that the next one replaces. Messages (msg.h) remove it first. */
#pragma once

#include <stdint.h>

#define PROGRESS_FIRST_NS 1000000000u	/* the progress of what takes less is not shown, */
#define PROGRESS_EVERY_NS 200000000u	/* ... and it is updated so often */

void progress__say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Bytes of a recording, or of several. */
void progress__say_read(const char *name, uint64_t at, uint64_t size);
void progress__clear(void);	/* to be called before anything else is written where it is shown */

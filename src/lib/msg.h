/* SPDX-License-Identifier: BSD-2-Clause */
/* msg.h - messages of the tracer itself: a line `trace: …` on standard error, and hints below it. */
#pragma once

#include <stdbool.h>

extern const char *msg__program;	/* the name before messages: "trace", or by what name it plays strace */

/* "trace: MESSAGE\n". Names the object, the cause and what to do. */
void msg__error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int msg__no_memory(void);	/* the error that there is not enough memory; returns -ENOMEM */
/* "Error: MESSAGE\n": why tracing is not possible here. Hints that follow say what to do. */
void msg__trouble(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void msg__warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "trace: MESSAGE\n", when tracing begins: a limitation. Says what is limited, why, and how to lift it. */
void msg__note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void msg__hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* "Hint:  …" */
void msg__info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* with -v only */
extern int msg__verbosity;
void msg__mute(bool mute);	/* print no messages from now on, or again */

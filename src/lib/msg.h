/* SPDX-License-Identifier: BSD-2-Clause */
/* msg.h - what the tracer says of itself: one line on standard error, `trace: …`, and hints below it. */
#ifndef TRACE_MSG_H
#define TRACE_MSG_H

/* "trace: MESSAGE\n". Names the object, the cause and what to do. */
void msg__error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "Error: MESSAGE\n": what stands in the way of tracing here, with hints that say what to do. */
void msg__trouble(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void msg__warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "trace: MESSAGE\n", when tracing begins: something is had by lesser means than there are, or covers less. What, why, how to have the better. */
void msg__note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void msg__hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* "Hint:  …" */
void msg__info(const char *fmt, ...) __attribute__((format(printf, 1, 2)));	/* with -v only */
extern int msg__verbosity;

#endif

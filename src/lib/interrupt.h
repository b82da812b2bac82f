/* SPDX-License-Identifier: BSD-2-Clause */
/* interrupt.h - signals that ask the tracer to end: counted by whoever catches them, looked at by whoever may wait for long. */
#ifndef TRACE_INTERRUPT_H
#define TRACE_INTERRUPT_H

/* Signals that ended tracing, so far; above 1 the user is impatient. */
extern volatile int interrupt__count;

#endif

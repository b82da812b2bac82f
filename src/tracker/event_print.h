/* SPDX-License-Identifier: BSD-2-Clause */
/* event_print.h - what the kernel's own way to print an event tells of its fields. */
#ifndef TRACE_EVENT_PRINT_H
#define TRACE_EVENT_PRINT_H

#include <stdbool.h>

/*
 * `print`: the last part of an event's description, from "print fmt:" on: a format as printf(3) has it, and arguments. By which
 * conversion is the field printed as it is and in hexadecimal: 'x', 'X' or 'p' (an address, whatever it is declared as); 0: by none.
 */
char event_print__hex(const char *print, const char *field);

#endif

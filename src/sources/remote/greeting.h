/* SPDX-License-Identifier: BSD-2-Clause */
/* greeting.h - what both ends of remote.h must agree about. */
#pragma once

#ifndef TRACE_VERSION
#define TRACE_VERSION "unknown"
#endif

#define GREETING "trace serves, version "	/* then the version, and a newline */

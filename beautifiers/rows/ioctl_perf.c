// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_perf.c - requests to perf events. */
#include <linux/perf_event.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(PERF_EVENT_IOC_ENABLE,     ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_DISABLE,    ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_RESET,      ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_REFRESH,    NUMBER),
	REQUEST(PERF_EVENT_IOC_SET_OUTPUT, ARG(FD("arg"))),
};

const struct sub_table ioctls_perf = SUB_TABLE(rows);

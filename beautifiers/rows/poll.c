// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls that wait for descriptors, and that create descriptors to wait for (eventfd, signalfd, timerfd). */
#include <linux/eventpoll.h>

#include "beautifiers/rows.h"

#define EPOLL    "anon_inode:[eventpoll]"
#define EVENTFD  "anon_inode:[eventfd]"
#define SIGNALFD "anon_inode:[signalfd]"
#define TIMERFD  "anon_inode:[timerfd]"

/* EPOLL_CTL_DEL ignores the event. */
static const struct subrow epoll_ctl_ops[] = {
	{ EPOLL_CTL_DEL, { "epoll_ctl", ARGS(FD("epfd"), ENUM("op", epoll_ops), FD("fd"), PTR("event")) } },
};

static const struct row rows[] = {
	{ "select",          ARGS(INT("n"), FDSET_INOUT("inp", 0), FDSET_INOUT("outp", 0), FDSET_INOUT("exp", 0), TIME_LEFT("tvp", shape_timeval)), .ret_extra = extra_polled },
	{ "pselect6",        ARGS(INT("n"), FDSET_INOUT("inp", 0), FDSET_INOUT("outp", 0), FDSET_INOUT("exp", 0), TIME_LEFT("tsp", shape_timespec), SIGSET_ARG("sig")), .ret_extra = extra_polled },
	{ "poll",            ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds"), INT("timeout_msecs")), .ret_extra = extra_polled },
	{ "ppoll",           ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds"), TIME_LEFT("tsp", shape_timespec), SIGSET_IN("sigmask", .len_arg = 4, .strace = &kind_sigset_upto), ULONG("sigsetsize")), .ret_extra = extra_polled },

	{ "epoll_create",    ARGS(INT("size")), RET_FD, OPENS_INFO, .fd_name = EPOLL },
	{ "epoll_create1",   ARGS(FLAGS("flags", epoll_create_flags)), RET_FD, OPENS_INFO, .fd_name = EPOLL },
	{ "epoll_ctl",       ARGS(FD("epfd"), ENUM("op", epoll_ops), FD("fd"), STRUCT_IN("event", shape_epoll_event)), SUB(1, epoll_ctl_ops) },
	{ "epoll_wait",      ARGS(FD("epfd"), ARRAY_OUT("events", shape_epoll_event), INT("maxevents"), INT("timeout")), .ret_extra = extra_no_events },
	{ "epoll_pwait",     ARGS(FD("epfd"), ARRAY_OUT("events", shape_epoll_event), INT("maxevents"), INT("timeout"), SIGSET_IN("sigmask", .strace = &kind_struct_done), ULONG("sigsetsize")), .ret_extra = extra_no_events },
	{ "epoll_pwait2",    ARGS(FD("epfd"), ARRAY_OUT("events", shape_epoll_event), INT("maxevents"), STRUCT_IN("timeout", shape_timespec64, .strace = &kind_struct_done), SIGSET_IN("sigmask", .strace = &kind_struct_done), ULONG("sigsetsize")), .ret_extra = extra_no_events },
	/* Numbers without a call */
	{ "epoll_ctl_old",   ARGS(FD("epfd", .strace = &kind_hex), ENUM("op", epoll_ops, .strace = &kind_hex), FD("fd", .strace = &kind_hex), PTR("event", .strace = &kind_hex)) },
	{ "epoll_wait_old",  ARGS(FD("epfd", .strace = &kind_hex), PTR("events", .strace = &kind_hex), INT("maxevents", .strace = &kind_hex), INT("timeout", .strace = &kind_hex)) },

	{ "eventfd",         ARGS(UINT("count")), RET_FD, OPENS_INFO, .fd_name = EVENTFD },
	{ "eventfd2",        ARGS(UINT("count"), FLAGS("flags", eventfd_flags)), RET_FD, OPENS_INFO, .fd_name = EVENTFD },
	{ "signalfd",        ARGS(FD("ufd"), SIGSET_IN("user_mask", .len_arg = 2, .strace = &kind_sigset_upto), ULONG("sizemask")), RET_FD, OPENS_INFO, .fd_name = SIGNALFD },
	{ "signalfd4",       ARGS(FD("ufd"), SIGSET_IN("user_mask", .len_arg = 2, .strace = &kind_sigset_upto), ULONG("sizemask"), FLAGS("flags", signalfd_flags)), RET_FD, OPENS_INFO, .fd_name = SIGNALFD },
	{ "timerfd_create",  ARGS(CLOCK_ID("clockid"), FLAGS("flags", timerfd_flags, .flags2 = &timerfd_all_flags, .strace = &kind_enum_second)), RET_FD, OPENS_INFO, .fd_name = TIMERFD },
	{ "timerfd_settime", ARGS(FD("ufd"), FLAGS("flags", timerfd_settime_flags, .flags2 = &timerfd_all_flags, .strace = &kind_enum_second), STRUCT_IN("utmr", shape_itimerspec), STRUCT_OUT("otmr", shape_itimerspec)) },
	{ "timerfd_gettime", ARGS(FD("ufd"), STRUCT_OUT("otmr", shape_itimerspec)) },
};

const struct row_table rows_poll = ROW_TABLE(rows);

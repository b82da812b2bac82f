// SPDX-License-Identifier: BSD-2-Clause
/* record_types.c - owns the table of record types. */
#include "record_types.h"

#include <stddef.h>

#define NUMBER(s, member) { offsetof(struct s, member), sizeof(((struct s *)0)->member), 1 }
#define NUMBERS(s, member) { offsetof(struct s, member), sizeof(((struct s *)0)->member[0]), \
			     sizeof(((struct s *)0)->member) / sizeof(((struct s *)0)->member[0]) }
#define BYTES(s, member) { offsetof(struct s, member), 1, sizeof(((struct s *)0)->member) }
#define BYTE(s, member) { offsetof(struct s, member), 1, 1 }
#define REST(s, member) { offsetof(struct s, member), 1, 0 }		/* a repeated or variable part, which swap.c handles by type */

#define TYPE(text, s, count, ...) { \
	.name = text, .least = sizeof(struct s), .counts = count, .members = (const struct record_member[]){ __VA_ARGS__, {} } }

const struct record_member fdinfo_members[] = {
	NUMBER(fdinfo, fd),
	NUMBER(fdinfo, mode),
	NUMBER(fdinfo, ino),
	NUMBER(fdinfo, family),
	NUMBER(fdinfo, type),
	NUMBER(fdinfo, protocol),
	NUMBER(fdinfo, state),
	NUMBER(fdinfo, sport),
	NUMBER(fdinfo, dport),
	BYTE(fdinfo, path_len),
	BYTE(fdinfo, access),
	BYTES(fdinfo, saddr),
	BYTES(fdinfo, daddr),
	NUMBER(fdinfo, peer_ino),
	BYTES(fdinfo, path),
	NUMBER(fdinfo, mnt_ns),
	{}
};

const struct record_member file_path_members[] = {
	NUMBER(file_path, fd),
	NUMBER(file_path, flags),
	NUMBER(file_path, magic),
	NUMBER(file_path, mnt_ns),
	NUMBER(file_path, number),
	{}
};

const struct record_member chunk_more_members[] = {
	NUMBER(chunk_more, call),
	NUMBER(chunk_more, parts),
	{}
};

const struct record_member chunk_members[] = {
	NUMBER(chunk, part),
	NUMBER(chunk, len),
	NUMBER(chunk, addr),
	{}
};

#define CALL_MEMBERS \
	NUMBER(rec_call, dur), NUMBER(rec_call, ret), NUMBER(rec_call, nr), BYTE(rec_call, abi), BYTE(rec_call, nargs), \
	NUMBER(rec_call, flags), NUMBER(rec_call, fixed), REST(rec_call, args)
#define PATH_MEMBERS NUMBER(rec_path, path_len), NUMBER(rec_path, mnt_ns), REST(rec_path, path)

const struct record_type record_types[RECORD_TYPES] = {
	[REC_CALL]    = TYPE("CALL", rec_call, COUNT_CALL, CALL_MEMBERS),
	[REC_PENDING] = TYPE("PENDING", rec_call, COUNT_OTHER, CALL_MEMBERS),
	[REC_SIGNAL]  = TYPE("SIGNAL", rec_signal, COUNT_SIGNAL,
			     NUMBER(rec_signal, signo), NUMBER(rec_signal, code), NUMBER(rec_signal, err), NUMBER(rec_signal, has),
			     BYTES(rec_signal, fields)),
	[REC_EXIT]    = TYPE("EXIT", rec_exit, COUNT_EXIT, NUMBER(rec_exit, code)),
	[REC_FORK]    = TYPE("FORK", rec_fork, COUNT_OTHER,
			     NUMBER(rec_fork, parent_tid), NUMBER(rec_fork, parent_tgid), NUMBER(rec_fork, shares_files),
			     NUMBER(rec_fork, shares_fs), BYTES(rec_fork, comm)),
	[REC_EXEC]    = TYPE("EXEC", rec_exec, COUNT_OTHER, NUMBER(rec_exec, old_tid), BYTES(rec_exec, comm)),
	[REC_COMM]    = TYPE("COMM", rec_comm, COUNT_OTHER, BYTES(rec_comm, comm)),
	[REC_LOSS]    = TYPE("LOSS", rec_loss, COUNT_OTHER,
			     NUMBER(rec_loss, count), NUMBER(rec_loss, first), NUMBER(rec_loss, last), NUMBER(rec_loss, reason)),
	[REC_PAUSE]   = TYPE("PAUSE", rec_pause, COUNT_OTHER, NUMBER(rec_pause, dur)),
	[REC_FD]      = TYPE("FD", rec_fd, COUNT_OTHER,
			     NUMBER(rec_fd, fd), NUMBER(rec_fd, cloexec), NUMBER(rec_fd, has_info), NUMBER(rec_fd, path_len),
			     REST(rec_fd, info), REST(rec_fd, path)),
	[REC_CWD]     = TYPE("CWD", rec_path, COUNT_OTHER, PATH_MEMBERS),
	[REC_START]   = { .name = "START", .least = REC_START_LEAST, .whole = sizeof(struct rec_start), .counts = COUNT_OTHER,
			  .members = (const struct record_member[]){ NUMBER(rec_start, realtime), BYTE(rec_start, abi),
								     NUMBER(rec_start, boottime), NUMBER(rec_start, ahead), {} } },
	[REC_MARK]    = { .name = "MARK", .least = sizeof(struct rec), .counts = COUNT_OTHER, .members = (const struct record_member[]){ {} } },
	[REC_CLOCK]   = TYPE("CLOCK", rec_clock, COUNT_OTHER, NUMBER(rec_clock, real_minus_mono), NUMBER(rec_clock, within)),
	[REC_END]     = TYPE("END", rec_end, COUNT_OTHER, NUMBER(rec_end, calls), NUMBER(rec_end, lost)),
	[REC_TASK]    = TYPE("TASK", rec_task, COUNT_OTHER, NUMBERS(rec_task, pad), BYTES(rec_task, comm)),
	[REC_SELECT]  = TYPE("SELECT", rec_select, COUNT_OTHER,
			     NUMBER(rec_select, flags), NUMBER(rec_select, string_limit), NUMBER(rec_select, min_dur),
			     NUMBERS(rec_select, errnos), NUMBER(rec_select, nsets), NUMBER(rec_select, npaths), REST(rec_select, sets)),
	[REC_HOST]    = { .name = "HOST", .least = sizeof(struct rec_host), .made_by_merge = true,
			  .members = (const struct record_member[]){ NUMBER(rec_host, host), BYTES(rec_host, name), {} } },
	[REC_EVENT]   = TYPE("EVENT", rec_event, COUNT_EVENT, NUMBER(rec_event, id), NUMBER(rec_event, size), REST(rec_event, raw)),
	[REC_FORMAT]  = TYPE("FORMAT", rec_format, COUNT_OTHER,
			     NUMBER(rec_format, id), NUMBER(rec_format, system_len), NUMBER(rec_format, name_len),
			     NUMBER(rec_format, text_len), NUMBER(rec_format, flags), REST(rec_format, text)),
	[REC_FAULT]   = TYPE("FAULT", rec_fault, COUNT_EVENT, NUMBER(rec_fault, ip), NUMBER(rec_fault, addr), NUMBER(rec_fault, flags)),
	[REC_SHOW]    = TYPE("SHOW", rec_show, COUNT_OTHER,
			     NUMBER(rec_show, flags), NUMBER(rec_show, on_len), NUMBER(rec_show, off_len), NUMBER(rec_show, from),
			     NUMBERS(rec_show, cpus), REST(rec_show, text)),
	[REC_STACK]   = TYPE("STACK", rec_stack, COUNT_OTHER,
			     NUMBER(rec_stack, nr), BYTE(rec_stack, abi), BYTE(rec_stack, signo), NUMBER(rec_stack, nkernel), NUMBER(rec_stack, nuser),
			     NUMBER(rec_stack, nregs), NUMBER(rec_stack, copied), NUMBER(rec_stack, sp), REST(rec_stack, words)),
	[REC_WAIT]    = TYPE("WAIT", rec_wait, COUNT_OTHER,
			     NUMBER(rec_wait, began), NUMBER(rec_wait, blocked), NUMBER(rec_wait, runnable), NUMBER(rec_wait, longest),
			     NUMBER(rec_wait, blocks), NUMBER(rec_wait, flags), NUMBER(rec_wait, waker_tid), NUMBER(rec_wait, waker_tgid),
			     NUMBER(rec_wait, waker_nr), BYTE(rec_wait, waker_abi), BYTE(rec_wait, nframes), NUMBER(rec_wait, where_len),
			     BYTES(rec_wait, waker_comm), REST(rec_wait, where)),
	[REC_MAP]     = TYPE("MAP", rec_map, COUNT_OTHER,
			     NUMBER(rec_map, start), NUMBER(rec_map, len), NUMBER(rec_map, pgoff), NUMBER(rec_map, prot),
			     NUMBER(rec_map, flags), NUMBER(rec_map, maj), NUMBER(rec_map, min), NUMBER(rec_map, ino),
			     NUMBER(rec_map, ino_generation), BYTES(rec_map, build_id), BYTE(rec_map, build_id_len),
			     NUMBER(rec_map, path_len), REST(rec_map, path)),
	[REC_SYMBOL]  = TYPE("SYMBOL", rec_symbol, COUNT_OTHER,
			     NUMBER(rec_symbol, start), NUMBER(rec_symbol, end), NUMBER(rec_symbol, name_len),
			     NUMBER(rec_symbol, module_len), REST(rec_symbol, text)),
	[REC_LINK]    = TYPE("LINK", rec_link, COUNT_OTHER,
			     NUMBER(rec_link, mnt_ns), NUMBER(rec_link, path_len), NUMBER(rec_link, to_len), REST(rec_link, text)),
	[REC_GENL]    = TYPE("GENL", rec_genl, COUNT_OTHER, NUMBER(rec_genl, id), BYTES(rec_genl, name)),
	[REC_NAME]    = TYPE("NAME", rec_name, COUNT_OTHER,
			     NUMBER(rec_name, id), NUMBER(rec_name, of), NUMBER(rec_name, name_len), REST(rec_name, name)),
	[REC_PEER]    = TYPE("PEER", rec_peer, COUNT_OTHER, BYTES(rec_peer, comm), REST(rec_peer, info)),
	[REC_PIDNS]   = TYPE("PIDNS", rec_pidns, COUNT_OTHER, NUMBER(rec_pidns, n), REST(rec_pidns, numbers)),
	[REC_OWNER]   = TYPE("OWNER", rec_owner, COUNT_OTHER, NUMBER(rec_owner, cgroup), NUMBER(rec_owner, uid), NUMBER(rec_owner, has)),
	[REC_ROOT]    = TYPE("ROOT", rec_path, COUNT_OTHER, PATH_MEMBERS),
	[REC_MORE]    = TYPE("MORE", rec_more, COUNT_OTHER, NUMBER(rec_more, call), NUMBER(rec_more, number), REST(rec_more, chunks)),
	[REC_TALLY]   = TYPE("TALLY", rec_tally, COUNT_OTHER,
			     NUMBER(rec_tally, calls), NUMBER(rec_tally, errors), NUMBER(rec_tally, bytes), NUMBER(rec_tally, timed),
			     NUMBER(rec_tally, total), NUMBER(rec_tally, min), NUMBER(rec_tally, max), NUMBER(rec_tally, squares_low),
			     NUMBER(rec_tally, squares_high), NUMBER(rec_tally, cgroup), NUMBER(rec_tally, uid), NUMBER(rec_tally, flags),
			     NUMBER(rec_tally, nr), BYTE(rec_tally, abi), BYTE(rec_tally, path_len), NUMBER(rec_tally, err), BYTES(rec_tally, comm),
			     REST(rec_tally, buckets)),
	[REC_LINES]   = TYPE("LINES", rec_lines, COUNT_OTHER,
			     NUMBER(rec_lines, signals), NUMBER(rec_lines, exits), NUMBER(rec_lines, flags), NUMBER(rec_lines, npids),
			     NUMBER(rec_lines, ntids), REST(rec_lines, ids)),
};

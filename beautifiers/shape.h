/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shape.h - layouts of structures in memory: one table of fields each.
 *
 *	static const struct field timespec_fields[] = {
 *		FIELD(struct __kernel_timespec, tv_sec,  long),
 *		FIELD(struct __kernel_timespec, tv_nsec, long),
 *	};
 *	const struct shape shape_timespec = SHAPE(struct __kernel_timespec, timespec_fields, .compat = &shape_timespec32);
 *
 * Fields have kinds, as arguments have (row.h); the value is loaded from the field's bytes in the ABI's byte order. Layouts are
 * those of x86-64; a shape points at those of other ABIs that differ.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "row.h"
#include "structs/cond.h"

struct field {
	struct arg_spec spec;	/* name, kind, flag tables; kinds that need captured memory show addresses */
	uint16_t offset, size;	/* bytes; size 1, 2, 4, 8 for numbers */
	bool brief_if;		/* brief only if the field of `cond`, which then determines nothing else, is not 0 */
	bool brief;		/* shown also without --verbose, when `...` replaces the others */
	bool out_only;		/* written by the kernel: shown only at exit (revents) */
	bool (*when)(const struct call *c, const uint8_t *p);	/* shown only if true for the structure at p; NULL: always */
	uint16_t when_end;	/* where what `when` reads of that ends, if it lies behind the field and its length; 0: before */
	bool rest;		/* FIELD_REST: a flexible array member */
	/* DEREF: a pointer that is followed, according to its kind, as an argument is. Of size 0 (FOLLOWING): there is no pointer, the
	 * memory begins at the field itself */
	bool leads;
	uint8_t len_size;	/* size of the field with its length or count; 0: argument spec.len_arg has it, or it is 1 */
	uint16_t len_offset;
	uint8_t len_how, len_with;	/* LEN_TIMES, LEN_POWER of bpf/plan.h, and its len_arg; 0: that field alone */
	uint16_t unit;		/* bytes of a unit of that length; 0: 1 */
	bool array;		/* elements of the spec's shape, even if it is one */
	bool if_set;		/* reserved: shown only if it is not 0 */
	bool in_only;		/* not shown of memory that the kernel filled */
	bool on_error;		/* shown only if the call failed */
	bool ours;		/* not shown in strace's format */
	bool again;		/* of a shape that is `joined`: strace shows both values, also if they are the same */
	bool with_result;	/* the same: strace shows what the kernel filled after the result */
	bool late;		/* the same: strace shows only what the kernel filled */
	bool detail;		/* the same: strace shows it only with -v */
	bool whole;		/* strace shows all elements of the array, whatever -s says */
	bool if_changed;	/* at exit shown only if the call changed it */
	bool unnamed;		/* strace shows its value alone */
	uint8_t bit, bits;	/* bits != 0: a bit field, from this bit on */
	uint8_t first;		/* not 0: 1 + elements of an array that strace shows without -v */
	/* Of a `padded` shape: */
	uint16_t over;		/* shown if more bytes than this were passed */
	bool changes;		/* both values are shown if the call changed it: 1 => 2. Also of one that is `joined`, in strace's format */
	const struct field_cond *cond;	/* whether it is shown, unless brief_if; NULL: always */
};

/* `n` values, or bits, to which the field at `offset` is compared. */
struct field_cond {
	uint16_t offset;
	uint8_t size, n, how;	/* enum cond_how */
	uint8_t strace;		/* the first of them: those that count in strace's format */
	bool ours;		/* strace's format shows the field always */
	bool and;		/* the condition behind this one must hold, too */
	uint64_t mask;		/* bits of that field that are compared; 0: all */
	uint64_t values[COND_VALUES];
};

/* The shape that replaces a structure's if a field has this value. */
struct subshape {
	uint32_t value;
	const struct shape *shape;
};

/* What strace shows of the bytes that a program passes beyond a structure, if they are not all 0. */
enum tail {
	TAIL_NONE,
	TAIL_DOTS,	/* `...`, also for zeros */
	TAIL_BYTES,	/* the bytes */
	TAIL_FIELD,	/* the bytes, as a field extra_data; with abbreviations `...` */
};

#define TAIL_MOST SIZED_MOST

struct shape {
	const char *name;	/* "timespec" */
	uint16_t size;		/* bytes */
	uint16_t nfields;
	uint16_t least;		/* not 0: the first 4 bytes hold the structure's size, which must be at least this */
	const struct field *fields;
	/* A field selects one of these to replace this shape. If it selects none, this shape's own pointers are not followed */
	const struct subshape *sub;
	uint16_t nsub, sub_offset;
	uint8_t sub_size;
	uint32_t sub_mask;	/* bits of that field that count; 0: all */
	const char *macro;	/* programs write it with a macro of this name: BPF_STMT(…) */
	/* Shows the `len` bytes at `p`; for layouts that a table cannot describe. */
	void (*show)(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len);
	/* Layouts of other ABIs; NULL: as `compat` or `generic`, or, for these, as this shape */
	const struct shape *compat;	/* 32-bit ABIs */
	const struct shape *generic;	/* 64-bit ABIs other than x86-64 */
	const struct shape *arm, *riscv, *ppc, *s390;	/* where they differ from `compat` or `generic` */
	const struct shape *strace;	/* what strace shows: other fields of the same bytes. NULL: this shape */
	bool x32_compat;	/* x32 uses `compat` as well */
	bool abridge;		/* without --verbose only fields that are `brief` are shown */
	bool whole;		/* not shown if a part could not be read: a set */
	bool or_zero;		/* with `least`: size 0 means `least` */
	bool exact;		/* formats that show structures only whole do not show one whose length was passed otherwise */
	bool longer;		/* a socket address that may be longer than `size`, its least length */
	bool joined;		/* strace shows one structure, not two, if the kernel fills fields of what the program passes */
	bool again;		/* strace shows two, also if they are the same, unless an array that the first points at is not whole */
	bool more;		/* joined: strace's list of fields ends with `...` after what the kernel filled */
	bool bare;		/* a single number: shown as [5], not {…} */
	bool direct;		/* bare: shown as 5 */
	bool or_byte;		/* bare, value of an option: one byte is the number, too, not a part of it */
	bool partial;		/* shown also if only the first field could be read */
	bool dated, dated_us;	/* the first two fields are seconds and nanoseconds, or microseconds, of a time of day */
	/* Shapes that only strace's format uses, of structures whose size is passed: */
	uint16_t min_passed;	/* not 0: if less is passed, or what is passed can not be read, the address is shown */
	bool padded;		/* what was not passed is 0 */
	bool at_exit;		/* padded: shown as the call left it */
	const char *within;	/* padded: the fields are those of a member with this name */
	enum tail tail;
	uint16_t made;		/* not 0: a type of made.h, whose layouts replace this one */
};

#define SHAPE(type, tab, ...) { .name = #type, .size = sizeof(type), .fields = tab, .nfields = sizeof(tab) / sizeof((tab)[0]), ##__VA_ARGS__ }
/* FIELD(struct stat, st_size, ulong): kind without the kind_ prefix; further members follow (.spec.flags = &...) */
#define FIELD(type, member, k, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_##k }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }
/* A member with another name */
#define FIELD_NAMED(type, member, n, k, ...) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }
/* The same of several members: FIELDS(struct winsize, uint, ws_row, ws_col) */
#define FIELDS(type, k, ...) FIELDS_OF(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1)(type, k, __VA_ARGS__)
#define FIELDS_OF(a, b, c, d, e, f, g, h, n, ...) FIELDS_##n
#define FIELDS_2(type, k, member, ...) FIELD(type, member, k), FIELD(type, __VA_ARGS__, k)
#define FIELDS_3(type, k, member, ...) FIELD(type, member, k), FIELDS_2(type, k, __VA_ARGS__)
#define FIELDS_4(type, k, member, ...) FIELD(type, member, k), FIELDS_3(type, k, __VA_ARGS__)
#define FIELDS_5(type, k, member, ...) FIELD(type, member, k), FIELDS_4(type, k, __VA_ARGS__)
#define FIELDS_6(type, k, member, ...) FIELD(type, member, k), FIELDS_5(type, k, __VA_ARGS__)
#define FIELDS_7(type, k, member, ...) FIELD(type, member, k), FIELDS_6(type, k, __VA_ARGS__)
#define FIELDS_8(type, k, member, ...) FIELD(type, member, k), FIELDS_7(type, k, __VA_ARGS__)
#define FIELD_FLAGS(type, member, k, t, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_##k, .flags = &t }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }
/* A flexible array member: what follows the other fields, as elements of the spec's shape, or as bytes */
#define FIELD_REST(n, at, ...) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_struct_in, ##__VA_ARGS__ }, .offset = at, .rest = true }
/* A structure within a structure */
#define FIELD_STRUCT(type, member, s, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_struct_in, .shape = &s }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }

/*
 * A pointer that is followed: DEREF(struct iocb, aio_buf, buf_in, aio_nbytes). k: a kind of pointer arguments (buf_in, str, struct_in,
 * array_in, …); DEREF_ONE without a length: strings, single structures. The shape of structures: .spec.shape = &…. Input memory is
 * captured together with the structure: at entry, or, if the kernel fills the structure, at exit.
 */
#define DEREF(type, member, k, len, ...) \
	FIELD(type, member, k, .leads = true, .len_offset = offsetof(type, len), .len_size = sizeof(((type *)0)->len), ##__VA_ARGS__)
#define DEREF_ONE(type, member, k, ...) FIELD(type, member, k, .leads = true, ##__VA_ARGS__)
/*
 * A flexible array member, whose number of elements a field holds: FOLLOWING(struct fiemap, fm_extents, array_out_n, fm_mapped_extents,
 * .spec.shape = &…). Captured and shown as by a pointer to the member.
 */
#define FOLLOWING(type, member, k, len, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_##k }, .offset = offsetof(type, member), .leads = true, \
	  .len_offset = offsetof(type, len), .len_size = sizeof(((type *)0)->len), ##__VA_ARGS__ }
/* The last field: bytes beyond the structure `type`, whose size a field holds. They are captured apart, and shown unless they are all 0 */
#define FIELD_BEYOND(type, len) \
	{ .spec = { .name = "rest", .name_len = 4, .kind = &kind_beyond }, .offset = sizeof(type), .leads = true, \
	  .len_offset = offsetof(type, len), .len_size = sizeof(((type *)0)->len) }
/* A pointer to elements, of which only the number, in a field, is shown */
#define COUNTED(type, member, len) \
	FIELD(type, member, counted, .len_offset = offsetof(type, len), .len_size = sizeof(((type *)0)->len))
/* Fields for the elements of an array of pointers (`bytes` each) to memory of kind k and, except for strings, shape s. */
#define POINTER_TO(k, s, bytes) { { .spec = { .name = "", .kind = &kind_##k, .shape = s }, .size = bytes, .leads = true } }
#define POINTER_SHAPE(what, tab, bytes, ...) { .name = what, .size = bytes, .nfields = 1, .fields = tab, .bare = true, ##__VA_ARGS__ }
/* .sub of a shape: the field that selects, and the table. */
#define SUBSHAPES(type, member, tab) \
	.sub = tab, .nsub = sizeof(tab) / sizeof((tab)[0]), .sub_offset = offsetof(type, member), .sub_size = sizeof(((type *)0)->member)

/* Does the argument point at descriptors: a set, or structures that begin with one? */
static inline bool arg__has_fds_in_memory(const struct arg_spec *a)
{
	return a->kind->has_fds || (a->kind->whole && a->shape && a->shape->nfields && a->shape->fields[0].spec.kind->is_fd);
}

/* Is there something to show of what argument `a` passes beyond the structure? */
bool shape__has_tail(const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len);
const struct shape *shape__of(const struct shape *s, enum abi abi);	/* its layout in an ABI */
const struct shape *shape__at(const struct shape *s, const uint8_t *p, uint32_t len, bool swap);	/* the sub-shape that the bytes select, or s */

#define S(n) extern const struct shape shape_##n;
S(int) S(uint) S(long) S(ulong) S(offset) S(u64) S(hex64) S(ptr) S(pid) S(pid_group) S(new_tid) S(event_message) S(uid) S(gid)	/* single numbers */
S(timespec) S(realtime) S(realtime64) S(timeofday) S(timespec64) S(timeval) S(timezone) S(itimerspec) S(itimerspec64) S(itimerval) S(timex) S(time)
S(sigset) S(sigaction) S(siginfo) S(waitinfo) S(stack) S(sigevent)
S(sock_fprog) S(sock_filter) S(seccomp_fprog)	/* linux/filter.h; a seccomp filter's return values have names */
S(stat) S(statx) S(statfs) S(stat64) S(statfs64) S(old_stat) S(ustat)
S(pollfd) S(epoll_event) S(rlimit) S(rlimit64) S(utsname) S(old_utsname) S(oldold_utsname)
S(utimens) S(utimens64)		/* two timespecs, UTIME_NOW and UTIME_OMIT by name: [{…}, {…}]; utimens64 has no compat */
S(utimes) 		/* two timevals; struct utimbuf */
S(xattr_args) S(xattr_get) S(file_attr)	/* linux/xattr.h 6.13, linux/fs.h 6.17 */
S(statmount) S(lsm_ctx) S(statmount_req) S(statmount_fd_req) S(listmount_req)	/* struct mnt_id_req of linux/mount.h; param is statmount_mask, or the last id seen */
S(owner_uids) S(rw_hint)		/* fcntl: uid_t[2] as [1000, 1000]; __u64 of rw_hints, bare */
S(clone_args) S(open_how) S(flock) S(flock64) S(flock_set) S(flock64_set) S(linger) S(ucred)
S(sched_param) S(sched_attr) S(mount_attr) S(cap_data)
S(msqid_set) S(shmid_set) S(semid_set)	/* what IPC_SET passes */

S(msqid_ds) S(shmid_ds) S(semid_ds) S(semaphore) S(iocb) S(iocb_cancel) S(iocb_pointer) S(io_event)
/* flock_set: to set a lock, which needs no l_pid */
S(in_addr) S(in6_addr) S(cmsghdr)
S(cmsgs)			/* control messages, as many as there are bytes */
S(iovec) S(msghdr) S(mmsghdr)	/* addresses and lengths only; kinds iovec_in, msghdr_in … show the data too */
S(iovec_data)			/* for structures that point at a vector of what the program passes */
S(sockaddr_in6)	/* within structures */
S(packet_mreq) S(tpacket_req) S(ipv6_mreq) S(icmp_filter) S(can_raw_vcid)
/* Values of socket options: shapes_sockopt.c. Which structure some are depends on their length or on a field. Others: made_shapes.h */
S(multicast_if) S(membership) S(packet_ring) S(packet_fanout) S(fanout_data) S(timestamping) S(pacing_rate) S(port_range) S(sctp_value) S(sctp_sack)
S(sctp_peeloff) S(sctp_peeloff_flags) S(sockaddrs) S(sctp_addresses) S(tls_crypto) S(bt_security) S(bt_voice) S(bt_conninfo) S(hci_filter) S(l2cap_options) S(sco_options) S(tcp_ao_add) S(tcp_ao_del) S(tcp_ao_info) S(tcp_ao_getsockopt) S(tcp_ao_repair)
S(dmabuf_token) S(tcp_cc_info) S(mptcp_full_info) S(ipt_entries) S(ip6t_entries) S(arpt_entries) S(tcp_stats) S(netlink_groups) S(icmp6_filter)
S(timeval64) S(sockaddr_value) S(in6_pktinfo) S(ip6_mtuinfo) S(key_serial) S(be32) S(errno) S(txrehash)
S(sg_req) S(sg_req6)	/* counts of multicast routing */
S(old_sigset) S(old_sigaction)	/* 32-bit ABIs' own */
S(sigframe) S(old_sigframe) S(old_frame_set)	/* the set of blocked signals in a signal frame, in memory that begins with it */
S(uid16)			/* uid_t of i386's older calls: 2 bytes, bare, 65535 as -1 */
S(comm)				/* char[16] up to a NUL, bare: prctl PR_GET_NAME */
S(timex64)			/* struct __kernel_timex in every ABI: timex without its compat (clock_adjtime64) */
S(btrfs_supported)		/* what BTRFS_IOC_GET_SUPPORTED_FEATURES fills */
S(robust_list_head) S(cachestat) S(cachestat_range) S(futex_waitv) S(user_desc) S(rseq)
#undef S

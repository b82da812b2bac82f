/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * shape.h - what the bytes behind a pointer look like: one table of fields for each structure.
 *
 *	static const struct field timespec_fields[] = {
 *		FIELD(struct __kernel_timespec, tv_sec,  long),
 *		FIELD(struct __kernel_timespec, tv_nsec, long),
 *	};
 *	const struct shape shape_timespec = SHAPE(struct __kernel_timespec, timespec_fields, .compat = &shape_timespec32);
 *
 * A field is shown by the same kinds that show arguments (row.h), with the value loaded from its bytes.
 * Layouts are those of x86-64; a shape names those of other ABIs that differ. Fields are loaded in the ABI's byte order.
 */
#ifndef TRACE_SHAPE_H
#define TRACE_SHAPE_H

#include <stddef.h>
#include <stdint.h>

#include "row.h"

struct field {
	struct arg_spec spec;	/* name, kind, flag tables; kinds that need captured memory show addresses */
	uint16_t offset, size;	/* bytes; size 1, 2, 4, 8 for numbers */
	bool brief;		/* shown also in abbreviated form; others only with --verbose (`...` stands for them) */
	bool out_only;		/* written by the kernel: shown only as it was at exit (revents) */
	bool (*when)(const struct call *c, const uint8_t *p);	/* shown only when this holds of the structure at p; NULL: always */
	bool rest;		/* FIELD_REST: it has no size of its own */
	bool leads;		/* DEREF: a pointer; its kind is that of a pointer argument, which decides what is copied and shown of what is there */
	uint8_t len_size;	/* … and how many elements, or bytes, that are is in a field of so many bytes; 0: in argument spec.len_arg, or it is one */
	uint16_t len_offset;
};

/* What a structure is where a field of it has a certain value. */
struct subshape {
	uint32_t value;
	const struct shape *shape;
};

struct shape {
	const char *name;	/* "timespec" */
	uint16_t size;		/* bytes */
	uint16_t nfields;
	uint16_t least;		/* not 0: its first field, of 4 bytes, says how long it is: less than this is none */
	const struct field *fields;
	/* A field chooses one of these in place of this shape. Where it chooses none, this shape's own pointers are not followed */
	const struct subshape *sub;
	uint16_t nsub, sub_offset;
	uint8_t sub_size;
	uint32_t sub_mask;	/* of that field: 0 stands for all bits */
	const char *macro;	/* written by a macro of this name: BPF_STMT(…) */
	/* For what a table cannot say: shows `len` bytes at `p` itself. */
	void (*show)(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len);
	/* Layouts of other ABIs; NULL: the same as those of their kind, or as this */
	const struct shape *compat;	/* 32-bit ABIs */
	const struct shape *generic;	/* 64-bit ABIs other than x86-64 */
	const struct shape *arm, *riscv, *ppc, *s390;	/* these, where they differ from their kind */
	bool x32_compat;	/* x32 uses `compat` as well */
	bool abridge;		/* without --verbose only fields that are `brief` are shown */
	bool whole;		/* says nothing while a part of it is missing: a set */
	bool or_zero;		/* with `least`: for which 0 stands, too */
	bool bare;		/* a single number: shown as [5], not {…} */
};

#define SHAPE(type, tab, ...) { .name = #type, .size = sizeof(type), .fields = tab, .nfields = sizeof(tab) / sizeof((tab)[0]), ##__VA_ARGS__ }
/* FIELD(struct stat, st_size, ulong): kind without the kind_ prefix; further members follow (.spec.flags = &...) */
#define FIELD(type, member, k, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_##k }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }
#define FIELD_FLAGS(type, member, k, t, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_##k, .flags = &t }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }
/* A flexible array member: what there is of a structure behind its other fields, as elements of the spec's shape, or bytes */
#define FIELD_REST(n, at, ...) { .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_struct_in, ##__VA_ARGS__ }, .offset = at, .rest = true }
/* A structure within a structure */
#define FIELD_STRUCT(type, member, s, ...) \
	{ .spec = { .name = #member, .name_len = sizeof(#member) - 1, .kind = &kind_struct_in, .shape = &s }, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member), ##__VA_ARGS__ }

/*
 * A pointer, and what it leads to: DEREF(struct iocb, aio_buf, buf_in, aio_nbytes). k: a kind of pointer arguments (buf_in, str, struct_in,
 * array_in, …); DEREF_ONE where there is no length: strings, single structures. Structures that they lead to: .spec.shape = &….
 * What the program passes is copied when the structure is: when the call begins, or of one that the kernel fills when it returns.
 */
#define DEREF(type, member, k, len, ...) \
	FIELD(type, member, k, .leads = true, .len_offset = offsetof(type, len), .len_size = sizeof(((type *)0)->len), ##__VA_ARGS__)
#define DEREF_ONE(type, member, k, ...) FIELD(type, member, k, .leads = true, ##__VA_ARGS__)
/* A pointer to as many things as a field says: these are counted only */
#define COUNTED(type, member, len) \
	FIELD(type, member, counted, .len_offset = offsetof(type, len), .len_size = sizeof(((type *)0)->len))
/* Elements of an array of pointers: of `bytes` each, to something of kind k and, but for strings, shape s; as the fields of a shape. */
#define POINTER_TO(k, s, bytes) { { .spec = { .name = "", .kind = &kind_##k, .shape = s }, .size = bytes, .leads = true } }
#define POINTER_SHAPE(what, tab, bytes, ...) { .name = what, .size = bytes, .nfields = 1, .fields = tab, .bare = true, ##__VA_ARGS__ }
/* .sub of a shape: the field that chooses, and the table. */
#define SUBSHAPES(type, member, tab) \
	.sub = tab, .nsub = sizeof(tab) / sizeof((tab)[0]), .sub_offset = offsetof(type, member), .sub_size = sizeof(((type *)0)->member)

const struct shape *shape__of(const struct shape *s, enum abi abi);	/* its layout in an ABI */
const struct shape *shape__at(const struct shape *s, const uint8_t *p, uint32_t len, bool swap);	/* which of its sub-shapes the bytes are */

#define S(n) extern const struct shape shape_##n;
S(int) S(uint) S(long) S(ulong) S(offset) S(u64) S(ptr) S(pid) S(pid_group) S(new_tid) S(uid)	/* single numbers */
S(timespec) S(timespec64) S(timeval) S(timezone) S(itimerspec) S(itimerspec64) S(itimerval) S(timex) S(tms) S(time)
S(sigset) S(sigaction) S(siginfo) S(waitinfo) S(stack) S(sigevent)
S(sock_fprog) S(seccomp_fprog)	/* linux/filter.h; what a filter of seccomp returns has names */
S(stat) S(statx) S(statfs) S(stat64) S(statfs64) S(old_stat) S(ustat)
S(pollfd) S(epoll_event) S(rlimit) S(rlimit64) S(rusage) S(utsname) S(old_utsname) S(oldold_utsname) S(sysinfo)
S(utimens) S(utimens64)		/* two timespecs, UTIME_NOW and UTIME_OMIT by name: [{…}, {…}]; utimens64 has no compat */
S(utimes) S(utimbuf)		/* two timevals; struct utimbuf */
S(xattr_args) S(file_attr)	/* linux/xattr.h 6.13, linux/fs.h 6.17 */
S(statmount_req) S(listmount_req)	/* struct mnt_id_req of linux/mount.h; param is statmount_mask, or the last id seen */
S(owner_uids) S(rw_hint)		/* fcntl: uid_t[2] as [1000, 1000]; __u64 of rw_hints, bare */
S(clone_args) S(open_how) S(flock) S(flock64) S(f_owner_ex) S(linger) S(ucred)
S(sched_param) S(sched_attr) S(mount_attr) S(file_handle) S(cap_header) S(cap_data)
S(msqid_ds) S(shmid_ds) S(semid_ds) S(sembuf) S(mq_attr) S(iocb) S(iocb_pointer) S(io_event)
S(in_addr) S(in6_addr) S(cmsghdr)
S(iovec) S(msghdr) S(mmsghdr)	/* addresses and lengths only; kinds iovec_in, msghdr_in … show the data too */
S(iovec_data)			/* for structures that point at a vector of what the program passes */
S(sockaddr_in6)	/* within structures */
S(vif_req) S(mif_req) S(sg_req) S(sg_req6)	/* counts of multicast routing */
S(old_sigset) S(old_sigaction)	/* 32-bit ABIs' own */
S(uid16)			/* uid_t of i386's older calls: 2 bytes, bare, 65535 as -1 */
S(comm)				/* char[16] up to a NUL, bare: prctl PR_GET_NAME */
S(timex64)			/* struct __kernel_timex in every ABI: timex without its compat (clock_adjtime64) */
S(robust_list_head) S(cachestat) S(cachestat_range) S(futex_waitv) S(user_desc) S(rseq)
#undef S

#endif

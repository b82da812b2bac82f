// SPDX-License-Identifier: BSD-2-Clause
/*
 * kinds.c - the table of kinds: each has its show function and its capture template.
 *
 * A template defines what the kernel side copies: operation, when, and where the count comes from. plan.c fills in members that are 0:
 * len_arg and size from the spec, max from the limit on strings.
 */
#include <stdbool.h>

#include "kinds.h"

#define HEADERS_MAX 512		/* bytes of message headers captured at exit */
#define ADDRS_MAX 128		/* bytes: struct sockaddr_storage */
#define ARRAY_MAX 4096		/* bytes of arrays that are captured without --verbose */
#define OPTVAL_MAX 256
#define NETLINK_MAX 65536	/* bytes of netlink messages: dumps have at most 32 KiB (net/netlink/af_netlink.c of the kernel) */
#define DIRENTS_MAX 1024	/* likewise */
#define SIGSET_MAX 64		/* bytes of a signal set: kernels use 8 or 16 */
#define RESIDENCY_MAX 512	/* pages */
#define MSGBUF_BYTES 264
#define SET_MAX 1024		/* bytes of bitmaps */
#define PATH_BYTES 4095		/* PATH_MAX, less the NUL: paths are never cut */

#define KIND(k, fn, ...) const struct kind kind_##k = { .name = #k, .show = show_##fn, ##__VA_ARGS__ };
#define CAP(o, w, l, ...) { .op = CAP_##o, .when = CAP_##w, .len = LEN_##l, ##__VA_ARGS__ }
#define IN(o, l, ...) .cap = { CAP(o, ENTRY, l, ##__VA_ARGS__) }
#define OUT(o, l, ...) .out = true, .cap = { CAP(o, EXIT, l, ##__VA_ARGS__) }
#define INOUT(o, l, ...) .out = true, .cap = { CAP(o, ENTRY, l, ##__VA_ARGS__), CAP(o, EXIT, l, ##__VA_ARGS__) }

/* Numbers */
KIND(int,		int,		.sign = true, .half = true)
KIND(uint,		uint,	.half = true)
KIND(long,		long,		.sign = true)
KIND(ulong,		ulong)
KIND(hex,		hex,	.plain = true)
KIND(hex32,		hex32,	.half = true)
KIND(offset,		offset,		.sign = true)
KIND(hex64,		hex64)
KIND(offset_lo,		offset_lo)
KIND(hidden,		hex,		.hidden = true)
KIND(ptr,		ptr,	.plain = true)
KIND(pid,		pid,		.sign = true, .half = true)
KIND(pid_group,		pid_group,	.sign = true, .half = true)
KIND(new_tid,		new_tid,	.sign = true)
KIND(uid,		uid,	.half = true)
KIND(uid16,		uid16,	.half = true)
KIND(dev,		dev,	.half = true)
KIND(mode,		octal,	.half = true)
KIND(epoll_data,	epoll_data)
KIND(seconds,		seconds,	.sign = true)
KIND(rlim,		rlim)
KIND(rlim32,		rlim32)
KIND(permille,		permille)
KIND(hex_full,		hex_full)
KIND(be16,		be16)
KIND(be32,		be32)
KIND(be64,		be64)
KIND(ifindex,		ifindex,	.half = true)
KIND(ticks,		ticks)
KIND(boot_ns,		boot_ns)
KIND(fourcc,		fourcc)
KIND(character,		character)
/* Names for numbers */
KIND(flags,		flags,	.half = true)
KIND(flags64,		flags64)
KIND(enum,		enum,	.half = true)
KIND(enum64,		enum64)
KIND(enum_either,	enum_either,	.half = true)
KIND(enum_int,		enum_int,	.sign = true, .half = true)
KIND(enum_flags,	enum_flags,	.half = true)
KIND(enum_flags64,	enum_flags64)
KIND(enum_be16,		enum_be16,	.half = true)
KIND(enum_pair,		enum_pair,	.half = true)
KIND(file_mode,		file_mode,	.half = true)
KIND(flags_mode,	flags_mode,	.half = true)
KIND(flags_ours,	flags_ours)
KIND(enum_dec64,	enum_dec64)
KIND(ioprio,		ioprio,	.half = true)
KIND(wake_op,		wake_op,	.half = true)
KIND(clock,		clock,	.half = true)
KIND(event_message,	event_message)
KIND(pid_there,		pid_there,	.sign = true, .half = true)
KIND(process_there,	process_there,	.sign = true)
KIND(sigset_word,	sigset_word)
/* has the layout of an iovec, and is captured as one */
KIND(sigset_arg,	sigset_arg,	.structured = true, IN(IOVEC, ONE, .max = SIGSET_MAX))
KIND(clone_flags,	clone_flags)
KIND(signal,		signal,	.half = true)
KIND(signal64,		signal64)
KIND(handler,		handler)
KIND(wait_status,	wait_status,	.structured = true, OUT(BUF, ONE, .size = 4))
/* Descriptors */
KIND(fd,		fd,		.sign = true, .half = true, .is_fd = true)
KIND(fd_uint,		fd_uint,	.half = true, .is_fd = true)
KIND(fd64,		fd64,		.is_fd = true)
KIND(at_fd,		at_fd,		.sign = true, .half = true, .is_fd = true)
KIND(fd_pair,		fd_pair,	.structured = true, OUT(FDPAIR, ONE, .size = 8, .max = 8))
KIND(fd_or_0,		fd_or_0,	.sign = true, .is_fd = true)
KIND(passed_fd,		passed_fd,	.sign = true, .is_fd = true)
/* Strings */
KIND(path,		path,		.is_path = true, IN(STR, ONE, .max = PATH_BYTES))
KIND(name,		path,		.is_text = true, IN(STR, ONE, .max = PATH_BYTES))
KIND(str,		str,		.is_text = true, IN(STR, ONE))
KIND(str_out,		path_out,	OUT(STR, ARG, .max = PATH_BYTES))
KIND(str_filled,	str_filled,	OUT(STR, ARG))
KIND(buf_filled,	buf_filled,	OUT(BUF, ARG, .size = 1))
KIND(counted,		counted)
KIND(chars,		hex,		.show_field = show_chars)
KIND(uuid,		hex,		.show_field = show_uuid)
KIND(bytes,		hex,		.show_field = show_byte_array)
KIND(buf_in,		buf_in,		IN(BUF, ARG, .size = 1))
KIND(buf_inout,		buf_in,		INOUT(BUF, ARG, .size = 1))
KIND(buf_out,		buf_out,	OUT(BUF, RET, .size = 1))
KIND(buf_out_max,	buf_out_max,	OUT(BUF, ARG_MIN_RET, .size = 1))
KIND(argv,		argv,		IN(STRV, ONE))
KIND(envp,		envp,		.is_env = true, IN(STRV, ONE))
/* Structures */
KIND(struct_in,		struct_in,	IN(BUF, ONE))
KIND(struct_out,	struct_out,	OUT(BUF, ONE))
KIND(struct_inout,	struct_inout,	INOUT(BUF, ONE))
KIND(struct_sized,	struct_in,	.sized = true, IN(BUF, ARG, .size = 1))
KIND(struct_sized_inout, struct_in,	.sized = true, INOUT(BUF, ARG, .size = 1))
KIND(struct_out_sized,	struct_out,	.sized = true, OUT(BUF, ARG, .size = 1))
KIND(struct_upto,	struct_in,	IN(BUF, ARG, .size = 1))
KIND(struct_out_upto,	struct_out,	.cut = true, OUT(BUF, PTR, .size = 1))
/* the kernel returns the size */
KIND(struct_resized,	struct_resized,	.sized = true,
	.cap = { CAP(BUF, ENTRY, ONE), CAP(BUF, EXIT, ONE, .size = 4, .max = 4) })
KIND(array_in,		array_in,	.whole = true, IN(BUF, ARG, .max = ARRAY_MAX))
KIND(array_out,		array_out,	.whole = true, OUT(BUF, RET, .max = ARRAY_MAX))
KIND(array_out_n,	array_out_n,	.whole = true, OUT(BUF, ARG, .max = ARRAY_MAX))
KIND(array_inout,	array_inout,	.whole = true, INOUT(BUF, ARG, .max = ARRAY_MAX))
KIND(array_or_null,	array_or_null,	.whole = true, INOUT(BUF, ARG, .max = ARRAY_MAX))
/* Requests to the device mapper: data in the memory that begins with the structure */
KIND(dm,		dm,		INOUT(BUF, ONE))
KIND(dm_text,		dm_text)
KIND(dm_string_in,	dm_string,	.whole = true, IN(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_string_out,	dm_string,	.whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_message_in,	dm_message,	.whole = true, IN(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_targets_in,	dm_targets,	.whole = true, IN(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_targets_out,	dm_targets,	.whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_deps_out,	dm_deps,	.whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_devices_out,	dm_devices,	.whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(dm_versions_out,	dm_versions,	.whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(tee_arg,		tee_arg,	INOUT(BUF, ONE))
KIND(tee_client,	tee_client)
KIND(dirents,		dirents,	.structured = true, .whole = true, .counted = true, OUT(BUF, RET, .size = 1, .max = DIRENTS_MAX))
KIND(old_dirents,	old_dirents,	.structured = true, .whole = true, .counted = true, OUT(BUF, RET, .size = 1, .max = DIRENTS_MAX))
KIND(array_if_verbose,	array_if_verbose)
KIND(btrfs_items,	btrfs_items,	.structured = true, .whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(btrfs_paths,	btrfs_paths,	.structured = true, .whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(btrfs_inodes,	btrfs_inodes,	.structured = true, .whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(fdset,		fdset,		.whole = true, .has_fds = true, INOUT(BUF, BITS, .size = 1, .max = SET_MAX))
KIND(bits_in,		bits_in,	.array = true, .structured = true, .whole = true, IN(BUF, BITS, .size = 1, .max = SET_MAX))
KIND(bits_out,		bits_out,	.array = true, .structured = true, .whole = true, OUT(BUF, BITS, .size = 1, .max = SET_MAX))
KIND(cpus_in,		cpus_in,	.structured = true, .whole = true, IN(BUF, ARG, .size = 1, .max = SET_MAX))
KIND(cpus_out,		cpus_out,	.structured = true, .whole = true, OUT(BUF, RET, .size = 1, .max = SET_MAX))
/* Sockets */
KIND(sockaddr_in,	sockaddr_in,	.is_addr = true, .is_sockaddr = true, IN(BUF, ARG, .size = 1, .max = ADDRS_MAX))
KIND(sockaddr_out,	sockaddr_out,	.structured = true, OUT(BUF, PTR, .size = 1, .max = ADDRS_MAX))
KIND(optval_in,		optval_in,	.structured = true, .whole = true, IN(BUF, ARG, .size = 1, .max = OPTVAL_MAX))
KIND(number_in,		number_in,	.structured = true, IN(BUF, ARG, .size = 1, .max = 4))
KIND(optval_out,	optval_out,	.structured = true, .whole = true, OUT(BUF, PTR, .size = 1, .max = OPTVAL_MAX))
KIND(iovec_in,		iovec_in,	.shape = &shape_iovec, IN(IOVEC, ARG))
KIND(iovec_out,		iovec_out,	.shape = &shape_iovec, OUT(IOVEC, ARG, .total_ret = 1))
KIND(msghdr_in,		msghdr_in,	.is_addr = true, .shape = &shape_msghdr, IN(MSGHDR, ONE))
/* at entry the headers have the sizes of the buffers for names */
KIND(msghdr_out,	msghdr_out,	.shape = &shape_msghdr, .out = true,
	.cap = { CAP(MSGHDR, EXIT, ONE, .total_ret = 1), CAP(BUF, ENTRY, ONE) })
/* sendmmsg: msg_len of the messages sent is read at exit */
KIND(mmsghdr_in,	mmsghdr_in,	.is_addr = true, .whole = true, .shape = &shape_mmsghdr,
	.cap = { CAP(MSGHDR, ENTRY, ARG), CAP(BUF, EXIT, RET, .max = ARRAY_MAX) })
KIND(mmsghdr_out,	mmsghdr_out,	.whole = true, .shape = &shape_mmsghdr, .out = true,
	.cap = { CAP(MSGHDR, EXIT, RET), CAP(BUF, ENTRY, ARG, .max = HEADERS_MAX) })
/* Netlink: messages are shown by their fields, and captured whole */
KIND(netlink_in,	buf_in,		.netlink = true, IN(BUF, ARG, .size = 1, .max = NETLINK_MAX))
KIND(netlink_out,	buf_out_max,	.netlink = true, OUT(BUF, ARG_MIN_RET, .size = 1, .max = NETLINK_MAX))
KIND(netlink_msghdr_in,	msghdr_in,	.netlink = true, .is_addr = true, .shape = &shape_msghdr, IN(MSGHDR, ONE, .max = NETLINK_MAX))
KIND(netlink_msghdr_out, msghdr_out,	.netlink = true, .shape = &shape_msghdr, .out = true,
	.cap = { CAP(MSGHDR, EXIT, ONE, .total_ret = 1, .max = NETLINK_MAX), CAP(BUF, ENTRY, ONE) })
KIND(netlink_mmsghdr_in, mmsghdr_in,	.netlink = true, .is_addr = true, .whole = true, .shape = &shape_mmsghdr,
	.cap = { CAP(MSGHDR, ENTRY, ARG, .max = NETLINK_MAX), CAP(BUF, EXIT, RET, .max = ARRAY_MAX) })
KIND(netlink_mmsghdr_out, mmsghdr_out,	.netlink = true, .whole = true, .shape = &shape_mmsghdr, .out = true,
	.cap = { CAP(MSGHDR, EXIT, RET, .max = NETLINK_MAX), CAP(BUF, ENTRY, ARG, .max = HEADERS_MAX) })
/* A type, a word, and text of a length that does not count it: a part is copied */
KIND(msgbuf_in,		msgbuf_in,	.structured = true, IN(BUF, ONE, .size = MSGBUF_BYTES))
KIND(msgbuf_out,	msgbuf_out,	.structured = true, OUT(BUF, ONE, .size = MSGBUF_BYTES))
KIND(boot_command,	boot_command,	IN(BUF, ONE, .size = BOOT_COMMAND_BYTES))
KIND(handle_in,		handle_in,	.structured = true, IN(BUF, ONE, .size = 8 + HANDLE_BYTES))
KIND(handle_inout,	handle_inout,	.structured = true, .cap = { CAP(BUF, ENTRY, ONE, .size = 8), CAP(BUF, EXIT, ONE, .size = 8 + HANDLE_BYTES) })
KIND(ldt_entry,		ldt_entry,	IN(BUF, ONE))
/* Keys. The lengths are in another argument's memory: a part is copied. */
KIND(pkey_in,		pkey_in,	IN(BUF, ONE, .size = 256))
KIND(pkey_in2,		pkey_in2,	IN(BUF, ONE, .size = 256))
KIND(pkey_out,		pkey_out,	OUT(BUF, ONE, .size = 256))
KIND(key_caps,		key_caps,	OUT(BUF, ARG_MIN_RET, .size = 1))
/* The length counts elements: SO_GET_FILTER */
KIND(filter_out,	filter_out,	.structured = true, .whole = true, OUT(BUF, PTR, .max = ARRAY_MAX))
/* A byte for each page of argument len_arg bytes: more are copied than there are */
KIND(residency,		residency,	.array = true, .structured = true, OUT(BUF, ARG, .size = 1, .max = RESIDENCY_MAX))
/* io_uring: a header and at most 256 operations; old and new numbers */
KIND(uring_probe,	uring_probe,	.structured = true, INOUT(BUF, ONE, .size = 16 + 256 * 8))
KIND(uring_workers,	uring_workers,	INOUT(BUF, ARG, .size = 4, .max = ARRAY_MAX))
KIND(uring_restriction,	uring_restriction)
KIND(uring_fd,		uring_fd,	.sign = true)
KIND(enum_dec_u8,	enum_dec_u8)
/* perf_event_open: the kernel corrects a size that is too large */
KIND(perf_attr,		perf_attr,
	.cap = { CAP(BUF, ENTRY, ONE), CAP(BUF, EXIT, ONE, .size = 8, .max = 8) })
KIND(perf_programs,	perf_programs,	.cap = { CAP(BUF, ENTRY, ONE, .size = 4), CAP(BUF, EXIT, ONE, .size = 8 + 4 * PERF_PROGRAMS) })
KIND(random_pool,	random_pool,	IN(BUF, ONE, .size = 8 + POOL_BYTES))
/* SCSI commands, whose first number says which of two structures they are; data, of which some may be left; vectors of it */
KIND(sg_io,		sg_io,		INOUT(BUF, ONE))
KIND(sg_bytes_in,	sg_bytes_in,	IN(BUF, ARG, .size = 1))
KIND(sg_bytes_out,	sg_bytes_out,	OUT(BUF, ARG, .size = 1))
KIND(sg_data_out,	sg_data_out,	OUT(BUF, ARG, .size = 1))
KIND(sg_vec,		sg_vec,		.whole = true, IN(BUF, ARG, .max = ARRAY_MAX))
/* ptrace: registers; a filter's number and flags; a call, of which the result is the size */
KIND(regset_in,		ptr,		IN(BUF, ARG, .size = 1, .max = 576))
KIND(regset_out,	ptr,		OUT(BUF, ARG, .size = 1, .max = 576))
KIND(seccomp_metadata,	seccomp_metadata, .structured = true, INOUT(BUF, ONE, .size = 16))
KIND(regs_in,		regs_in,	.structured = true, IN(BUF, ONE, .size = 216))
KIND(regs_out,		regs_out,	.structured = true, OUT(BUF, ONE, .size = 216))
KIND(fpregs_in,		regs_in,	.structured = true, IN(BUF, ONE, .size = 512))
KIND(fpregs_out,		regs_out,	.structured = true, OUT(BUF, ONE, .size = 512))
KIND(syscall_info,	syscall_info,	.structured = true, OUT(BUF, ARG_MIN_RET, .size = 1, .max = 128))
/* BPF: programs; what is known about an object, and what that points at. A length counts bytes of instructions. */
KIND(text_in,		text_in,	IN(BUF, ARG, .size = 1))
KIND(ebpf_attached,	ebpf_attached,	.whole = true, OUT(BUF, ARG, .max = ARRAY_MAX))
KIND(ebpf_in,		ebpf_in,	.whole = true, IN(BUF, ARG, .max = ARRAY_MAX))
KIND(ebpf_out,		ebpf_out,	.whole = true, OUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(ebpf_ids,		ebpf_ids,	.whole = true, OUT(BUF, ARG, .max = ARRAY_MAX))
KIND(ebpf_info,		ebpf_info,	INOUT(BUF, ARG, .size = 1, .max = ARRAY_MAX))
KIND(machine_code,	machine_code,	OUT(BUF, ARG, .size = 1))
/* As strace shows them */
KIND(octet_array,	hex,		.show_field = show_octet_array)
KIND(waiters_in,	waiters_in)
KIND(enum_second,	enum_second,	.half = true)
KIND(ptrace_request,	ptrace_request)
KIND(user_offset,	user_offset)
KIND(regset_got,	regset_got)
KIND(regset_set,	regset_set)
KIND(futex_op,		futex_op,	.half = true)
KIND(futex_wake,	futex_wake,	.half = true)
KIND(commented_flags,	commented_flags)
KIND(sigset_upto,	sigset_upto)
KIND(caps_in,		caps_in)
KIND(caps_out,		caps_out,	.out = true)
KIND(xattr_in,		xattr_in)
KIND(xattr_out,		xattr_out,	.out = true)
KIND(xattr_list,	xattr_list,	.out = true)
KIND(quota_cmd,		quota_cmd,	.half = true)
KIND(fsmount_flags,	fsmount_flags,	.half = true)
KIND(cstring,		cstring)
KIND(kernel_version,	kernel_version)
KIND(numa_node,		numa_node)
KIND(ebpf_code,		ebpf_code)
KIND(key_data,	key_data,	.out = true)
KIND(key_text,	key_text,	.out = true)
KIND(filter_in,	filter_in)
KIND(vector_length,	vector_length)
KIND(swap_flags,	swap_flags)
KIND(tagged_addr,	tagged_addr)
KIND(commented,		commented)
KIND(comm_in,		comm_in)
KIND(enum_where,	enum_where)
/* shown also if the call has not written it */
KIND(struct_left,	struct_out,	.out = true)
KIND(mount_flags,	mount_flags)
KIND(str_where,		str_where)
KIND(errno_or_int,	errno_or_int)
KIND(personality,	personality)
KIND(signal_or_uint,	signal_or_uint)
KIND(number_out,	number_out,	.out = true)
KIND(int_out,	int_out,	.out = true)
KIND(error_out,	error_out,	.out = true)
KIND(txrehash_out,	txrehash_out,	.out = true)
KIND(memberships_out,	memberships_out,	.out = true)
KIND(txrehash_in,	txrehash_in)
KIND(enum_dec,	enum_dec,	.sign = true, .half = true)
KIND(errno,	errno,	.sign = true, .half = true)
KIND(mmap_flags,	mmap_flags)
KIND(huge_flags,	huge_flags,	.half = true)
KIND(ipc_flags,	ipc_flags,	.half = true)
KIND(ipc_cmd,	ipc_cmd,	.half = true)
KIND(socklen,	socklen,	.out = true)
KIND(desc_got,	desc_got,	.out = true)
KIND(kexec_flags,	kexec_flags)
KIND(memfd_name,	memfd_name)
KIND(uts_name,	uts_name)
KIND(octets_out,	octets_out)
KIND(octets_in,	octets_in)
KIND(enum_noted,	enum_noted,	.sign = true, .half = true)
KIND(hex_noted,	hex_noted)
KIND(log_level,	log_level,	.sign = true, .half = true)
KIND(offset_moved,	offset_moved)
KIND(clone_parts,	clone_parts)
KIND(own_fd,		own_fd,		.half = true)
KIND(own_flags_first,	own_flags_first)
KIND(flag_parts,	flag_parts)
KIND(control_id,		control_id)
KIND(buffer_flags,	buffer_flags)
KIND(socket_type,	socket_type)
KIND(oflags,		oflags)
KIND(cflags,		cflags)
KIND(enum_htons,	enum_htons,	.half = true)
KIND(socket_level,	socket_level)
KIND(statx_flags,	statx_flags)
KIND(statx_mask,	statx_mask)
KIND(node_words_in,	node_words_in)
KIND(node_words_out,	node_words_out)
KIND(affinity_in,	affinity_in)
KIND(struct_done,	struct_done)
KIND(array_where,	array_where)
/* Commands */
KIND(ioctl_cmd,		ioctl_cmd,	.half = true, .names = &ioctl_requests)
/* what the request's number says is captured; rows of requests, made when they are needed, show it */
KIND(ioctl_arg,		ioctl_arg,
	.cap = { CAP(BUF, ENTRY, IOC, .size = 1, .max = ARRAY_MAX), CAP(BUF, EXIT, IOC, .size = 1, .max = ARRAY_MAX) })

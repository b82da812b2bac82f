/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kinds.h - private to this directory: the kinds' show functions, and functions that they share.
 *
 * Invariant: a show function emits exactly one value, whatever its input.
 */
#pragma once

#include "show.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Kinds that only fields have: their memory is part of the structure. */
extern const struct kind kind_chars;	/* char[]: NUL-terminated, unless the string fills the array */
extern const struct kind kind_bytes;	/* as many bytes as the field has */
extern const struct kind kind_uuid;	/* 16 bytes */
extern const struct kind kind_inet4, kind_inet6, kind_mac;	/* addresses, as many bytes as the field has */
/* Fields: what the kernel filled if the program passed a count that leaves room for all, or is the same; else an address: the count is then what there is */
extern const struct kind kind_array_room, kind_buf_exact, kind_struct_exact;
extern const struct kind kind_buf_room, kind_struct_room;		/* fields: as buf_filled, if there was room for all; the count becomes that of what there is */
extern const struct kind kind_binder_commands, kind_binder_returns, kind_binder_offsets_in, kind_binder_offsets_out, kind_binder_objects_in, kind_binder_objects_out;
extern const struct shape shape_binder_sent, shape_binder_received;	/* words that may be commands of transactions; show_binder.c */
extern const struct kind kind_text_beyond;	/* fields: text behind a structure */
extern const struct kind kind_buf_returned;	/* fields: as buf_filled, but no more bytes than the call returned */
extern const struct kind kind_array_returned;	/* fields: as array_out_n, but as many elements as the call returned */
extern const struct kind kind_array_or_null;	/* as array_inout; strace shows NULL for no elements */
extern const struct kind kind_tee_arg;	/* a pointer to a structure and parameters; the length of both precedes or follows it */
extern const struct kind kind_tee_client;	/* who opens a session: a group, or a UUID */
extern const struct kind kind_btrfs_items, kind_btrfs_paths, kind_btrfs_inodes;	/* shapes_btrfs.c */
extern const struct kind kind_array_if_verbose;	/* strace: array_in, without --verbose an address */
extern const struct kind kind_permille;	/* strace: in percent as a comment */
/* show_dm.c */
extern const struct kind kind_dm, kind_dm_text, kind_dm_string_in, kind_dm_string_out, kind_dm_message_in, kind_dm_targets_in, kind_dm_targets_out;
extern const struct kind kind_dm_deps_out, kind_dm_devices_out, kind_dm_versions_out;
/* Parts of ioctl's requests: show_ioctl.c */
unsigned ioc__dir(uint32_t cmd, enum abi abi);
uint32_t ioc__size(uint32_t cmd, enum abi abi);
extern const struct kind kind_counted;	/* a pointer to elements, of which only the number (COUNTED) is shown */
extern const struct kind kind_fd_or_0;	/* 0: no descriptor */
extern const struct kind kind_passed_fd;	/* in a message: at exit a descriptor of the receiver */
extern const struct kind kind_epoll_data;	/* a union, shown by its integers */
extern const struct kind kind_seconds;	/* a time of day */
extern const struct kind kind_new_tid;	/* tid of a thread that the call creates */
extern const struct kind kind_event_message;	/* PTRACE_GETEVENTMSG: an ID, depending on the event */
extern const struct kind kind_rlim;	/* a limit: RLIM_INFINITY */
extern const struct kind kind_rlim32;
extern const struct kind kind_be16;	/* port numbers: network byte order */
extern const struct kind kind_fourcc;	/* four characters in one number, one of spec.flags */
extern const struct kind kind_character;	/* printable: 'S' */
extern const struct kind kind_be32;	/* the same, hexadecimal */
extern const struct kind kind_be64;
extern const struct kind kind_ifindex_be;	/* the same in network byte order */
extern const struct kind kind_ifindex;	/* the number of a network interface */
extern const struct kind kind_boot_ns;	/* ns, a time of CLOCK_BOOTTIME */
extern const struct kind kind_ticks;	/* a duration in clock_t */
extern const struct kind kind_handler;	/* of a signal: SIG_DFL, SIG_IGN or an address */

/* rows/ioctl_perf.c */
extern const struct shape shape_perf_attr;

/* Structures that notes (structs/README) leave to C; shapes_device.c */
extern const struct shape shape_ptp_precise, shape_ptp_perout, shape_ptp_perout_1, shape_rtc_param_get, shape_rtc_param_set, shape_gpio_attribute, shape_gpio_config_attribute, shape_fraction;
extern const struct shape shape_sockaddr_any;	/* struct sockaddr_storage; show_sockaddr.c */
extern const struct shape shape_tee_param;	/* show_tee.c */

#define SHOW(n) void show_##n(struct show *s, const struct arg *a);
SHOW(int) SHOW(uint) SHOW(long) SHOW(ulong) SHOW(nbytes) SHOW(length) SHOW(length64) SHOW(length_lo) SHOW(hex) SHOW(hex_full) SHOW(hex32) SHOW(hex64) SHOW(offset) SHOW(offset_lo) SHOW(ptr)
SHOW(pid) SHOW(pid_group) SHOW(pgid) SHOW(new_tid) SHOW(event_message) SHOW(pid_there) SHOW(process_there) SHOW(uid) SHOW(gid) SHOW(owner) SHOW(uid16) SHOW(dev) SHOW(dev_block) SHOW(dev_char) SHOW(dev_made) SHOW(minor_block) SHOW(minor_char) SHOW(octal) SHOW(seconds) SHOW(epoll_data) SHOW(rlim) SHOW(rlim32) SHOW(be16) SHOW(be32) SHOW(be64) SHOW(ifindex) SHOW(ifindex_be) SHOW(ticks) SHOW(boot_ns) SHOW(fourcc) SHOW(character)
SHOW(permille) SHOW(btrfs_items) SHOW(btrfs_paths) SHOW(btrfs_inodes) SHOW(array_if_verbose) SHOW(flags_ours) SHOW(enum_dec64)
SHOW(flags) SHOW(flags64) SHOW(enum) SHOW(enum64) SHOW(enum_int) SHOW(enum_flags) SHOW(enum_flags64) SHOW(enum_be16) SHOW(enum_pair) SHOW(file_mode) SHOW(flags_mode) SHOW(ioprio) SHOW(wake_op) SHOW(clock) SHOW(clone_flags)
SHOW(string_within) SHOW(strings_within) SHOW(syscall_info_in) SHOW(ebpf_fds) SHOW(ebpf_key_in) SHOW(ebpf_key_out) SHOW(ebpf_value_in) SHOW(ebpf_batch_out)
SHOW(fd) SHOW(fd_uint) SHOW(fd64) SHOW(at_fd) SHOW(fd_pair) SHOW(passed_fd) SHOW(fd_or_0)
SHOW(path) SHOW(str) SHOW(path_out) SHOW(str_filled) SHOW(buf_filled) SHOW(buf_returned) SHOW(counted) SHOW(buf_in) SHOW(buf_out) SHOW(buf_out_max) SHOW(argv) SHOW(envp)
SHOW(struct_in) SHOW(struct_out) SHOW(struct_inout) SHOW(struct_resized) SHOW(array_in) SHOW(array_out) SHOW(array_out_n) SHOW(array_room) SHOW(buf_exact) SHOW(buf_room) SHOW(struct_exact) SHOW(struct_room) SHOW(cdrom_data) SHOW(text_beyond) SHOW(binder_commands) SHOW(binder_offsets) SHOW(binder_objects) SHOW(smbus_data) SHOW(array_inout) SHOW(array_or_null) SHOW(semaphores_in) SHOW(semaphores_out) SHOW(tee_arg) SHOW(tee_client)
SHOW(dm) SHOW(dm_text) SHOW(dm_string) SHOW(dm_message) SHOW(dm_targets) SHOW(dm_deps) SHOW(dm_devices) SHOW(dm_versions)
SHOW(sockaddr_in) SHOW(sockaddr_out) SHOW(optval_in) SHOW(optval_out) SHOW(value_in) SHOW(value_out) SHOW(values_in) SHOW(values_out) SHOW(text_value_in) SHOW(text_value_out) SHOW(bytes_value_in) SHOW(bytes_value_out) SHOW(number_in)
SHOW(iovec_in) SHOW(iovec_out) SHOW(msghdr_in) SHOW(msghdr_out) SHOW(mmsghdr_in) SHOW(mmsghdr_out)
SHOW(signal) SHOW(signal64) SHOW(handler) SHOW(wait_status) SHOW(fdset) SHOW(bits_in) SHOW(bits_out) SHOW(cpus_in) SHOW(cpus_out) SHOW(sigset_word) SHOW(sigset_arg) SHOW(dirents) SHOW(old_dirents) SHOW(ioctl_cmd) SHOW(ioctl_arg) SHOW(ioctl_sized)
SHOW(vector_length) SHOW(swap_flags) SHOW(tagged_addr) SHOW(commented) SHOW(comm_in) SHOW(enum_where) SHOW(signal_or_uint) SHOW(str_where) SHOW(mount_flags) SHOW(errno_or_int) SHOW(personality)
SHOW(number_out) SHOW(int_out) SHOW(error_out) SHOW(txrehash_out) SHOW(memberships_out) SHOW(txrehash_in) SHOW(enum_dec) SHOW(errno) SHOW(mmap_flags) SHOW(huge_flags) SHOW(ipc_flags) SHOW(ipc_cmd) SHOW(socklen) SHOW(desc_got) SHOW(enum_either) SHOW(uts_name) SHOW(hex_noted) SHOW(kexec_flags) SHOW(memfd_name) SHOW(struct_done) SHOW(array_where)
SHOW(msgbuf_in) SHOW(msgbuf_out) SHOW(pkey_in) SHOW(pkey_in2) SHOW(pkey_out) SHOW(key_caps) SHOW(filter_out) SHOW(residency) SHOW(octets_out) SHOW(octets_in) SHOW(enum_noted) SHOW(log_level) SHOW(offset_moved) SHOW(handle_in) SHOW(handle_inout) SHOW(clone_parts) SHOW(statx_flags) SHOW(statx_mask) SHOW(ldt_entry) SHOW(node_words_in) SHOW(node_words_out) SHOW(affinity_in) SHOW(key_data) SHOW(key_text) SHOW(filter_in) SHOW(flag_parts) SHOW(socket_type) SHOW(oflags) SHOW(flags_if_any) SHOW(cflags) SHOW(boot_command) SHOW(own_fd) SHOW(own_flags_first) SHOW(enum_htons) SHOW(socket_level)
SHOW(cstring) SHOW(kernel_version) SHOW(numa_node) SHOW(ebpf_code) SHOW(ebpf_in) SHOW(ebpf_records) SHOW(ebpf_out) SHOW(ebpf_ids) SHOW(ebpf_attached) SHOW(text_in) SHOW(ebpf_info) SHOW(machine_code)
SHOW(quota_cmd) SHOW(fsmount_flags)
SHOW(commented_flags) SHOW(caps_in) SHOW(caps_out) SHOW(xattr_in) SHOW(xattr_out) SHOW(xattr_list)
SHOW(control_id) SHOW(buffer_flags)
SHOW(regs_in) SHOW(regs_out) SHOW(enum_second) SHOW(ptrace_request) SHOW(user_offset) SHOW(regset_got) SHOW(regset_set) SHOW(seccomp_metadata) SHOW(syscall_info) SHOW(perf_attr) SHOW(perf_programs) SHOW(random_pool) SHOW(sg_io) SHOW(sg_bytes_in) SHOW(sg_bytes_out) SHOW(sg_data_out) SHOW(sg_vec) SHOW(waiters_in) SHOW(futex_op) SHOW(futex_wake) SHOW(uring_probe) SHOW(uring_workers) SHOW(uring_restriction) SHOW(uring_fd) SHOW(uring_command) SHOW(uring_command_bytes) SHOW(sigset_upto) SHOW(enum_dec_u8)
SHOW(map_in) SHOW(map_out) SHOW(unicode_map_in) SHOW(unicode_map_out) SHOW(glyphs_in) SHOW(glyphs_out) SHOW(font_name) SHOW(key_entry_in) SHOW(key_entry_out) SHOW(key_string_in) SHOW(key_string_out) SHOW(accents_in) SHOW(accents_out) SHOW(unicode) SHOW(key_code) SHOW(key_func) SHOW(key_table) SHOW(sound) SHOW(tone) SHOW(io_port) SHOW(flags_u8) SHOW(ifconf) SHOW(ethtool) SHOW(ifreqs) SHOW(struct_numbered) SHOW(notification) SHOW(interface_name) SHOW(ptp_samples)
#undef SHOW

#define BOOT_COMMAND_BYTES 255	/* that reboot copies */
#define PERF_PROGRAMS 64			/* BPF programs of one perf event, at most */
#define POOL_BYTES 512			/* of a seed that are captured */
#define UNICODE_MAP 256			/* characters: E_TABSZ of linux/kd.h */
#define GLYPH_MOST 1024			/* bytes of a character that are captured, at most */
#define HANDLE_BYTES 128		/* MAX_HANDLE_SZ */

/* An argument as the ABI's unsigned long; a field's value as loaded. */
static inline uint64_t arg__ulong(const struct arg *a)
{
	return a->index >= 0 && a->call->word == 4 ? (uint32_t)a->value : a->value;
}

static inline int64_t arg__long(const struct arg *a)
{
	return a->index >= 0 && a->call->word == 4 ? (int32_t)a->value : (int64_t)a->value;
}

/* The count in another argument, as the kernel reads it: a negative one becomes a huge number. */
static inline uint64_t arg__count_by_arg(const struct arg *a)
{
	const struct kind *k = a->call->row->args[a->spec->len_arg].kind;
	uint64_t v = a->call->args[a->spec->len_arg];

	if (!k->half && a->call->word == 8)
		return v;
	return k->sign ? (uint64_t)(int64_t)(int32_t)v : (uint32_t)v;
}

static inline const struct kind *shown_kind(const struct show *s, const struct arg_spec *spec)
{
	return UNLIKELY(s->w->strace_marks && spec->strace) ? spec->strace : spec->kind;
}

/* Can its memory have been captured: is it an argument, or a field with DEREF? */
static inline bool arg__leads(const struct arg *a)
{
	return a->index >= 0 || (a->field && a->field->leads);
}

/* Of requests of io_uring: arguments after those of the call; is the result an element of the ring's own table that the kernel chose? */
void show_request_args(struct show *s, const struct call *c);
bool request__made_element(const struct call *c);
bool has_uring_command(const struct call *c);	/* has a driver been passed more than arguments? */

/* The argument by which its chunks are found. */
static inline int arg__root(const struct arg *a)
{
	return a->index >= 0 ? a->index : a->root;
}

/* The count in the field that holds it, as field->len_how says. */
uint64_t arg__count_by_field(const struct arg *a);

/* The count, in another argument or in a field. */
static inline uint64_t arg__count(const struct arg *a)
{
	const struct field *f = a->field;

	if (LIKELY(!f || !f->len_size))
		return arg__count_by_arg(a);
	if (UNLIKELY(f->len_how || f->unit))
		return arg__count_by_field(a);
	return f->len_offset + f->len_size <= a->holder_len ? load_uint(a->holder + f->len_offset, f->len_size, a->call->swap) : 0;
}

/* Would its elements, of `size` bytes each, end beyond the address space? strace then shows the address. */
static inline bool arg__count_overflows(const struct show *s, const struct arg *a, unsigned size)
{
	uint64_t n, end;

	if (!s->w->strace_marks)
		return false;
	if (a->index < 0)
		n = arg__count(a);
	else
		n = a->call->word < 8 || shown_kind(s, &a->call->row->args[a->spec->len_arg])->half ? 0 : a->call->args[a->spec->len_arg];
	return n && (__builtin_mul_overflow(n, (uint64_t)size, &end) || __builtin_add_overflow(end, a->value, &end));
}

/* The memory of an argument, if it has bytes. NULL: use show_pointer() */
const struct chunk *arg__memory(const struct arg *a, unsigned part, bool out);
/* Shows an address instead of memory: NULL, memory that the call did not fill, or memory that could not be read. */
void show_pointer(struct show *s, const struct arg *a, bool out);

/* Up to `limit` bytes of a string chunk; no bytes: the address, as unread unless NULL. */
void show_chunk_string(struct show *s, const struct chunk *k, uint64_t addr, uint32_t limit);
void show_chars(struct show *s, const uint8_t *p, uint32_t size);	/* up to the first NUL */
void show_uuid(struct show *s, const uint8_t *p, uint32_t size);
void show_inet4(struct show *s, const uint8_t *p, uint32_t size);
void show_inet6(struct show *s, const uint8_t *p, uint32_t size);
void show_mac_address(struct show *s, const uint8_t *p, uint32_t size);
void show_octet_array(struct show *s, const uint8_t *p, uint32_t size);
void show_byte_array(struct show *s, const uint8_t *p, uint32_t size);
/* Control messages as strace shows them; full: their bytes, k: those captured */
void show_cmsgs_listed(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full);
/* An address within a structure */
void show_address_within(struct show *s, const struct arg *a);
void show_sockaddr_within(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len);
/* An argument that points at an array of `count` elements */
void show_array_of(struct show *s, const struct arg *a, bool out, uint64_t count);
/* One element of an array */
void show_element(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len);
/* Shows an array of `count` elements, as many of them as the len bytes at p have. */
void show_elements(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len, uint64_t count);
/* A set of descriptors in a chunk of an argument's: has it members; shows it, without names. */
bool fdset__any(const struct arg *a, const struct chunk *k);
void fdset__show(struct show *s, const struct arg *a, const struct chunk *k);
/*
 * A buffer of a call on an eventfd, a timerfd, inotify, fanotify, a signalfd, a userfaultfd or a netlink socket. false: it is none, nothing was
 * shown
 */
bool show_events(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full, bool out);
/* Does the call, such as read or write, transfer messages of netlink? strace shows their bytes. */
bool transfers_netlink(const struct show *s, const struct arg *a);
/* Of an element of a vector, which was filled with `full` bytes: does it consist of whole events? */
bool events__are_whole(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full);
uint16_t from_network(const struct arg *a);	/* a 16-bit value in network byte order */
void show_symbol_signal(struct show *s, uint64_t sig);
void show_signal_code(struct show *s, int32_t signo, int32_t code);	/* si_code */
bool signal__is_poll(int32_t signo, int32_t code);	/* si_band and si_fd are filled */
/* Flag names of `v` without begin and end; the rest, bits without a name, is returned. */
uint64_t show_flag_names(struct show *s, const struct flag_table *t, uint64_t v, bool *any);

/* A field of the structure `holder`. */
void show_struct_field(struct show *s, const struct arg *parent, const struct field *f, const uint8_t *holder, uint32_t len);
/* The structure that an argument points at, and how it is shown. NULL: the address is shown. */
const struct chunk *struct__memory(const struct show *s, const struct arg *a, bool out);
void show_struct_chunk(struct show *s, const struct arg *a, const struct chunk *k, bool out);
/* What a FIELD_BEYOND of the structure at p is about. true: it is left out, as it could not be read. */
bool show_said_beyond(struct show *s, const struct arg *a, const struct field *f, const uint8_t *p);
/* Of the structure at p, which has `len` bytes (field_shown.c): is it not to be shown; does only the other copy, passed or filled, have it;
 * is it shown also without --verbose? */
bool field__hidden(const struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len);
bool field__of_other(const struct arg *a, const struct field *f);
bool field__brief(const struct field *f, const uint8_t *p, uint32_t len);
bool is_zero(const uint8_t *p, uint32_t size);
/* strace: one structure of what was passed, and of what the kernel filled if `out` */
void show_joined(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *in, const struct chunk *out);
/* Other formats: a structure as it was passed, and as it was filled if `out` */
void show_in_and_out(struct show *s, const struct arg *a, const struct chunk *in, const struct chunk *out);
/* n bytes that are no text, at entry or at exit */
void show_octets_of(struct show *s, const struct arg *a, bool out, uint64_t n);
/* struct ptp_clock_time, perhaps a date; n reserved numbers, unless all are 0 */
void show_ptp_time(struct show *s, const uint8_t *p, bool date);
void show_ptp_reserve(struct show *s, const uint8_t *p, unsigned n);
/* A vector that a field points at. left: bytes of its buffers that were moved, or are to be */
void show_vec_of(struct show *s, const struct arg *a, bool out, uint64_t left);
/* A field of the structure at p, if it is to be shown. */
void show_member(struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len);
/* A structure of a `padded` shape, before and after the call: `len` bytes each were passed. */
void show_padded(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *was, const uint8_t *now, uint32_t len);

static inline void show_name(struct show *s, const struct arg_spec *spec)
{
	s->w->field(s->o, spec->name, spec->name_len);
}

#define show_field_name(s, lit) ((s)->w->field((s)->o, lit, sizeof(lit) - 1))
/* One field with a plain value */
#define show_named(s, lit, verb, v) (show_field_name(s, lit), (s)->w->verb((s)->o, v))

// SPDX-License-Identifier: BSD-2-Clause
/*
 * ioctl_newer.c - requests that headers of supported distributions lack: to pidfds (linux/pidfd.h), files of procfs and filesystems (linux/fs.h). Those
 * of namespaces are in ioctl_namespace.c; the names of all are in flags/ioctl.plain.
 */
#include <stddef.h>
#include <sys/ioctl.h>

#include "beautifiers/kinds.h"
#include "beautifiers/shape.h"
#include "ioctl.h"

#define NAMED(request, name, ...) { request, { "ioctl", __VA_ARGS__, BEYOND, .named = name } }
#define FILLS .out_only = true

/* -- Pidfds --------------------------------------------------------------------------------------------------------------- */

struct info {		/* struct pidfd_info: 64 bytes at first, then 72, 80 and 88 */
	uint64_t mask, cgroupid;
	uint32_t pid, tgid, ppid, ruid, rgid, euid, egid, suid, sgid, fsuid, fsgid;
	int32_t exit_code;
	uint32_t coredump_mask, coredump_signal, coredump_code, coredump_pad;
	uint64_t supported_mask;
};
static_assert(sizeof(struct info) == 88, "struct pidfd_info");

/* The kernel says in mask what it filled. */
#define FILLED_IF(name, bit) \
	static bool filled_##name(const struct call *c, const uint8_t *p) { return load_uint(p, 8, c->swap) & (1u << (bit)); }
FILLED_IF(cgroupid, 2)
FILLED_IF(exit, 3)
FILLED_IF(coredump, 4)
FILLED_IF(supported, 5)
FILLED_IF(signal, 6)
FILLED_IF(code, 7)

static const struct field info_fields[] = {
	FIELD_FLAGS(struct info, mask, flags64, pidfd_info_mask),
	FIELD(struct info, cgroupid, ulong, FILLS, .when = filled_cgroupid),
	FIELD(struct info, pid, pid, FILLS), FIELD(struct info, tgid, pid, FILLS), FIELD(struct info, ppid, pid, FILLS),
	FIELD(struct info, ruid, uid, FILLS), FIELD(struct info, rgid, gid, FILLS), FIELD(struct info, euid, uid, FILLS), FIELD(struct info, egid, gid, FILLS),
	FIELD(struct info, suid, uid, FILLS), FIELD(struct info, sgid, gid, FILLS), FIELD(struct info, fsuid, uid, FILLS), FIELD(struct info, fsgid, gid, FILLS),
	FIELD(struct info, exit_code, int, FILLS, .when = filled_exit),
	FIELD_FLAGS(struct info, coredump_mask, flags, pidfd_coredump_mask, FILLS, .when = filled_coredump),
	FIELD(struct info, coredump_signal, signal, FILLS, .when = filled_signal),
	FIELD(struct info, coredump_code, uint, FILLS, .when = filled_code),
	FIELD_FLAGS(struct info, supported_mask, flags64, pidfd_info_mask, FILLS, .when = filled_supported),
};
#define INFO(bytes, n) static const struct shape info##bytes = { .name = "pidfd_info", .size = bytes, .nfields = n, .fields = info_fields }
INFO(64, 14);
INFO(72, 16);
INFO(80, 17);
INFO(88, 18);
#define GET_INFO(bytes) { _IOC(_IOC_READ | _IOC_WRITE, 0xff, 11, bytes), { "ioctl", ARG(STRUCT_INOUT("arg", info##bytes)), BEYOND } }
#define NAMESPACE(nr, which) NAMED(_IO(0xff, nr), "PIDFD_GET_" which "_NAMESPACE", NONE, RET_FD, OPENS_INFO, .cloexec = true)

/* -- Filesystems ---------------------------------------------------------------------------------------------------------- */

static void show_fs_uuid(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->octets(s->o, p, len < 16 ? len : 16, STRING_WHOLE);
}
static const struct shape uuid = { .name = "uuid", .size = 16, .show = show_fs_uuid };

struct fsuuid { uint8_t len, uuid[16]; };
static const struct field fsuuid_fields[] = { FIELD(struct fsuuid, len, uint), FIELD_STRUCT(struct fsuuid, uuid, uuid) };
static const struct shape fsuuid = SHAPE(struct fsuuid, fsuuid_fields);

struct sysfs_path { uint8_t len; char name[128]; };
static const struct field sysfs_path_fields[] = { FIELD(struct sysfs_path, len, uint), FIELD(struct sysfs_path, name, chars) };
static const struct shape sysfs_path = SHAPE(struct sysfs_path, sysfs_path_fields);

/* -- Files of procfs ------------------------------------------------------------------------------------------------------ */

struct query {		/* struct procmap_query */
	uint64_t size, query_flags, query_addr, vma_start, vma_end, vma_flags, vma_page_size, vma_offset, inode;
	uint32_t dev_major, dev_minor, vma_name_size, build_id_size;
	uint64_t vma_name_addr, build_id_addr;
};
static_assert(sizeof(struct query) == 104, "struct procmap_query");

static const struct field query_fields[] = {
	FIELD(struct query, size, ulong),
	FIELD_FLAGS(struct query, query_flags, flags64, procmap_query_flags),
	FIELD(struct query, query_addr, hex),
	FIELD(struct query, vma_start, hex, FILLS), FIELD(struct query, vma_end, hex, FILLS),
	FIELD_FLAGS(struct query, vma_flags, flags64, procmap_query_flags, FILLS),
	FIELD(struct query, vma_page_size, ulong, FILLS), FIELD(struct query, vma_offset, hex, FILLS), FIELD(struct query, inode, ulong, FILLS),
	FIELD(struct query, dev_major, uint, FILLS), FIELD(struct query, dev_minor, uint, FILLS),
	FIELD(struct query, vma_name_size, uint), FIELD(struct query, build_id_size, uint),
	DEREF(struct query, vma_name_addr, str_filled, vma_name_size),
	DEREF(struct query, build_id_addr, buf_filled, build_id_size),
};
static const struct shape query = SHAPE(struct query, query_fields);

struct region { uint64_t start, end, categories; };
static const struct field region_fields[] = { FIELDS(struct region, hex, start, end), FIELD_FLAGS(struct region, categories, flags64, page_categories) };
static const struct shape region = SHAPE(struct region, region_fields);	/* struct page_region */

struct scan { uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages, category_inverted, category_mask, category_anyof_mask, return_mask; };
static const struct field scan_fields[] = {	/* struct pm_scan_arg */
	FIELD(struct scan, size, ulong),
	FIELD_FLAGS(struct scan, flags, flags64, pm_scan_flags),
	FIELDS(struct scan, hex, start, end), FIELD(struct scan, walk_end, hex, FILLS),
	DEREF(struct scan, vec, array_returned, vec_len, .spec.shape = &region, FILLS), FIELDS(struct scan, ulong, vec_len, max_pages),
	FIELD_FLAGS(struct scan, category_inverted, flags64, page_categories), FIELD_FLAGS(struct scan, category_mask, flags64, page_categories),
	FIELD_FLAGS(struct scan, category_anyof_mask, flags64, page_categories), FIELD_FLAGS(struct scan, return_mask, flags64, page_categories),
};
static const struct shape scan = SHAPE(struct scan, scan_fields);

static const struct subrow rows[] = {
	NAMESPACE(1, "CGROUP"), NAMESPACE(2, "IPC"), NAMESPACE(3, "MNT"), NAMESPACE(4, "NET"), NAMESPACE(5, "PID"), NAMESPACE(6, "PID_FOR_CHILDREN"),
	NAMESPACE(7, "TIME"), NAMESPACE(8, "TIME_FOR_CHILDREN"), NAMESPACE(9, "USER"), NAMESPACE(10, "UTS"),
	GET_INFO(64), GET_INFO(72), GET_INFO(80),
	NAMED(_IOC(_IOC_READ | _IOC_WRITE, 0xff, 11, 88), "PIDFD_GET_INFO", ARG(STRUCT_INOUT("arg", info88))),
	NAMED(_IOR(0x15, 0, char[17]), "FS_IOC_GETFSUUID", ARG(STRUCT_OUT("arg", fsuuid))),
	NAMED(_IOR(0x15, 1, char[129]), "FS_IOC_GETFSSYSFSPATH", ARG(STRUCT_OUT("arg", sysfs_path))),
	NAMED(_IOWR(0x66, 17, char[104]), "PROCMAP_QUERY", ARG(STRUCT_INOUT("arg", query))),
	NAMED(_IOWR(0x66, 16, char[96]), "PAGEMAP_SCAN", ARG(STRUCT_INOUT("arg", scan)), RET_INT),
};

const struct sub_table ioctls_newer = SUB_TABLE(rows);

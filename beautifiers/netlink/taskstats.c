// SPDX-License-Identifier: BSD-2-Clause
/* taskstats.c - TASKSTATS, a family of generic netlink (linux/taskstats.h, cgroupstats.h). */
#include <linux/cgroupstats.h>
#include <linux/taskstats.h>

#include "beautifiers/shape.h"
#include "generic.h"

/* struct taskstats of 6.18. Newer versions add fields at the end; those of older kernels end before it. */
struct stats {
	uint16_t version;
	uint32_t ac_exitcode;
	uint8_t ac_flag, ac_nice;
	uint64_t cpu_count, cpu_delay_total, blkio_count, blkio_delay_total, swapin_count, swapin_delay_total, cpu_run_real_total, cpu_run_virtual_total;
	char ac_comm[32];
	uint8_t ac_sched, ac_pad[7];
	uint32_t ac_uid, ac_gid, ac_pid, ac_ppid, ac_btime, pad;
	uint64_t ac_etime, ac_utime, ac_stime, ac_minflt, ac_majflt, coremem, virtmem, hiwater_rss, hiwater_vm;
	uint64_t read_char, write_char, read_syscalls, write_syscalls, read_bytes, write_bytes, cancelled_write_bytes, nvcsw, nivcsw;
	uint64_t ac_utimescaled, ac_stimescaled, cpu_scaled_run_real_total, freepages_count, freepages_delay_total, thrashing_count, thrashing_delay_total;
	uint64_t ac_btime64, compact_count, compact_delay_total;
	uint32_t ac_tgid, pad2;
	uint64_t ac_tgetime, ac_exe_dev, ac_exe_inode, wpcopy_count, wpcopy_delay_total, irq_count, irq_delay_total;
	uint64_t cpu_delay_max, cpu_delay_min, blkio_delay_max, blkio_delay_min, swapin_delay_max, swapin_delay_min, freepages_delay_max;
	uint64_t freepages_delay_min, thrashing_delay_max, thrashing_delay_min, compact_delay_max, compact_delay_min, wpcopy_delay_max;
	uint64_t wpcopy_delay_min, irq_delay_max, irq_delay_min;
};
_Static_assert(offsetof(struct stats, ac_comm) == offsetof(struct taskstats, ac_comm) && offsetof(struct stats, ac_etime) == offsetof(struct taskstats, ac_etime) &&
	       offsetof(struct stats, thrashing_delay_total) == offsetof(struct taskstats, thrashing_delay_total), "struct taskstats");

static const struct field stats_fields[] = {
	FIELD(struct stats, version, uint),
	FIELD(struct stats, ac_exitcode, hex),
	FIELD(struct stats, ac_flag, hex),
	FIELD(struct stats, ac_nice, int),
	FIELDS(struct stats, ulong, cpu_count, cpu_delay_total, blkio_count, blkio_delay_total, swapin_count, swapin_delay_total),
	FIELDS(struct stats, ulong, cpu_run_real_total, cpu_run_virtual_total),
	FIELD(struct stats, ac_comm, chars),
	FIELD_FLAGS(struct stats, ac_sched, enum, sched_policies),
	FIELDS(struct stats, uid, ac_uid, ac_gid),
	FIELDS(struct stats, uint, ac_pid, ac_ppid, ac_btime),
	FIELDS(struct stats, ulong, ac_etime, ac_utime, ac_stime, ac_minflt, ac_majflt, coremem, virtmem, hiwater_rss),
	FIELDS(struct stats, ulong, hiwater_vm, read_char, write_char, read_syscalls, write_syscalls, read_bytes, write_bytes, cancelled_write_bytes),
	FIELDS(struct stats, ulong, nvcsw, nivcsw, ac_utimescaled, ac_stimescaled, cpu_scaled_run_real_total, freepages_count, freepages_delay_total),
	FIELDS(struct stats, ulong, thrashing_count, thrashing_delay_total, ac_btime64, compact_count, compact_delay_total),
	FIELD(struct stats, ac_tgid, uint),
	FIELDS(struct stats, ulong, ac_tgetime, ac_exe_dev, ac_exe_inode, wpcopy_count, wpcopy_delay_total, irq_count, irq_delay_total),
	FIELDS(struct stats, ulong, cpu_delay_max, cpu_delay_min, blkio_delay_max, blkio_delay_min, swapin_delay_max, swapin_delay_min, freepages_delay_max),
	FIELDS(struct stats, ulong, freepages_delay_min, thrashing_delay_max, thrashing_delay_min, compact_delay_max, compact_delay_min, wpcopy_delay_max),
	FIELDS(struct stats, ulong, wpcopy_delay_min, irq_delay_max, irq_delay_min),
};
static const struct shape stats_shape = SHAPE(struct stats, stats_fields);

/* Version 15 (6.14) had new fields in the middle. */
static bool show_stats(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	return nl__has(n, at, 2) && len >= 2 && nl__load(n, at, 2) != 15 && attr__structure(n, t, at, len);
}
static const struct attr stats_attr = STRUCT_AND(stats_shape, show_stats);

static const struct attrs types;
static const struct named_attr type[] = { AS("PID TGID", PID), OF("STATS", ATTR, stats_attr), OF("AGGR_PID AGGR_TGID", NEST, types) };
static const struct attrs types = NAMED(taskstats_types, type);
static const struct named_attr request[] = { AS("PID TGID", PID), AS("REGISTER_CPUMASK DEREGISTER_CPUMASK", TEXT) };
static const struct attrs requests = NAMED(taskstats_attrs, request);
static const struct named_attr cgroup_type[] = { OF("CGROUP_STATS", STRUCT, shape_nl_cgroupstats) };
static const struct attrs cgroup_types = NAMED(cgroupstats_types, cgroup_type);
static const struct named_attr cgroup_request[] = { AS("FD", FD) };
static const struct attrs cgroup_requests = NAMED(cgroupstats_attrs, cgroup_request);

static const struct genl_cmds cmds[] = {
	{ "GET", &requests },
	{ "NEW", &types },
	{ "CGROUPSTATS_CMD_GET", &cgroup_requests },
	{ "CGROUPSTATS_CMD_NEW", &cgroup_types },
};
const struct genl_family genl_taskstats = { .name = "TASKSTATS", .cmds = &taskstats_cmds, BY(cmds) };

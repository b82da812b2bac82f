// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_made.c - shapes that are generated from headers and that calls, options or netlink use, in the layout and byte order of every ABI.
 *
 * Layouts are literals: how many bytes each number has, w of a long or a pointer, l of the kernel's long, @ what follows in struct sysinfo, (n) of one that is not shown, | where the alignment of a
 * 64-bit number follows, / that of an int. i386 aligns these to 4 bytes. Numbers are 1, 2, 3, … .
 */
#include "abi_builder.h"
#include "made_shapes.h"

static const struct made_case {
	const struct shape *shape;
	const char *layout, *text;
} cases[] = {
	{ &shape_winsize, "2 2 2 2", "{ws_row: 1, ws_col: 2, ws_xpixel: 3, ws_ypixel: 4}" },
	{ &shape_serial_struct, "4 4 4 4 4 4 4 4 2 1 (1) 4 2 (2) w 2 4 w",
	  "{type: 8250, line: 2, port: 0x3, irq: 4, flags: HUP_NOTIFY|SAK, xmit_fifo_size: 6, custom_divisor: 7, baud_base: 8, close_delay: 9, io_type: 10, hub6: 11, "
	  "closing_wait: 12, iomem_base: 0xd, iomem_reg_shift: 14, port_high: 0xf, iomap_base: 0x10}" },
	{ &shape_if_dqblk, "8 8 8 8 8 8 8 8 4 |", "{dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curspace: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, "
	  "dqb_itime: 8, dqb_valid: BLIMITS|INODES}" },
	{ &shape_fs_quota_stat, "1 2 (1) | 8 8 4 | 8 8 4 | 4 4 4 4 2 2 |",
	  "{qs_version: 1, qs_flags: UDQ_ENFD, qs_uquota: {qfs_ino: 3, qfs_nblks: 4, qfs_nextents: 5}, qs_gquota: {qfs_ino: 6, qfs_nblks: 7, qfs_nextents: 8}, "
	  "qs_incoredqs: 9, qs_btimelimit: 10, qs_itimelimit: 11, qs_rtbtimelimit: 12, qs_bwarnlimit: 13, qs_iwarnlimit: 14}" },
	{ &shape_keyctl_dh_params, "4 4 4", "{private: 1, prime: 2, base: 3}" },
	{ &shape_ifmap, "w w 2 1 1 1 (3)", "{mem_start: 0x1, mem_end: 0x2, base_addr: 0x3, irq: 0x4, dma: 0x5, port: 0x6}" },
	{ &shape_vif_req, "2 w w w w", "{vifi: 1, icount: 2, ocount: 3, ibytes: 4, obytes: 5}" },
	{ &shape_peeksiginfo, "8 4 4", "{off: 1, flags: 0x2, nr: 3}" },
	{ &shape_sembuf, "2 2 2", "{sem_num: 1, sem_op: 2, sem_flg: 0x3}" },
	{ &shape_msginfo, "4 4 4 4 4 4 4 2 /", "{msgpool: 1, msgmap: 2, msgmax: 3, msgmnb: 4, msgmni: 5, msgssz: 6, msgtql: 7, msgseg: 8}" },
	{ &shape_cap_header, "4 4", "{version: 0x1, pid: 2}" },
	{ &shape_nl_rtnl_link_ifmap, "8 8 8 2 1 1 |", "{mem_start: 0x1, mem_end: 0x2, base_addr: 0x3, irq: 4, dma: 5, port: 6}" },
	{ &shape_nl_ndt_config, "2 2 4 4 4 4 4 4 4", "{ndtc_key_len: 1, ndtc_entry_size: 2, ndtc_entries: 3, ndtc_last_flush: 4, ndtc_last_rand: 5, ndtc_hash_rnd: 6, ndtc_hash_mask: 0x7, "
	  "ndtc_hash_chain_gc: 8, ndtc_proxy_qlen: 9}" },
	{ &shape_sysinfo, "l l l l l l l l l l 2 (2) l l 4 @", "{uptime: 1, loads: [2, 3, 4], totalram: 5, freeram: 6, sharedram: 7, bufferram: 8, totalswap: 9, freeswap: 10, "
	  "procs: 11, totalhigh: 12, freehigh: 13, mem_unit: 14}" },
	{ &shape_rusage, "l l l l l l l l l l l l l l l l l l", "{ru_utime: {tv_sec: 1, tv_usec: 2}, ru_stime: {tv_sec: 3, tv_usec: 4}, ru_maxrss: 5, ru_ixrss: 6, ru_idrss: 7, "
	  "ru_isrss: 8, ru_minflt: 9, ru_majflt: 10, ru_nswap: 11, ru_inblock: 12, ru_oublock: 13, ru_msgsnd: 14, ru_msgrcv: 15, ru_nsignals: 16, ru_nvcsw: 17, ru_nivcsw: 18}" },
	{ &shape_tms, "l l l l", "{tms_utime: 1, tms_stime: 2, tms_cutime: 3, tms_cstime: 4}" },
	{ &shape_mq_attr, "l l l l (l) (l) (l) (l)", "{mq_flags: 0x1, mq_maxmsg: 2, mq_msgsize: 3, mq_curmsgs: 4}" },
	{ &shape_shm_info, "4 l l l l l", "{used_ids: 1, shm_tot: 2, shm_rss: 3, shm_swp: 4, swap_attempts: 5, swap_successes: 6}" },
	{ &shape_shminfo, "l l l l l (l) (l) (l) (l)", "{shmmax: 1, shmmin: 2, shmmni: 3, shmseg: 4, shmall: 5}" },
	{ &shape_bpf_line_info, "4 4 4 4", "{insn_off: 1, file_name_off: 2, line_off: 3, line_col: 4}" },
};

static void align(unsigned to)
{
	while (mem_len % to)
		mem[mem_len++] = 0;
}

/* k: bytes of a long number of the kernel's */
static void put_layout(const char *layout, unsigned word, unsigned k, unsigned align8)
{
	uint64_t v = 0;

	for (; *layout; layout++) {
		bool is_hidden = *layout == '(';
		unsigned size;

		if (*layout == '|' || *layout == '/')
			align(*layout == '|' ? align8 : 4);
		if (*layout == '@')
			mem_len += k == 8 ? 4 : 8;
		if (strchr(" |/)@", *layout))
			continue;
		layout += is_hidden;
		size = *layout == 'w' ? word : *layout == 'l' ? k : (unsigned)(*layout - '0');
		align(is_hidden && size == 3 ? 1 : size == 8 ? align8 : size);
		put(is_hidden ? 0 : ++v, size);
	}
}

static void check_case(const struct made_case *c, enum abi abi)
{
	struct row row = { .name = "x", ARGS(STRUCT_OUT("a", *c->shape)) };
	unsigned word = abi__word_size(abi) == 4 || abi == ABI_X32 ? 4 : 8;
	char line[4096];

	rec(abi, 0x1000);
	show.native = abi;
	show.verbose = true;
	mem_len = 0;
	put_layout(c->layout, word, abi == ABI_X32 ? 8 : abi__word_size(abi), abi == ABI_I386 ? 4 : 8);
	if (strchr(c->layout, 'w'))
		align(word);
	if (shape__of(c->shape, abi)->size != mem_len)
		fail_msg("%s of %s: %u bytes, not %u", c->shape->name, abi__name(abi), shape__of(c->shape, abi)->size, mem_len);
	behind(0, CHUNK_OUT);
	snprintf(line, sizeof(line), "x(a: %s) = 0", c->text);
	assert_shown(&row, line);
	show.verbose = false;
}

static void made_shapes_in_every_abi(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned i = 0; i < COUNT(cases); i++)
			check_case(&cases[i], abi);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(made_shapes_in_every_abi),
	};

	return cmocka_run_group_tests_name("made", tests, tables_setup, NULL);
}

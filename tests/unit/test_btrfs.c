// SPDX-License-Identifier: BSD-2-Clause
/* test_btrfs.c - what btrfs's requests return, and the conditions on fields of notes (beautifiers/structs/btrfs.notes). */
#include <errno.h>
#include <linux/btrfs.h>
#include <linux/btrfs_tree.h>
#include <linux/fs.h>

#include "beautifiers/rows.h"
#include "record_builder.h"
#include "writers/strace.h"

#define ARG_AT 0x1000

static const struct row *made_row(uint32_t request)
{
	const struct row *row = rows__find(ABI_X86_64, (unsigned)syscalltbl__nr(ABI_X86_64, "ioctl"));
	uint64_t args[CALL_ARGS] = { 3, request, ARG_AT };

	return row__resolve(row, ABI_X86_64, args, &names);
}

static void call_with(uint32_t request, const void *in, const void *filled, uint32_t len)
{
	rec(ABI_X86_64, 3, request, ARG_AT);
	if (in)
		chunk(2, CHUNK_OK, PART_SELF, in, len);
	if (filled)
		chunk(2, CHUNK_OUT, PART_SELF, filled, len);
}

static struct verbs verbs;

/* strace's, with the state that its own line begins with. */
static void begin_arg(struct out *o, const char *name, unsigned len)
{
	memset(o->state, 0, sizeof(o->state));
	strace_verbs.arg(o, name, len);
}

/* The line's part after the request: in the text format, in strace's. */
static void check(uint32_t request, const char *text, const char *strace)
{
	const struct row *row = made_row(request);
	const char *line, *found;

	line = shown(row);
	found = strstr(line, "arg: ");
	if (!found || strcmp(found + 5, text))
		fail_msg("text: %s\nexpected: %s", line, text);
	verbs = strace_verbs;
	verbs.arg = begin_arg;
	own_verbs = &verbs;
	line = shown(row);
	if (!strstr(line, strace))
		fail_msg("strace: %s\nexpected: %s", line, strace);
	own_verbs = NULL;
}

static void subvolumes(void **state_)
{
	struct btrfs_ioctl_vol_args_v2 in = { .fd = 3, .flags = BTRFS_SUBVOL_RDONLY, .size = 7, .name = "snap" }, out = in;
	struct btrfs_ioctl_vol_args_v2 gone = { .flags = BTRFS_SUBVOL_SPEC_BY_ID, .subvolid = 257 };
	uint64_t flags = BTRFS_SUBVOL_RDONLY;

	(void)state_;
	out.transid = 9;
	call_with(BTRFS_IOC_SNAP_CREATE_V2, &in, &out, sizeof(in));
	check(BTRFS_IOC_SNAP_CREATE_V2, "{fd: 3</tmp>, flags: RDONLY, name: \"snap\"} => {transid: 9}) = 0",
	      "{fd=3, flags=BTRFS_SUBVOL_RDONLY, name=\"snap\"} => {transid=9})");
	call_with(BTRFS_IOC_SNAP_DESTROY_V2, &gone, NULL, sizeof(gone));
	check(BTRFS_IOC_SNAP_DESTROY_V2, "{flags: SUBVOL_SPEC_BY_ID, subvolid: 257}) = 0", "0x1000)");
	gone = (struct btrfs_ioctl_vol_args_v2){ .name = "old" };
	call_with(BTRFS_IOC_SNAP_DESTROY_V2, &gone, NULL, sizeof(gone));
	check(BTRFS_IOC_SNAP_DESTROY_V2, "{flags: 0, name: \"old\"}) = 0", "0x1000)");
	call_with(BTRFS_IOC_SUBVOL_GETFLAGS, NULL, &flags, sizeof(flags));
	check(BTRFS_IOC_SUBVOL_GETFLAGS, "RDONLY) = 0", ", BTRFS_SUBVOL_RDONLY)");
}

static void found_items(void **state_)
{
	struct btrfs_ioctl_search_args in = { .key = { .tree_id = BTRFS_DATA_RELOC_TREE_OBJECTID, .min_objectid = 256, .max_objectid = -256ULL,
						       .max_offset = UINT64_MAX, .max_type = 84, .nr_items = 9 } }, out = in;
	struct btrfs_ioctl_search_header *h = (struct btrfs_ioctl_search_header *)out.buf;

	(void)state_;
	out.key.nr_items = 2;
	*h = (struct btrfs_ioctl_search_header){ .transid = 7, .objectid = 5, .type = 1, .len = 8 };
	h = (struct btrfs_ioctl_search_header *)(out.buf + sizeof(*h) + 8);
	*h = (struct btrfs_ioctl_search_header){ .objectid = 300, .offset = 4, .type = 2, .len = 4000 };
	call_with(BTRFS_IOC_TREE_SEARCH, &in, &out, sizeof(in));
	check(BTRFS_IOC_TREE_SEARCH, "{key: {tree_id: DATA_RELOC_TREE_OBJECTID, min_offset: 0, max_offset: UINT64_MAX, min_transid: 0, "
	      "max_transid: 0, min_type: 0, max_type: DIR_ITEM_KEY, nr_items: 9}} => {key: {nr_items: 2}, ...}) = 0",
	      "{key={tree_id=18446744073709551607, min_offset=0, max_offset=UINT64_MAX, min_transid=0, "
	      "max_transid=0, min_type=0, max_type=BTRFS_DIR_ITEM_KEY, nr_items=9}} => {key={nr_items=2}, ...})");
	show.verbose = true;
	out.key.nr_items = 3;	/* the second item's length leads out of the buffer */
	call_with(BTRFS_IOC_TREE_SEARCH, &in, &out, sizeof(in));
	check(BTRFS_IOC_TREE_SEARCH, "{key: {tree_id: DATA_RELOC_TREE_OBJECTID, min_objectid: FIRST_FREE_OBJECTID, max_objectid: LAST_FREE_OBJECTID, "
	      "min_offset: 0, max_offset: UINT64_MAX, min_transid: 0, max_transid: 0, min_type: 0, max_type: DIR_ITEM_KEY, nr_items: 9}} => "
	      "{key: {nr_items: 3}, buf: [{transid: 7, objectid: FS_TREE_OBJECTID, offset: 0, type: INODE_ITEM_KEY, len: 8}, "
	      "{transid: 0, objectid: 300, offset: 4, type: 2, len: 4000}, ...]}) = 0",
	      "=> {key={nr_items=3}, buf=[{transid=7, objectid=BTRFS_FS_TREE_OBJECTID, offset=0, type=BTRFS_INODE_ITEM_KEY, len=8}, "
	      "{transid=0, objectid=300, offset=4, type=2, len=4000}, ...]})");
	show.verbose = false;
}

/* The kernel says how much room it needs, and leaves the rest as it was. */
static void too_little_room(void **state_)
{
	struct btrfs_ioctl_search_args_v2 in = { .key = { .tree_id = 5, .min_objectid = 256, .max_objectid = -256ULL, .nr_items = 9 }, .buf_size = 33 };
	struct btrfs_ioctl_search_args_v2 out = in;

	(void)state_;
	out.buf_size = 192;
	call_with(BTRFS_IOC_TREE_SEARCH_V2, &in, &out, sizeof(in));
	returns(-EOVERFLOW);
	check(BTRFS_IOC_TREE_SEARCH_V2, "{key: {tree_id: FS_TREE_OBJECTID, min_offset: 0, max_offset: 0, min_transid: 0, max_transid: 0, min_type: 0, "
	      "max_type: 0, nr_items: 9}, buf_size: 33} => {buf_size: 192}) = -1 EOVERFLOW (Value too large for defined data type)",
	      "nr_items=9}, buf_size=33} => {buf_size=192}) = -1 EOVERFLOW");
	call_with(BTRFS_IOC_TREE_SEARCH_V2, &in, &in, sizeof(in));
	returns(-EPERM);
	check(BTRFS_IOC_TREE_SEARCH_V2, "{key: {tree_id: FS_TREE_OBJECTID, min_offset: 0, max_offset: 0, min_transid: 0, max_transid: 0, min_type: 0, "
	      "max_type: 0, nr_items: 9}, buf_size: 33}) = -1 EPERM (Operation not permitted)", "nr_items=9}, buf_size=33}) = -1 EPERM");
}

static void tree_of_the_directory(void **state_)
{
	struct btrfs_ioctl_ino_lookup_args in = { .objectid = 256 }, out = { .treeid = 5, .objectid = 256, .name = "a/" };

	(void)state_;
	call_with(BTRFS_IOC_INO_LOOKUP, &in, &out, sizeof(in));
	check(BTRFS_IOC_INO_LOOKUP, "{treeid: 0, objectid: FIRST_FREE_OBJECTID} => {treeid: FS_TREE_OBJECTID, name: \"a/\"}) = 0",
	      "{treeid=0, objectid=BTRFS_FIRST_FREE_OBJECTID} => {treeid=BTRFS_FS_TREE_OBJECTID, name=\"a/\"})");
	in.treeid = 5;
	call_with(BTRFS_IOC_INO_LOOKUP, &in, &out, sizeof(in));
	check(BTRFS_IOC_INO_LOOKUP, "{treeid: FS_TREE_OBJECTID, objectid: FIRST_FREE_OBJECTID} => {name: \"a/\"}) = 0", "} => {name=\"a/\"})");
}

static void statistics(void **state_)
{
	struct btrfs_ioctl_get_dev_stats in = { .devid = 1, .nr_items = 9 }, out = { .devid = 1, .nr_items = 2, .values = { 7, 8, 9 } };

	(void)state_;
	call_with(BTRFS_IOC_GET_DEV_STATS, &in, &out, sizeof(in));
	check(BTRFS_IOC_GET_DEV_STATS, "{devid: 1, nr_items: 9, flags: 0} => {nr_items: 2, flags: 0, values: [WRITE_ERRS: 7, READ_ERRS: 8]}) = 0",
	      "{devid=makedev(0, 0x1), nr_items=9, flags=0} => {nr_items=2, flags=0, [[BTRFS_DEV_STAT_WRITE_ERRS]=7, [BTRFS_DEV_STAT_READ_ERRS]=8]})");
}

static void file_systems(void **state_)
{
	struct btrfs_ioctl_fs_info_args out = { .max_id = 1, .fsid = "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20", .csum_type = 1, .csum_size = 8,
						.flags = BTRFS_FS_INFO_FLAG_CSUM_INFO, .generation = 77 };
	struct btrfs_ioctl_feature_flags all[3] = { { .incompat_flags = 1 }, { .compat_flags = 2 } };
	char label[256] = "lbl";

	(void)state_;
	call_with(BTRFS_IOC_FS_INFO, NULL, &out, sizeof(out));
	check(BTRFS_IOC_FS_INFO, "{max_id: 1, num_devices: 0, fsid: \"01020304-0506-0708-090a-0b0c0d0e0f10\", nodesize: 0, sectorsize: 0, "
	      "clone_alignment: 0, csum_type: XXHASH, csum_size: 8, flags: CSUM_INFO}) = 0",
	      "{max_id=1, num_devices=0, fsid=01020304-0506-0708-090a-0b0c0d0e0f10, nodesize=0, sectorsize=0, "
	      "clone_alignment=0, csum_type=BTRFS_CSUM_TYPE_XXHASH, csum_size=8, flags=BTRFS_FS_INFO_FLAG_CSUM_INFO})");
	call_with(BTRFS_IOC_GET_SUPPORTED_FEATURES, NULL, all, sizeof(all));
	check(BTRFS_IOC_GET_SUPPORTED_FEATURES, "{supported: {compat_flags: 0, compat_ro_flags: 0, incompat_flags: MIXED_BACKREF}, "
	      "safe_to_set: {compat_flags: 0x2, compat_ro_flags: 0, incompat_flags: 0}, safe_to_clear: {compat_flags: 0, compat_ro_flags: 0, incompat_flags: 0}}) = 0",
	      "[{compat_flags=0, compat_ro_flags=0, incompat_flags=BTRFS_FEATURE_INCOMPAT_MIXED_BACKREF} /* supported */, "
	      "{compat_flags=0x2 /* BTRFS_FEATURE_COMPAT_??? */, compat_ro_flags=0, incompat_flags=0} /* safe to set */, "
	      "{compat_flags=0, compat_ro_flags=0, incompat_flags=0} /* safe to clear */])");
	call_with(FS_IOC_GETFSLABEL, NULL, label, sizeof(label));
	check(FS_IOC_GETFSLABEL, "\"lbl\") = 0", ", \"lbl\")");
}

static void replaced_devices(void **state_)
{
	struct btrfs_ioctl_dev_replace_args in = { .cmd = BTRFS_IOCTL_DEV_REPLACE_CMD_STATUS }, out = in;

	(void)state_;
	out.status = (struct btrfs_ioctl_dev_replace_status_params){ .replace_state = 2, .progress_1000 = 995, .time_started = 1795503487 };
	call_with(BTRFS_IOC_DEV_REPLACE, &in, &out, sizeof(in));
	check(BTRFS_IOC_DEV_REPLACE, "{cmd: STATUS} => {result: NO_ERROR, status: {replace_state: FINISHED, progress_1000: 995, "
	      "time_started: 1795503487.000000000 /* 2026-11-24T06:58:07Z */, time_stopped: 0.000000000 /* 1970-01-01T00:00:00Z */, "
	      "num_write_errors: 0, num_uncorrectable_read_errors: 0}}) = 0",
	      "progress_1000=995 /* 99.5% */, time_started=1795503487 /* 2026-11-24T06:58:07+0000 */, time_stopped=0, ");
}

/* Two paths in a container of which the kernel filled the end. */
static void paths_of_an_inode(void **state_)
{
	struct btrfs_ioctl_ino_path_args in = { .inum = 257, .size = 64, .fspath = 0x5000 };
	struct { struct btrfs_data_container c; uint64_t at[2]; char text[32]; } filled = { .c = { .bytes_left = 4, .elem_cnt = 2 }, .at = { 16, 4000 } };

	(void)state_;
	strcpy(filled.text, "dir/file");
	show.verbose = true;
	call_with(BTRFS_IOC_INO_PATHS, &in, &in, sizeof(in));
	chunk_at(2, CHUNK_OUT, PART_AT, 0x5000, &filled, sizeof(filled));
	check(BTRFS_IOC_INO_PATHS, "{inum: 257, size: 64, fspath: {bytes_left: 4, bytes_missing: 0, elem_cnt: 2, elem_missed: 0, "
	      "val: [\"dir/file\", ...]}}) = 0",
	      "=> {fspath={bytes_left=4, bytes_missing=0, elem_cnt=2, elem_missed=0, val=[\"dir/file\", ...]}})");
	show.verbose = false;
	filled.at[1] = 20;
	call_with(BTRFS_IOC_INO_PATHS, &in, &in, sizeof(in));
	chunk_at(2, CHUNK_OUT, PART_AT, 0x5000, &filled, sizeof(filled));
	check(BTRFS_IOC_INO_PATHS, "{inum: 257, size: 64, fspath: {bytes_left: 4, bytes_missing: 0, elem_cnt: 2, elem_missed: 0, "
	      "val: [\"dir/file\", \"file\"]}}) = 0",
	      "=> {fspath={bytes_left=4, bytes_missing=0, elem_cnt=2, elem_missed=0, ...}})");
}

/* Elements of which the program passes some fields, and the kernel fills others. */
static void deduplicated(void **state_)
{
	struct { struct file_dedupe_range r; struct file_dedupe_range_info info[3]; } in = { { .src_length = 9, .dest_count = 3 },
		{ { .dest_fd = 3 }, { .dest_fd = -1, .dest_offset = 5 }, { .dest_fd = 3 } } }, out = in;

	(void)state_;
	out.info[1] = (struct file_dedupe_range_info){ .dest_fd = -1, .dest_offset = 5, .bytes_deduped = 9, .status = -22 };
	call_with(FIDEDUPERANGE, &in.r, &out.r, sizeof(in.r));
	chunk_at(2, CHUNK_OK, PART_AT, ARG_AT + sizeof(in.r), in.info, sizeof(in.info));
	chunk_at(2, CHUNK_OUT, PART_AT, ARG_AT + sizeof(in.r), out.info, sizeof(out.info));
	check(FIDEDUPERANGE, "{src_offset: 0, src_length: 9, dest_count: 3, info: [{dest_fd: 3</tmp>, dest_offset: 0, bytes_deduped: 0, status: 0}, "
	      "{dest_fd: -1, dest_offset: 5, bytes_deduped: 9, status: -22}, {dest_fd: 3</tmp>, dest_offset: 0, bytes_deduped: 0, status: 0}]}) = 0",
	      "info=[{dest_fd=3, dest_offset=0}, {dest_fd=-1, dest_offset=5}, ...]} => {info=[{bytes_deduped=0, status=0}, {bytes_deduped=9, status=-22}, ...]})");
}

static int setup(void **state_)
{
	(void)state_;
	assert_int_equal(setenv("TZ", "UTC", 1), 0);
	rows__init();
	return 0;
}

/* The range of stripes is shown if its bit is set, the seventh, which no other bit stands for. */
static void balance_conditions(void **state_)
{
	struct btrfs_ioctl_balance_args args = {
		.flags = BTRFS_BALANCE_DATA, .data = { .flags = BTRFS_BALANCE_ARGS_CONVERT, .stripes_min = 3 }
	};

	(void)state_;
	call_with(BTRFS_IOC_BALANCE_V2, &args, NULL, sizeof(args));
	assert_null(strstr(shown(made_row(BTRFS_IOC_BALANCE_V2)), "stripes_min: 3"));
	args.data.flags |= BTRFS_BALANCE_ARGS_STRIPES_RANGE;
	call_with(BTRFS_IOC_BALANCE_V2, &args, NULL, sizeof(args));
	assert_non_null(strstr(shown(made_row(BTRFS_IOC_BALANCE_V2)), "stripes_min: 3"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(subvolumes),
		cmocka_unit_test(found_items),
		cmocka_unit_test(too_little_room),
		cmocka_unit_test(tree_of_the_directory),
		cmocka_unit_test(statistics),
		cmocka_unit_test(file_systems),
		cmocka_unit_test(replaced_devices),
		cmocka_unit_test(paths_of_an_inode),
		cmocka_unit_test(deduplicated),
		cmocka_unit_test(balance_conditions),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}

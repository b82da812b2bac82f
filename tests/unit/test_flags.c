/* SPDX-License-Identifier: BSD-2-Clause */
/* test_flags.c - the tables of names against the headers of this machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <asm/ioctls.h>
#include <asm/socket.h>
#include <linux/fcntl.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <linux/magic.h>
#include <linux/mman.h>
#include <linux/sockios.h>
#include <linux/stat.h>
#include <linux/vm_sockets.h>

#include "beautifiers/flags.h"

/* Shows a list of bits as flags.h defines. */
static const char *text(const struct flag_table *t, uint64_t v)
{
	static char buf[512];
	size_t len = 0;

	buf[0] = '\0';
	if (!v && t->zero)
		return t->zero->name + t->zero->skip;
	for (unsigned i = 0; i < t->n; i++) {
		const struct flag *f = &t->flags[i];

		if ((v & f->mask) != f->value)
			continue;
		v &= ~f->mask;
		len += snprintf(buf + len, sizeof(buf) - len, "%s%s", len ? "|" : "", f->name + f->skip);
	}
	if (v)
		snprintf(buf + len, sizeof(buf) - len, "%s0x%llx", len ? "|" : "", (unsigned long long)v);
	return buf;
}

static const char *find(const struct flag_table *t, uint64_t v)
{
	const struct flag *f = flag_table__find(t, v);

	return f ? f->name + f->skip : NULL;
}

static void test_bits(void **state)
{
	(void)state;
	assert_string_equal(text(&open_flags, O_CREAT | O_CLOEXEC | O_WRONLY), "WRONLY|CREAT|CLOEXEC");
	assert_string_equal(text(&open_flags, O_RDONLY), "RDONLY");
	assert_string_equal(text(&open_flags, O_ACCMODE), "ACCMODE");
	assert_string_equal(text(&mmap_prot, PROT_NONE), "NONE");
	assert_string_equal(text(&mmap_prot, PROT_READ | PROT_WRITE), "READ|WRITE");
	assert_string_equal(text(&access_modes, 0), "F_OK");
	assert_string_equal(text(&access_modes, 5), "R_OK|X_OK");
	assert_string_equal(text(&at_flags, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW), "SYMLINK_NOFOLLOW|EMPTY_PATH");
}

static void test_compound(void **state)
{
	(void)state;
	assert_string_equal(text(&open_flags, O_TMPFILE | O_RDWR), "RDWR|TMPFILE");
	assert_string_equal(text(&open_flags, O_DIRECTORY), "RDONLY|DIRECTORY");
	assert_string_equal(text(&open_flags, O_SYNC), "RDONLY|SYNC");
	assert_string_equal(text(&open_flags, O_DSYNC), "RDONLY|DSYNC");
	assert_string_equal(text(&statx_mask, STATX_BASIC_STATS | STATX_BTIME), "BASIC_STATS|BTIME");
}

static void test_fields(void **state)
{
	(void)state;
	assert_string_equal(text(&mmap_flags, MAP_PRIVATE | MAP_ANONYMOUS), "PRIVATE|ANONYMOUS");
	assert_string_equal(text(&mmap_flags, MAP_SHARED_VALIDATE | MAP_SYNC), "SHARED_VALIDATE|SYNC");
	assert_string_equal(text(&mmap_flags, MAP_PRIVATE | MAP_HUGETLB | (uint32_t)MAP_HUGE_2MB), "PRIVATE|HUGETLB|HUGE_2MB");
	assert_string_equal(text(&mmap_flags, (uint32_t)MAP_HUGE_16GB | MAP_SHARED), "SHARED|HUGE_16GB");
	assert_string_equal(text(&file_type_modes, 0140000), "IFSOCK");
	assert_string_equal(text(&mount_flags, 0xC0ED0000u | 1), "MGC_VAL|RDONLY");
	assert_string_equal(text(&mount_flags, 1u << 31), "NOUSER");
	assert_string_equal(text(&clone3_flags, 1ull << 33), "INTO_CGROUP");
}

static void test_enums(void **state)
{
	const struct flag *f;

	(void)state;
	assert_string_equal(find(&fcntl_cmds, F_DUPFD_CLOEXEC), "DUPFD_CLOEXEC");
	assert_string_equal(find(&so_options, SO_REUSEADDR), "REUSEADDR");
	assert_string_equal(find(&signals, 11), "SEGV");
	assert_string_equal(find(&ethernet_protocols, 0x88e5), "MACSEC");
	assert_string_equal(find(&prctl_options, 0x53564d41), "SET_VMA");
	assert_string_equal(find(&sched_policies, 0), "OTHER");
	assert_null(find(&signals, 0));
	assert_null(find(&signals, 64));
	assert_null(find(&fcntl_cmds, 100000));
	assert_null(find(&lseek_whence, UINT64_MAX));

	/* several names: the first one is preferred, the others can be looked up */
	f = flag_table__find(&statfs_types, EXT4_SUPER_MAGIC);
	assert_string_equal(f->name, "EXT2_SUPER_MAGIC");
	f = flag_table__next(&statfs_types, f);
	assert_string_equal(f->name, "EXT3_SUPER_MAGIC");
	f = flag_table__next(&statfs_types, f);
	assert_string_equal(f->name, "EXT4_SUPER_MAGIC");
	assert_null(flag_table__next(&statfs_types, f));
}

/* An int's 32 bits, zero-extended or sign-extended. */
static void test_negative(void **state)
{
	(void)state;
	assert_string_equal(find(&key_special_ids, (uint64_t)KEY_SPEC_USER_KEYRING), "USER_KEYRING");
	assert_string_equal(find(&key_special_ids, (uint32_t)KEY_SPEC_USER_KEYRING), "USER_KEYRING");
	assert_string_equal(find(&vsock_cids, VMADDR_CID_ANY), "ANY");
	assert_string_equal(find(&si_codes, (uint32_t)-6), "TKILL");
	assert_null(find(&si_codes, (uint64_t)-6 >> 8));
}

static void test_names(void **state)
{
	(void)state;
	assert_int_equal(flag_table__named(&open_flags, "O_CLOEXEC", 9)->value, O_CLOEXEC);
	assert_int_equal(flag_table__named(&open_flags, "CLOEXEC", 7)->value, O_CLOEXEC);
	assert_ptr_equal(flag_table__named(&mmap_prot, "PROT_NONE", 9), mmap_prot.zero);
	assert_null(flag_table__named(&open_flags, "CLOEXE", 6));
	assert_null(flag_table__named(&open_flags, "O_NO_SUCH_NAME", 14));
	/* a name without the list's prefix is not shortened */
	assert_int_equal(flag_table__named(&umount_flags, "UMOUNT_NOFOLLOW", 15)->skip, 0);
}

static void test_ioctls(void **state)
{
	const struct flag *f;

	(void)state;
	assert_string_equal(find(&ioctl_requests, TCGETS), "TCGETS");
	assert_string_equal(find(&ioctl_requests, TIOCGWINSZ), "TIOCGWINSZ");
	assert_string_equal(find(&ioctl_requests, FIGETBSZ), "FIGETBSZ");
	assert_string_equal(find(&ioctl_requests, SIOCGIFCONF), "SIOCGIFCONF");
	assert_string_equal(find(&ioctl_requests, FS_IOC_GETFLAGS), "FS_IOC_GETFLAGS");
	assert_string_equal(find(&ioctl_requests, BLKGETSIZE64), "BLKGETSIZE64");
	assert_null(find(&ioctl_requests, 0xdeadbeef));
	f = flag_table__find(&ioctl_requests, FIONREAD);
	assert_string_equal(f->name, "FIONREAD");
	assert_null(flag_table__next(&ioctl_requests, f));	/* TIOCINQ is an alias */
	f = flag_table__find(&ioctl_requests, TCSETS);
	assert_string_equal(f->name, "TCSETS");
	assert_string_equal(flag_table__next(&ioctl_requests, f)->name, "SNDCTL_TMR_START");
	assert_true(ioctl_requests.n > 1500);
}

static void check_table(const struct flag_table *t)
{
	uint64_t known = 0;

	for (unsigned i = 0; i < t->n; i++) {
		const struct flag *f = &t->flags[i];

		assert_int_equal(f->len, strlen(f->name));
		if (!f->len && t->base) {	/* the empty name removes the base's */
			assert_null(flag_table__find(t, f->value));
			continue;
		}
		assert_true(f->skip < f->len);
		if (f->skip)
			assert_memory_equal(f->name, t->prefix, f->skip);
		if (t->bits) {
			assert_true(f->mask != 0);
			assert_int_equal(f->value & ~f->mask, 0);
			known |= f->mask;
		} else {
			assert_true(!i || t->flags[i - 1].value <= f->value);
			assert_int_equal(flag_table__find(t, f->value)->value, f->value);
		}
	}
	assert_int_equal(known, t->known);
	assert_int_equal(strlen(t->prefix), t->prefix_len);
}

static void test_all_tables(void **state)
{
	(void)state;
	assert_true(nflag_tables > 200);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		for (unsigned i = 0; i < nflag_tables; i++)
			check_table(flag_table__in(flag_tables[i], abi));
		check_table(flag_table__in(&ioctl_requests, abi));
	}
}

/* An overlay: its own names, removed names, and names of its base. */
/* Names of the newest headers have a mark, by which strace's format leaves them out; older ones have none. */
static void test_newer(void **state)
{
	const struct flag *f = flag_table__find(&bpf_map_types, 35);

	(void)state;
	assert_non_null(f);
	assert_string_equal(f->name, "BPF_MAP_TYPE_RHASH");
	assert_true(f->newer);
	assert_false(flag_table__find(&bpf_map_types, 1)->newer);
	assert_true(flag_table__find(&prctl_options, 80)->newer);
	assert_false(flag_table__find(&prctl_options, 78)->newer);
}

static void test_overlay(void **state)
{
	static const struct flag base_flags[] = { { 1, 0, "ONE", 3, 0, false }, { 2, 0, "TWO", 3, 0, false }, { 3, 0, "THREE", 5, 0, false }, { 3, 0, "TRIPLE", 6, 0, false } };
	static const struct flag own[] = { { 1, 0, "UN", 2, 0, false }, { 2, 0, "", 0, 0, false }, { 4, 0, "TWO", 3, 0, false } };
	static const struct flag_table base = { .id = "base", .prefix = "", .n = 4, .flags = base_flags };
	static const struct flag_table over = { .id = "over", .prefix = "", .n = 3, .flags = own, .base = &base };
	const struct flag *f;

	(void)state;
	assert_string_equal(find(&over, 1), "UN");
	assert_null(find(&over, 2));
	f = flag_table__find(&over, 3);
	assert_string_equal(f->name, "THREE");
	f = flag_table__next(&over, f);
	assert_string_equal(f->name, "TRIPLE");
	assert_null(flag_table__next(&over, f));
	assert_null(flag_table__next(&over, flag_table__find(&over, 1)));
	assert_int_equal(flag_table__named(&over, "TWO", 3)->value, 4);
	assert_int_equal(flag_table__named(&over, "TRIPLE", 6)->value, 3);
	assert_null(flag_table__named(&over, "ONE", 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bits),
		cmocka_unit_test(test_compound),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_enums),
		cmocka_unit_test(test_negative),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_ioctls),
		cmocka_unit_test(test_all_tables),
		cmocka_unit_test(test_newer),
		cmocka_unit_test(test_overlay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

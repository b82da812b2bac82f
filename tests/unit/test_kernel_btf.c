// SPDX-License-Identifier: BSD-2-Clause
/* The small BTF file agrees with the kernel's own BTF, read by libbpf, on each type. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <bpf/btf.h>
#include <cmocka.h>

#include "bpf/config.h"
#include "sources/bpf/kernel_btf.h"
#include "trace.skel.h"

static struct btf *kernel, *small;
static struct trace_bpf *skel;

static int set_up(void **state)
{
	const char *path;

	(void)state;
	if (access("/sys/kernel/btf/vmlinux", R_OK))
		return 0;
	path = kernel_btf__prepare();
	skel = path ? trace_bpf__open() : NULL;
	if (!skel || kernel_btf__fill(skel->obj))
		return -1;
	small = btf__parse(path, NULL);
	kernel = btf__load_vmlinux_btf();
	return small && kernel ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	btf__free(small);
	btf__free(kernel);
	trace_bpf__destroy(skel);
	kernel_btf__close();
	return 0;
}

#define NEEDS_BTF() do { if (!kernel) { print_message("no /sys/kernel/btf/vmlinux on this machine\n"); skip(); } } while (0)

static void assert_same_members(const struct btf_type *a, const struct btf_type *b)
{
	const struct btf_member *m = btf_members(a), *n = btf_members(b);

	assert_int_equal(btf_vlen(a), btf_vlen(b));
	for (unsigned i = 0; i < btf_vlen(a); i++) {
		assert_string_equal(btf__name_by_offset(small, m[i].name_off), btf__name_by_offset(kernel, n[i].name_off));
		assert_int_equal(m[i].offset, n[i].offset);
		assert_int_equal(btf__resolve_size(small, m[i].type), btf__resolve_size(kernel, n[i].type));
	}
}

static void every_struct_is_laid_out_as_in_the_kernel(void **state)
{
	unsigned compared = 0;

	(void)state;
	NEEDS_BTF();
	for (uint32_t id = 1; id < btf__type_cnt(small); id++) {
		const struct btf_type *t = btf__type_by_id(small, id);
		const char *name = btf__name_by_offset(small, t->name_off);
		int found;

		if (!btf_is_struct(t) || !*name)
			continue;
		found = btf__find_by_name_kind(kernel, name, BTF_KIND_STRUCT);
		assert_true(found > 0);
		if (btf__type_by_id(kernel, found)->size != t->size)
			continue;	/* one of several of this name */
		assert_same_members(t, btf__type_by_id(kernel, found));
		compared++;
	}
	assert_true(compared > 20);
}

static void what_programs_look_into_is_there(void **state)
{
	static const char *const names[] = { "task_struct", "pt_regs", "file", "inode", "sock", "unix_sock", "mm_struct" };

	(void)state;
	NEEDS_BTF();
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_true(btf__find_by_name_kind(small, names[i], BTF_KIND_STRUCT) > 0);
}

static void it_is_much_smaller_than_the_kernels(void **state)
{
	(void)state;
	NEEDS_BTF();
	assert_true(btf__type_cnt(small) * 10 < btf__type_cnt(kernel));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_struct_is_laid_out_as_in_the_kernel),
		cmocka_unit_test(what_programs_look_into_is_there),
		cmocka_unit_test(it_is_much_smaller_than_the_kernels),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}

// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on memory: mappings, advice, locking, policy of NUMA nodes, other processes' memory. */
#include <linux/mempolicy.h>
#include <linux/mman.h>

#include "beautifiers/rows.h"
#include "beautifiers/shape.h"
#include "beautifiers/show.h"

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4	/* linux/mman.h, 5.7 */
#endif

#define USERFAULTFD "anon_inode:[userfaultfd]"

/* strace shows the address only if the program asks for that one. */
static bool mremap_fixed(const struct call *c)
{
	return (c->args[3] & (MREMAP_FIXED | MREMAP_MAYMOVE)) == (MREMAP_FIXED | MREMAP_MAYMOVE);
}
#define MREMAP(when_to) ARGS(PTR("addr"), NBYTES("old_len"), NBYTES("new_len"), FLAGS64("flags", mremap_flags), PTR("new_addr", .when = when_to)), RET_ADDRESS
static const struct row mremap_strace = { "mremap", MREMAP(mremap_fixed) };

static bool mremap_to(const struct call *c)
{
	return c->args[3] & (MREMAP_FIXED | MREMAP_DONTUNMAP);
}

/* The mode is a policy, or with MPOL_F_NODE a node. */
static const struct field policy_field[] = {
	{ .spec = { .name = "", .kind = &kind_enum_flags, .flags = &mempolicy_modes, .flags2 = &mempolicy_mode_flags }, .size = 4 },
};
static const struct shape shape_policy = { .name = "policy", .size = 4, .nfields = 1, .fields = policy_field, .bare = true };

/* strace shows the words of a set of nodes. */
static const struct field node_word64_field[] = { { .spec = { .name = "", .kind = &kind_hex_full }, .size = 8 } };
static const struct field node_word32_field[] = { { .spec = { .name = "", .kind = &kind_hex_full }, .size = 4 } };
static const struct shape node_word32 = { .name = "nodes", .size = 4, .nfields = 1, .fields = node_word32_field, .bare = true };
static const struct shape shape_node_word = { .name = "nodes", .size = 8, .nfields = 1, .fields = node_word64_field, .bare = true, .compat = &node_word32, .x32_compat = true };
#define NODES_IN(n, len)  BITS_IN(n, len, .shape = &shape_node_word, .strace = &kind_node_words_in)
#define NODES_OUT(n, len) BITS_OUT(n, len, .shape = &shape_node_word, .strace = &kind_node_words_out)

#define POLICY_OF NODES_OUT("nmask", 2), ULONG("maxnode"), PTR("addr"), FLAGS64("flags", mempolicy_flags)
static const struct subrow get_mempolicy_subs[] = {
	{ MPOL_F_NODE, { "get_mempolicy", ARGS(INT_OUT("policy"), POLICY_OF) } },
};

/* A node or -errno */
static const struct field page_status_field[] = { { .spec = { .name = "", .kind = &kind_errno_or_int }, .size = 4 } };
static const struct shape shape_page_status = { .name = "status", .size = 4, .nfields = 1, .fields = page_status_field, .bare = true };

static const struct row rows[] = {
	{ "brk",                     ARGS(PTR("brk")), RET_ADDRESS },
	{ "mmap",                    ARGS(PTR("addr"), NBYTES("len"), FLAGS64("prot", mmap_prot), FLAGS64("flags", mmap_flags, .strace = &kind_mmap_flags), FD("fd"), HEX("off")), RET_ADDRESS },
	{ "munmap",                  ARGS(PTR("addr"), NBYTES("len")) },
	{ "mremap",                  MREMAP(mremap_to), .strace = &mremap_strace },
	{ "mprotect",                ARGS(PTR("start"), NBYTES("len"), FLAGS64("prot", mmap_prot)) },
	{ "pkey_mprotect",           ARGS(PTR("start"), NBYTES("len"), FLAGS64("prot", mmap_prot), INT("pkey")) },
	{ "pkey_alloc",              ARGS(HEX("flags"), FLAGS64("init_val", pkey_rights)) },
	{ "pkey_free",               ARGS(INT("pkey")) },
	{ "mseal",                   ARGS(PTR("start"), NBYTES("len"), HEX("flags")) },
	{ "map_shadow_stack",        ARGS(PTR("addr"), NBYTES("size"), FLAGS("flags", map_shadow_stack_flags)), RET_ADDRESS },
	{ "remap_file_pages",        ARGS(PTR("start"), NBYTES("size"), FLAGS64("prot", mmap_prot), ULONG("pgoff"), FLAGS64("flags", mmap_flags, .strace = &kind_mmap_flags)) },
	{ "madvise",                 ARGS(PTR("start"), NBYTES("len_in"), ENUM("behavior", madvise_advice)) },
	{ "mincore",                 ARGS(PTR("start"), NBYTES("len"), ARG_("vec", residency, .len_arg = 1)) },
	{ "msync",                   ARGS(PTR("start"), NBYTES("len"), FLAGS("flags", msync_flags)) },
	{ "mlock",                   ARGS(PTR("start"), NBYTES("len")) },
	{ "mlock2",                  ARGS(PTR("start"), NBYTES("len"), FLAGS("flags", mlock_flags)) },
	{ "munlock",                 ARGS(PTR("start"), NBYTES("len")) },
	{ "mlockall",                ARGS(FLAGS("flags", mlockall_flags)) },
	{ "munlockall",              ARGS() },
	{ "userfaultfd",             ARGS(FLAGS("flags", userfaultfd_flags)), RET_FD, OPENS_INFO, .fd_name = USERFAULTFD },

	/* Policy */
	{ "mbind",                   ARGS(PTR("start"), NBYTES("len"), ENUM_FLAGS64("mode", mempolicy_modes, mempolicy_mode_flags), NODES_IN("nmask", 4), ULONG("maxnode"), FLAGS("flags", mbind_flags)) },
	{ "set_mempolicy",           ARGS(ENUM_FLAGS("mode", mempolicy_modes, mempolicy_mode_flags), NODES_IN("nmask", 2), ULONG("maxnode")) },
	{ "get_mempolicy",           ARGS(STRUCT_OUT("policy", shape_policy), POLICY_OF), SUB_MASK(4, MPOL_F_NODE, get_mempolicy_subs) },
	{ "set_mempolicy_home_node", ARGS(PTR("start"), NBYTES("len"), ULONG("home_node"), HEX("flags")) },
	{ "migrate_pages",           ARGS(PID("pid"), ULONG("maxnode"), NODES_IN("old_nodes", 1), NODES_IN("new_nodes", 1)) },
	{ "move_pages",              ARGS(PID("pid"), ULONG("nr_pages"), ARRAY_IN("pages", shape_ptr, 1), ARRAY_IN("nodes", shape_int, 1), ARRAY_OUT_N("status", shape_page_status, 1), FLAGS("flags", move_pages_flags)) },

	/* Other processes. Vectors of their memory are shown as addresses and lengths */
	{ "process_madvise",         ARGS(FD("pidfd"), ARRAY_IN("vec", shape_iovec, 2), ULONG("vlen"), ENUM("behavior", madvise_advice), HEX32("flags")) },
	{ "process_mrelease",        ARGS(FD("pidfd"), HEX32("flags")) },
	{ "process_vm_readv",        ARGS(PID("pid"), IOVEC_OUT("lvec", 2), VLEN("liovcnt"), ARRAY_IN("rvec", shape_iovec, 4), ULONG("riovcnt"), HEX("flags", .strace = &kind_ulong)), RET_BYTES },
	{ "process_vm_writev",       ARGS(PID("pid"), IOVEC_IN("lvec", 2), VLEN("liovcnt"), ARRAY_IN("rvec", shape_iovec, 4), ULONG("riovcnt"), HEX("flags", .strace = &kind_ulong)), RET_BYTES },
};

const struct row_table rows_memory = ROW_TABLE(rows);

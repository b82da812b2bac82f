// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf --verbose
/* Instructions of eBPF as text: those of a program that loads are compared with the verifier's log, too. */
#include "live.h"

#include <linux/bpf.h>
#include <sys/resource.h>

#define INSNS 96
struct line { struct bpf_insn insn; const char *text; };	/* text NULL: the second slot */

#define I(c, d, s, o, i) { .code = c, .dst_reg = d, .src_reg = s, .off = o, .imm = i }
enum { LD, LDX, ST, STX, ALU, JMP, JMP32, ALU64, X = 8, W = 0, H = 8, B = 16, DW = 24, ABS = 0x20, IND = 0x40, MEM = 0x60, MEMSX = 0x80, ATOMIC = 0xc0 };

static const struct line base[] = {
	{ I(ALU64 | X | 0xb0, 6, 1, 0, 0), "r6 = r1" },
	{ I(ALU64 | 0xb0, 1, 0, 0, 5), "r1 = 5" },
	{ I(ALU64 | 0xb0, 2, 0, 0, -7), "r2 = -7" },
	{ I(ALU64 | 0x00, 1, 0, 0, 8), "r1 += 8" },
	{ I(ALU64 | 0x10, 1, 0, 0, 3), "r1 -= 3" },
	{ I(ALU64 | 0x20, 1, 0, 0, -1), "r1 *= -1" },
	{ I(ALU64 | 0x30, 1, 0, 0, 3), "r1 /= 3" },
	{ I(ALU64 | 0x40, 1, 0, 0, 64), "r1 |= 64" },
	{ I(ALU64 | 0x50, 1, 0, 0, 255), "r1 &= 255" },
	{ I(ALU64 | 0x60, 1, 0, 0, 2), "r1 <<= 2" },
	{ I(ALU64 | 0x70, 1, 0, 0, 2), "r1 >>= 2" },
	{ I(ALU64 | 0x80, 1, 0, 0, 0), "r1 = -r1" },
	{ I(ALU64 | 0x90, 1, 0, 0, 7), "r1 %= 7" },
	{ I(ALU64 | 0xa0, 1, 0, 0, 1), "r1 ^= 1" },
	{ I(ALU64 | 0xc0, 1, 0, 0, 1), "r1 s>>= 1" },
	{ I(ALU64 | X | 0x00, 1, 2, 0, 0), "r1 += r2" },
	{ I(ALU | 0xb0, 3, 0, 0, 9), "w3 = 9" },
	{ I(ALU | X | 0xb0, 3, 1, 0, 0), "w3 = w1" },
	{ I(ALU | X | 0xa0, 3, 1, 0, 0), "w3 ^= w1" },
	{ I(ALU | 0x80, 3, 0, 0, 0), "w3 = -w3" },
	{ I(ALU | 0xd0, 3, 0, 0, 16), "r3 = le16 r3" },
	{ I(ALU | X | 0xd0, 3, 0, 0, 32), "r3 = be32 r3" },
	{ I(LD | DW, 4, 0, 0, 0x55667788), "r4 = 0x1122334455667788" },
	{ I(0, 0, 0, 0, 0x11223344), NULL },
	{ I(STX | DW | MEM, 10, 4, -8, 0), "*(u64 *)(r10 -8) = r4" },
	{ I(ST | W | MEM, 10, 0, -16, -2), "*(u32 *)(r10 -16) = -2" },
	{ I(ST | W | MEM, 10, 0, -12, 1), "*(u32 *)(r10 -12) = 1" },
	{ I(LDX | DW | MEM, 5, 10, -8, 0), "r5 = *(u64 *)(r10 -8)" },
	{ I(LDX | B | MEM, 5, 10, -8, 0), "r5 = *(u8 *)(r10 -8)" },
	{ I(LDX | W | MEM, 5, 6, 0, 0), "r5 = *(u32 *)(r6 +0)" },
	{ I(STX | DW | ATOMIC, 10, 4, -16, 0), "lock *(u64 *)(r10 -16) += r4" },
	{ I(JMP | 0x10, 5, 0, 0, 1), "if r5 == 0x1 goto pc+0" },
	{ I(JMP | X | 0x50, 5, 3, 0, 0), "if r5 != r3 goto pc+0" },
	{ I(JMP | 0x20, 5, 0, 0, -1), "if r5 > 0xffffffff goto pc+0" },
	{ I(JMP | 0x60, 5, 0, 0, 2), "if r5 s> 0x2 goto pc+0" },
	{ I(JMP | 0xc0, 5, 0, 0, 2), "if r5 s< 0x2 goto pc+0" },
	{ I(JMP | 0x40, 5, 0, 0, 2), "if r5 & 0x2 goto pc+0" },
	{ I(JMP32 | X | 0xd0, 5, 3, 0, 0), "if w5 s<= w3 goto pc+0" },
	{ I(JMP32 | 0xb0, 5, 0, 0, 3), "if w5 <= 0x3 goto pc+0" },
	{ I(JMP | 0x00, 0, 0, 0, 0), "goto pc+0" },
	{ I(JMP | 0x80, 0, 0, 0, 7), "call bpf_get_prandom_u32#7" },
	{ I(LD | B | ABS, 0, 0, 0, 12), "r0 = *(u8 *)skb[12]" },
	{ I(ALU64 | 0xb0, 7, 0, 0, 2), "r7 = 2" },
	{ I(LD | H | IND, 0, 7, 0, 4), "r0 = *(u16 *)skb[r7 + 4]" },
	{ I(ALU64 | 0xb0, 0, 0, 0, 0), "r0 = 0" },
	{ I(JMP | 0x90, 0, 0, 0, 0), "exit" },
};

/* Since Linux 5.12, 6.6, 6.9 and 6.14 */
static const struct line newer[] = {
	{ I(ALU64 | 0xb0, 0, 0, 0, 1), "r0 = 1" },
	{ I(ALU64 | 0xb0, 2, 0, 0, 3), "r2 = 3" },
	{ I(STX | DW | MEM, 10, 0, -8, 0), "*(u64 *)(r10 -8) = r0" },
	{ I(STX | DW | ATOMIC, 10, 2, -8, 0x40), "lock *(u64 *)(r10 -8) |= r2" },
	{ I(STX | DW | ATOMIC, 10, 2, -8, 0x01), "r2 = atomic64_fetch_add((u64 *)(r10 -8), r2)" },
	{ I(STX | W | ATOMIC, 10, 2, -8, 0x51), "r2 = atomic_fetch_and((u32 *)(r10 -8), r2)" },
	{ I(STX | DW | ATOMIC, 10, 2, -8, 0xe1), "r2 = atomic64_xchg((u64 *)(r10 -8), r2)" },
	{ I(STX | DW | ATOMIC, 10, 2, -8, 0xf1), "r0 = atomic64_cmpxchg((u64 *)(r10 -8), r0, r2)" },
	{ I(STX | W | ATOMIC, 10, 2, -8, 0xf1), "r0 = atomic_cmpxchg((u32 *)(r10 -8), r0, r2)" },
	{ I(ALU64 | 0xb0, 2, 0, 0, 3), "r2 = 3" },
	{ I(ALU64 | 0x30, 2, 0, 1, 2), "r2 s/= 2" },
	{ I(ALU | 0x90, 2, 0, 1, 2), "w2 s%= 2" },
	{ I(ALU64 | X | 0xb0, 3, 2, 8, 0), "r3 = (s8)r2" },
	{ I(ALU64 | X | 0xb0, 3, 2, 32, 0), "r3 = (s32)r2" },
	{ I(ALU | X | 0xb0, 3, 2, 16, 0), "w3 = (s16)w2" },
	{ I(ALU64 | 0xd0, 3, 0, 0, 64), "r3 = bswap64 r3" },
	{ I(LDX | B | MEMSX, 3, 10, -8, 0), "r3 = *(s8 *)(r10 -8)" },
	{ I(LDX | W | MEMSX, 3, 10, -8, 0), "r3 = *(s32 *)(r10 -8)" },
	{ I(JMP32 | 0x00, 0, 0, 0, 0), "gotol pc+0" },
	{ I(JMP | 0xe0, 0, 0, 0, 0), "may_goto pc+0" },
	{ I(STX | DW | ATOMIC, 3, 10, -8, 0x100), "r3 = load_acquire((u64 *)(r10 -8))" },
	{ I(STX | DW | ATOMIC, 10, 2, -8, 0x110), "store_release((u64 *)(r10 -8), r2)" },
	{ I(ALU64 | 0xb0, 0, 0, 0, 0), "r0 = 0" },
	{ I(JMP | 0x90, 0, 0, 0, 0), "exit" },
};

/* What refers to something else, and what no kernel takes */
static const struct line refused[] = {
	{ I(LD | DW, 1, 1, 0, 5), "r1 = map[fd:5]" }, { I(0, 0, 0, 0, 0), NULL },
	{ I(LD | DW, 1, 2, 0, 5), "r1 = map[fd:5][0]+8" }, { I(0, 0, 0, 0, 8), NULL },
	{ I(LD | DW, 1, 3, 0, 77), "r1 = btf[fd:0][77]" }, { I(0, 0, 0, 0, 0), NULL },
	{ I(LD | DW, 1, 4, 0, -3), "r1 = subprog[-3]" }, { I(0, 0, 0, 0, 0), NULL },
	{ I(LD | DW, 1, 5, 0, 1), "r1 = map[idx:1]" }, { I(0, 0, 0, 0, 0), NULL },
	{ I(LD | DW, 1, 6, 0, 1), "r1 = map[idx:1]+16" }, { I(0, 0, 0, 0, 16), NULL },
	{ I(LD | DW, 1, 9, 2, 1), "code 0x18, dst 1, src 9, off 2, imm 0x1" }, { I(0, 0, 0, 0, 16), NULL },
	{ I(ALU64 | X | 0xb0, 1, 2, 1, 0x10002), "r1 = addr_space_cast(r2, 1, 2)" },
	{ I(ALU64 | X | 0xb0, 1, 2, 3, 0), "code 0xbf, dst 1, src 2, off 3, imm 0x0" },
	{ I(ALU | 0xf0, 1, 0, 0, 4), "code 0xf4, dst 1, src 0, off 0, imm 0x4" },
	{ I(STX | DW | ATOMIC, 1, 2, 0, 0x999), "code 0xdb, dst 1, src 2, off 0, imm 0x999" },
	{ I(LDX | DW | ATOMIC, 1, 2, 0, 0), "code 0xd9, dst 1, src 2, off 0, imm 0x0" },
	{ I(JMP | X, 3, 0, 0, 0), "gotox r3" },
	{ I(JMP | 0x80, 0, 0, 0, 1), "call bpf_map_lookup_elem#1" },
	{ I(JMP | 0x80, 0, 0, 0, 211), "call bpf_cgrp_storage_delete#211" },
	{ I(JMP | 0x80, 0, 0, 0, 99999), "call unknown#99999" },
	{ I(JMP | 0x80, 0, 1, 0, -4), "call pc-4" },
	{ I(JMP | 0x80, 0, 2, 0, 77), "call kernel-function#77" },
	{ I(JMP | X | 0x80, 4, 0, 0, 0), "callx r4" },
	{ I(JMP | 0xf0, 0, 0, 0, 0), "code 0xf5, dst 0, src 0, off 0, imm 0x0" },
	{ I(JMP32 | 0x90, 0, 0, 0, 0), "code 0x96, dst 0, src 0, off 0, imm 0x0" },
	{ I(LD | DW, 1, 0, 0, 1), "code 0x18, dst 1, src 0, off 0, imm 0x1" },	/* without its second slot */
};

static char log_text[1 << 16];

/* The verifier's line for instruction n: `n: (b7) TEXT ; state`. NULL: it has none. */
static const char *logged(unsigned n)
{
	char *at = strstr(log_text, text("\n%u: (", n));
	const char *p;

	if (!at)
		return NULL;
	p = text("%s", at + strcspn(at, ")") + 2);
	at = (char *)p + strcspn(p, ";\n");
	while (at > p && at[-1] == ' ')
		at--;
	*at = 0;
	return p;
}

static void load(const struct line *of, unsigned n)
{
	static struct bpf_insn insns[INSNS];
	static char all[16384];
	union bpf_attr a = { 0 };
	unsigned i;
	int fd;

	all[0] = 0;
	for (i = 0; i < n; i++) {
		insns[i] = of[i].insn;
		if (of[i].text)
			sprintf(all + strlen(all), "%s\"%s\"", i ? ", " : "", of[i].text);
	}
	a.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
	a.insn_cnt = n;
	a.insns = (uintptr_t)insns;
	a.license = (uintptr_t)"GPL";
	a.log_level = 2;
	a.log_size = sizeof(log_text);
	a.log_buf = (uintptr_t)log_text;
	memset(log_text, 0, sizeof(log_text));
	fd = syscall(SYS_bpf, BPF_PROG_LOAD, &a, 48);
	expect("bpf(cmd: PROG_LOAD, uattr: {prog_type: SOCKET_FILTER, insn_cnt: %u, insns: [%s], license: \"GPL\", log_level: 2, log_size: 65536, "
	       "log_buf: @@, kern_version: 0, prog_flags: 0}, size: 48) = %s", n, all, fd < 0 ? error() : "@@");
	memmove(log_text + 1, log_text, sizeof(log_text) - 2);
	log_text[0] = '\n';
	for (i = 0; fd >= 0 && i < n; i++)
		if (of[i].text && logged(i) && strcmp(logged(i), of[i].text)) {
			fprintf(stderr, "the verifier shows %u as: %s\nexpected: %s\n", i, logged(i), of[i].text);
			_exit(1);
		}
	if (of == base && fd < 0)
		skip("bpf: %s\n%s", strerror(errno), log_text);
	close(fd);
}

int main(void)
{
	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	begin();
	load(base, sizeof(base) / sizeof(base[0]));
	load(newer, sizeof(newer) / sizeof(newer[0]));
	load(refused, sizeof(refused) / sizeof(refused[0]));
	end();
	return 0;
}

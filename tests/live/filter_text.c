// SPDX-License-Identifier: BSD-2-Clause
// options: -e setsockopt,getsockopt,seccomp --verbose
// abis: native i386 arm
/* Instructions of classic BPF as text. */
#include "live.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#define AD(n) ((unsigned)SKF_AD_OFF + SKF_AD_##n)

static struct sock_filter all[] = {
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 4), BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 12), BPF_STMT(BPF_LD | BPF_B | BPF_IND, 2),
	BPF_STMT(BPF_LD | BPF_IMM, 7), BPF_STMT(BPF_LD | BPF_MEM, 3), BPF_STMT(BPF_LD | BPF_LEN, 0), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AD(CPU)),
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, AD(VLAN_TPID)), BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)SKF_NET_OFF + 9),
	BPF_STMT(BPF_LDX | BPF_IMM, 7), BPF_STMT(BPF_LDX | BPF_MEM, 3), BPF_STMT(BPF_LDX | BPF_LEN, 0), BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 14),
	BPF_STMT(BPF_ST, 1), BPF_STMT(BPF_STX, 2), BPF_STMT(BPF_ALU | BPF_ADD | BPF_K, 10), BPF_STMT(BPF_ALU | BPF_RSH | BPF_X, 0), BPF_STMT(BPF_ALU | BPF_NEG, 0),
	BPF_STMT(BPF_JMP | BPF_JA, 2), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 6, 1, 0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_X, 0, 0, 3),
	BPF_STMT(BPF_MISC | BPF_TAX, 0), BPF_STMT(BPF_MISC | BPF_TXA, 0), BPF_STMT(BPF_RET | BPF_A, 0), BPF_STMT(BPF_RET | BPF_K, 0x7fff0000),
	BPF_STMT(BPF_MISC | 0x40, 1), BPF_JUMP(BPF_LD | BPF_IMM, 1, 2, 3), BPF_STMT(0x106, 1),
};
static const char texts[] =
	"\"ld [4]\", \"ldh [12]\", \"ldb [x + 2]\", \"ld #0x7\", \"ld M[3]\", \"ld #len\", \"ld cpu\", \"ld vlan_tpid\", \"ld [-1048567]\", \"ldx #0x7\", "
	"\"ldx M[3]\", \"ldx #len\", \"ldxb 4*([14]&0xf)\", \"st M[1]\", \"stx M[2]\", \"add #0xa\", \"rsh x\", \"neg\", \"ja 2\", \"jeq #0x6, 1, 0\", "
	"\"jset x, 0, 3\", \"tax\", \"txa\", \"ret a\", \"ret #0x7fff0000\", \"code 0x47, jt 0, jf 0, k 0x1\", \"code 0x0, jt 2, jf 3, k 0x1\", "
	"\"code 0x106, jt 0, jf 0, k 0x1\"";

int main(void)
{
	struct sock_filter calls_code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 100000, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 7),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, 0x12340000),
	};
	struct sock_filter short_code[] = { BPF_STMT(BPF_LD | BPF_LEN, 0), BPF_STMT(BPF_RET | BPF_A, 0) }, got[2];
	struct sock_fprog program = { sizeof(all) / sizeof(all[0]), all }, calls = { 5, calls_code }, lost = { 2, BAD }, small = { 2, short_code };
	int s = socket(AF_UNIX, SOCK_DGRAM, 0), ret;
	unsigned n = 2;

	begin();
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
	expect(ABI "setsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: ATTACH_FILTER, optval: {len: 28, filter: [%s]}, optlen: %zu) = %s", s, texts,
	       sizeof(program), result(ret));
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &lost, sizeof(lost));
	expect(ABI "setsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: ATTACH_FILTER, optval: {len: 2, filter: 0x8 <unread>}, optlen: %zu) = %s", s,
	       sizeof(lost), result(ret));
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &small, sizeof(small));
	expect(ABI "setsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: ATTACH_FILTER, optval: {len: 2, filter: [\"ld #len\", \"ret a\"]}, optlen: %zu) = %s", s,
	       sizeof(small), result(ret));
	ret = syscall(SYS_getsockopt, s, SOL_SOCKET, SO_GET_FILTER, got, &n);
	expect(ABI "getsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: GET_FILTER, optval: [\"ld #len\", \"ret a\"], optlen: [2]) = %s", s, result(ret));
	ret = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 1 << 30, &calls);
	expect(ABI "seccomp(op: SET_MODE_FILTER, flags: 0x40000000, uargs: {len: 5, filter: [\"ld [0]\", \"jge #0x186a0, 0, 1\", \"ret ERRNO|0x7\", \"ret ALLOW\", "
	       "\"ret #0x12340000\"]}) = %s", result(ret));
	end();
	return 0;
}

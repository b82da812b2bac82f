// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* Requests to /dev/net/tun: of most the number does not tell what they pass. */
#include "live.h"

#include <linux/filter.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <sys/ioctl.h>

#define CALL "ioctl(fd: %d</dev/net/tun>, cmd: "

int main(void)
{
	struct { struct tun_filter head; uint8_t addr[2][6]; } filter = { .head.count = 2, .addr = { { 2, 0, 0, 0, 0, 1 }, { 2, 0, 0, 0, 0, 2 } } };
	struct sock_filter all[] = { BPF_STMT(BPF_RET | BPF_K, 0xffff) };
	struct sock_fprog program = { 1, all };
	struct ifreq r = { .ifr_flags = IFF_TAP | IFF_NO_PI };
	int fd = open("/dev/net/tun", O_RDWR), size = 10;
	unsigned features;
	long ret;

	if (fd < 0 || unshare(CLONE_NEWNET) < 0)
		skip("/dev/net/tun, or a network namespace: %s", strerror(errno));
	strcpy(r.ifr_name, "tap%d");
	begin();
	ret = syscall(SYS_ioctl, fd, TUNSETIFF, &r);
	if (ret < 0)
		skip("TUNSETIFF: %s", strerror(errno));
	expect(ABI CALL "TUNSETIFF, arg: {ifr_name: \"tap%%d\", ifr_flags: TAP|NO_PI} => {ifr_name: \"%s\", ifr_flags: TAP|NO_PI}) = 0", fd, r.ifr_name);
	ret = syscall(SYS_ioctl, fd, TUNGETIFF, &r);
	expect(ABI CALL "TUNGETIFF, arg: {ifr_name: \"%s\", ifr_flags: TAP|NO_PI}) = %s", fd, r.ifr_name, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNGETFEATURES, &features);
	expect(ABI CALL "TUNGETFEATURES, arg: [TUN|TAP|NAPI|NAPI_FRAGS|@@NO_PI|ONE_QUEUE|VNET_HDR]) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNSETPERSIST, 0);
	expect(ABI CALL "TUNSETPERSIST, arg: 0) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNSETOWNER, 1000);
	expect(ABI CALL "TUNSETOWNER, arg: 1000) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4);
	expect(ABI CALL "TUNSETOFFLOAD, arg: CSUM|TSO4) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNSETVNETHDRSZ, &size);
	expect(ABI CALL "TUNSETVNETHDRSZ, arg: [10]) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNSETTXFILTER, &filter);
	expect(ABI CALL "TUNSETTXFILTER, arg: {flags: 0, count: 2, addr: [\"02:00:00:00:00:01\", \"02:00:00:00:00:02\"]}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, TUNATTACHFILTER, &program);
	expect(ABI CALL "TUNATTACHFILTER, arg: {len: 1, filter: [BPF_STMT(code: RET|K, k: 0xffff)]}) = %s", fd, result(ret));
	end();
	return 0;
}

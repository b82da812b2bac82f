// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* Requests that strace does not decode: routes, neighbours, wireless and other interfaces, drives, virtual machines. */
#include "live.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <net/route.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <linux/cdrom.h>
#include <linux/if_vlan.h>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <linux/wireless.h>
#if defined(__x86_64__) || defined(__aarch64__)	/* no header elsewhere */
#include <linux/kvm.h>
#endif

static int inet, inet6;
static long ret;

static struct sockaddr address(const char *text)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr any;

	inet_pton(AF_INET, text, &in.sin_addr);
	memcpy(&any, &in, sizeof(any));
	return any;
}

static void routes(void)
{
	struct rtentry route = {
		.rt_dst = address("10.9.8.0"), .rt_gateway = address("10.9.8.1"), .rt_genmask = address("255.255.255.0"),
		.rt_flags = RTF_UP | RTF_GATEWAY, .rt_metric = 2, .rt_dev = (char *)"nosuch0", .rt_mtu = 1500,
	};
	struct in6_rtmsg route6 = { .rtmsg_dst = IN6ADDR_LOOPBACK_INIT, .rtmsg_dst_len = 64, .rtmsg_metric = 5, .rtmsg_flags = RTF_UP, .rtmsg_ifindex = 99999 };
	struct arpreq arp = { .arp_pa = address("10.9.8.7"), .arp_flags = ATF_COM | ATF_PERM, .arp_dev = "nosuch0" };

	ret = syscall(SYS_ioctl, inet, SIOCADDRT, &route);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCADDRT, arg: {rt_dst: {sa_family: INET, sin_port: 0, sin_addr: \"10.9.8.0\"}, "
	       "rt_gateway: {sa_family: INET, sin_port: 0, sin_addr: \"10.9.8.1\"}, rt_genmask: {sa_family: INET, sin_port: 0, sin_addr: \"255.255.255.0\"}, "
	       "rt_flags: GATEWAY|UP, rt_metric: 2, rt_dev: \"nosuch0\", rt_mtu: 1500, rt_window: 0, rt_irtt: 0}) = %s", inet, result(ret));
	ret = syscall(SYS_ioctl, inet6, SIOCDELRT, &route6);
	expect(ABI "ioctl(fd: %d<UDPv6:@@>, cmd: SIOCDELRT, arg: {rtmsg_dst: \"::1\", rtmsg_src: \"::\", rtmsg_gateway: \"::\", rtmsg_type: 0, "
	       "rtmsg_dst_len: 64, rtmsg_src_len: 0, rtmsg_metric: 5, rtmsg_info: 0, rtmsg_flags: UP, rtmsg_ifindex: 99999}) = %s", inet6, result(ret));
	ret = syscall(SYS_ioctl, inet, SIOCDARP, &arp);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCDARP, arg: {arp_pa: {sa_family: INET, sin_port: 0, sin_addr: \"10.9.8.7\"}, "
	       "arp_ha: {sa_family: UNSPEC, sa_data: \"@@\"}, arp_flags: COM|PERM, arp_netmask: {sa_family: UNSPEC, sa_data: \"@@\"}, "
	       "arp_dev: \"nosuch0\"}) = %s", inet, result(ret));
}

static void interfaces(void)
{
	struct hwtstamp_config stamps = { .tx_type = HWTSTAMP_TX_ON, .rx_filter = HWTSTAMP_FILTER_ALL };
	struct ifreq to = { .ifr_name = "nosuch0" };
	struct vlan_ioctl_args vlan = { .cmd = SET_VLAN_FLAG_CMD, .device1 = "nosuch0.7", .u.flag = VLAN_FLAG_GVRP, .vlan_qos = 1 };

	strcpy(to.ifr_slave, "nosuch1");
	ret = syscall(SYS_ioctl, inet, SIOCBONDENSLAVE, &to);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCBONDENSLAVE, arg: {ifr_name: \"nosuch0\", ifr_slave: \"nosuch1\"}) = %s", inet, result(ret));
	to.ifr_data = (void *)&stamps;
	ret = syscall(SYS_ioctl, inet, SIOCSHWTSTAMP, &to);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCSHWTSTAMP, arg: {ifr_name: \"nosuch0\", ifr_data: {flags: 0, tx_type: TX_ON, rx_filter: FILTER_ALL}}) = %s",
	       inet, result(ret));
	to.ifr_data = (void *)BAD;
	ret = syscall(SYS_ioctl, inet, SIOCSHWTSTAMP, &to);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCSHWTSTAMP, arg: {ifr_name: \"nosuch0\", ifr_data: %p <unread>}) = %s", inet, BAD, result(ret));
	ret = syscall(SYS_ioctl, inet, SIOCSIFVLAN, &vlan);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCSIFVLAN, arg: {cmd: SET_VLAN_FLAG_CMD, device1: \"nosuch0.7\", u.flag: GVRP, vlan_qos: 1}) = %s",
	       inet, result(ret));
}

static void wireless(void)
{
	struct iwreq req = { .ifr_ifrn.ifrn_name = "nosuch0", .u.essid = { (char *)"home", 4, 1 } };

	ret = syscall(SYS_ioctl, inet, SIOCSIWESSID, &req);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCSIWESSID, arg: {ifr_name: \"nosuch0\", u.essid.pointer: \"home\", u.essid.length: 4, u.essid.flags: 0x1}) = %s", inet, result(ret));
	req.u.freq = (struct iw_freq){ 2412, 6, 1, 0 };
	ret = syscall(SYS_ioctl, inet, SIOCSIWFREQ, &req);
	expect(ABI "ioctl(fd: %d<UDP:@@>, cmd: SIOCSIWFREQ, arg: {ifr_name: \"nosuch0\", u.freq: {m: 2412, e: 6, i: 1, flags: 0}}) = %s", inet, result(ret));
}

static void devices(void)
{
	struct cdrom_tocentry entry = { .cdte_track = 3, .cdte_adr = 1, .cdte_ctrl = 4, .cdte_format = CDROM_MSF, .cdte_addr.msf = { 1, 2, 3 } };

	ret = syscall(SYS_ioctl, -1, CDROMREADTOCENTRY, &entry);
	expect(ABI "ioctl(fd: -1, cmd: CDROMREADTOCENTRY, arg: {cdte_track: 3, cdte_adr: 1, cdte_ctrl: 4, cdte_format: 2, "
	       "cdte_addr.msf: {minute: 1, second: 2, frame: 3}, cdte_datamode: 0}) = %s", result(ret));
	ret = syscall(SYS_ioctl, -1, CDROM_SELECT_SPEED, 4);
	expect(ABI "ioctl(fd: -1, cmd: CDROM_SELECT_SPEED, arg: 4) = %s", result(ret));
#ifdef KVM_RUN
	ret = syscall(SYS_ioctl, -1, KVM_RUN, 0);
	expect(ABI "ioctl(fd: -1, cmd: KVM_RUN) = %s", result(ret));
	ret = syscall(SYS_ioctl, -1, KVM_CREATE_VCPU, 3);
	expect(ABI "ioctl(fd: -1, cmd: KVM_CREATE_VCPU, arg: 3) = %s", result(ret));
#endif
}

int main(void)
{
	inet = socket(AF_INET, SOCK_DGRAM, 0);
	inet6 = socket(AF_INET6, SOCK_DGRAM, 0);
	if (inet6 < 0)
		skip("no IPv6");
	begin();
	routes();
	interfaces();
	wireless();
	devices();
	end();
}

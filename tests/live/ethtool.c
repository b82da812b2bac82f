// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* SIOCETHTOOL: the command in the memory that a structure points at determines what that memory is. */
#include "live.h"

#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <sys/socket.h>

static uint32_t data[2048] __attribute__((aligned(8)));
static struct ifreq request = { .ifr_name = "lo", .ifr_data = (void *)data };
static int sock;

static void ask(int fd, const char *name, const char *shown)
{
	int ret = syscall(SYS_ioctl, fd, SIOCETHTOOL, &request);

	expect(ABI "ioctl(fd: %s, cmd: SIOCETHTOOL, arg: {ifr_name: \"lo\", ifr_data: %s}) = %s", name, shown, result(ret));
	memset(data, 0, sizeof(data));
}

#define put(...) memcpy(data, (uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }))

/* What is passed is shown also if no descriptor takes it; of what is asked for, only the command. */
static void passed(void)
{
	put(ETHTOOL_SCHANNELS, 1, 2, 3, 4, 5, 6, 7, 8);
	ask(-1, "-1", "{cmd: SCHANNELS, max_rx: 1, max_tx: 2, max_other: 3, max_combined: 4, rx_count: 5, tx_count: 6, other_count: 7, combined_count: 8}");
	put(ETHTOOL_SWOL, 0x20, 0x22);
	ask(-1, "-1", "{cmd: SWOL, supported: MAGIC, wolopts: UCAST|MAGIC, sopass: \"\\0\\0\\0\\0\\0\\0\"}");
	put(ETHTOOL_SFEATURES, 2, 1, 2, 3, 4);
	ask(-1, "-1", "{cmd: SFEATURES, size: 2, features: [{valid: 0x1, requested: 0x2}, {valid: 0x3, requested: 0x4}]}");
	put(ETHTOOL_SRXFHINDIR, 3, 7, 8, 9);
	ask(-1, "-1", "{cmd: SRXFHINDIR, size: 3, ring_index: [7, 8, 9]}");
	put(ETHTOOL_GDRVINFO, 1, 2, 3);
	ask(-1, "-1", "{cmd: GDRVINFO, ...}");
	put(0x9999, 1, 2, 3);
	ask(-1, "-1", "{cmd: 0x9999, ...}");
}

static void answered(void)
{
	const char *name = text("%d<UDP:[@@]>", sock);

	put(ETHTOOL_GLINK);
	ask(sock, name, "{cmd: GLINK, data: 1}");
	put(ETHTOOL_GFEATURES, 0);
	ask(sock, name, "{cmd: GFEATURES, size: 2, ...}");
	put(ETHTOOL_GFEATURES, 2);
	ask(sock, name, "{cmd: GFEATURES, size: 2, features: [{available: @@, requested: @@, active: @@, never_changed: @@}, {@@}]}");
	put(ETHTOOL_GSTRINGS, ETH_SS_FEATURES);
	ask(sock, name, "{cmd: GSTRINGS, string_set: FEATURES, len: @@, data: [\"tx-scatter-gather\", @@]}");
	put(ETHTOOL_GET_TS_INFO);
	ask(sock, name, "{cmd: GET_TS_INFO, so_timestamping: @@RX_SOFTWARE|SOFTWARE, phc_index: -1, tx_types: @@, rx_filters: @@}");
}

static void unread(void)
{
	request.ifr_data = (void *)8;
	ask(-1, "-1", "0x8 <unread>");
	request.ifr_data = NULL;
	ask(-1, "-1", "NULL");
}

int main(void)
{
	sock = socket(AF_INET, SOCK_DGRAM, 0);
	begin();
	passed();
	answered();
	unread();
	end();
	return 0;
}

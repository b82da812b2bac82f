// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendto,recvfrom --string-limit 4096
/* Messages of generic netlink are shown by the tables of their families, whose ids are known from the start. */
#include "live.h"

#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/mptcp.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>
#include <sys/socket.h>

#define HEAD "{nlmsg_len: %zu, nlmsg_type: %s, nlmsg_flags: %s, nlmsg_seq: 1, nlmsg_pid: 0}, {cmd: %s, version: 1}"

static struct {
	struct nlmsghdr h;
	struct genlmsghdr g;
	char attrs[64];
} request;
static char reply[32768];
static int fd;

static void begin_request(uint16_t type, uint8_t cmd, uint16_t flags)
{
	request.h = (struct nlmsghdr){ NLMSG_LENGTH(GENL_HDRLEN), type, NLM_F_REQUEST | flags, 1, 0 };
	request.g = (struct genlmsghdr){ .cmd = cmd, .version = 1 };
}

static void add(uint16_t type, const void *data, size_t len)
{
	struct nlattr a = { (uint16_t)(NLA_HDRLEN + len), type };
	char *at = (char *)&request + request.h.nlmsg_len;

	memcpy(at, &a, sizeof(a));
	memcpy(at + sizeof(a), data, len);
	request.h.nlmsg_len += NLMSG_ALIGN(NLA_HDRLEN + len);
}

/* Sends the request, which is shown with these attributes, and receives an answer. */
static long ask(const char *family, const char *flags, const char *cmd, const char *attrs)
{
	size_t len = request.h.nlmsg_len;

	syscall(SYS_sendto, fd, &request, len, 0, NULL, 0);
	expect("sendto(fd: %d<@@>, buff: [" HEAD "%s], len: %zu, flags: 0, addr: NULL, addr_len: 0) = %zu", fd, len, family, flags, cmd, attrs, len, len);
	return syscall(SYS_recvfrom, fd, reply, sizeof(reply), 0, NULL, NULL);
}

/* What follows the message's header in the answer's first message. */
static void expect_reply(long got, const char *family, const char *start)
{
	expect("recvfrom(fd: %d<@@>, ubuf: @@nlmsg_type: %s, @@}, %s@@], size: 32768, flags: 0, addr: NULL, addr_len: NULL) = %ld", fd, family, start, got);
}

static int id_of(const char *family)
{
	char attrs[128], start[256];
	long got;

	begin_request(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
	add(CTRL_ATTR_FAMILY_NAME, family, strlen(family) + 1);
	snprintf(attrs, sizeof(attrs), ", [{nla_len: %zu, nla_type: FAMILY_NAME}, \"%s\"]", NLA_HDRLEN + strlen(family) + 1, family);
	got = ask("nlctrl", "REQUEST", "GETFAMILY", attrs);
	if (((struct nlmsghdr *)reply)->nlmsg_type != GENL_ID_CTRL) {
		expect_reply(got, "ERROR", "{error: -ENOENT, msg: [");
		return 0;
	}
	snprintf(start, sizeof(start), "{cmd: NEWFAMILY, version: 2}, [%s, [{nla_len: 6, nla_type: FAMILY_ID}, @@]", attrs + 2);
	expect_reply(got, "nlctrl", start);
	for (size_t at = NLMSG_LENGTH(GENL_HDRLEN); at < (size_t)got; at += NLA_ALIGN(((struct nlattr *)(reply + at))->nla_len))
		if (((struct nlattr *)(reply + at))->nla_type == CTRL_ATTR_FAMILY_ID)
			return *(uint16_t *)(reply + at + NLA_HDRLEN);
	return 0;
}

/* Takes answers until the dump's end. */
static void rest_of_dump(void)
{
	struct nlmsghdr *last = (struct nlmsghdr *)reply;
	long got;

	while (last->nlmsg_type != NLMSG_DONE && last->nlmsg_type != NLMSG_ERROR) {
		got = syscall(SYS_recvfrom, fd, reply, sizeof(reply), MSG_DONTWAIT, NULL, NULL);
		if (got < 0) {
			expect("recvfrom(fd: %d<@@>, ubuf: @@, size: 32768, flags: DONTWAIT, addr: NULL, addr_len: NULL) = %s", fd, result((int)got));
			return;
		}
		expect("recvfrom(fd: %d<@@>, ubuf: @@, size: 32768, flags: DONTWAIT, addr: NULL, addr_len: NULL) = %ld", fd, got);
	}
}

static void ethtool(int id)
{
	struct { struct nlattr a; uint32_t index; } device = { { 8, ETHTOOL_A_HEADER_DEV_INDEX }, 1 };
	long got;

	begin_request((uint16_t)id, ETHTOOL_MSG_LINKSTATE_GET, 0);
	add(NLA_F_NESTED | ETHTOOL_A_LINKSTATE_HEADER, &device, sizeof(device));
	got = ask("ethtool", "REQUEST", "LINKSTATE_GET", ", [{nla_len: 12, nla_type: NESTED|HEADER}, [{nla_len: 8, nla_type: DEV_INDEX}, 1<lo>]]");
	expect_reply(got, "ethtool", "{cmd: LINKSTATE_GET_REPLY, version: 1}, [[{nla_len: 20, nla_type: NESTED|HEADER}, "
		     "[[{nla_len: 8, nla_type: DEV_INDEX}, 1<lo>], [{nla_len: 7, nla_type: DEV_NAME}, \"lo\"]]], [{nla_len: 5, nla_type: LINK}, ");
}

static void taskstats(int id)
{
	uint32_t pid = (uint32_t)getpid();
	char attrs[128], start[256];
	long got;

	begin_request((uint16_t)id, TASKSTATS_CMD_GET, 0);
	add(TASKSTATS_CMD_ATTR_PID, &pid, sizeof(pid));
	snprintf(attrs, sizeof(attrs), ", [{nla_len: 8, nla_type: PID}, %u<@@>]", pid);
	got = ask("TASKSTATS", "REQUEST", "GET", attrs);
	if (((struct nlmsghdr *)reply)->nlmsg_type == NLMSG_ERROR) {	/* without the capability */
		expect_reply(got, "ERROR", "{error: -");
		return;
	}
	snprintf(start, sizeof(start), "{cmd: NEW, version: 1}, [{nla_len: @@, nla_type: AGGR_PID}, [[{nla_len: 8, nla_type: PID}, %u<@@>], "
		 "[{nla_len: @@, nla_type: STATS}, {version: @@, ac_comm: \"@@\", @@ac_pid: %u, ", pid, pid);
	expect_reply(got, "TASKSTATS", start);
}

static void netdev(int id)
{
	begin_request((uint16_t)id, 1, NLM_F_DUMP);
	expect_reply(ask("netdev", "REQUEST|0x300", "DEV_GET", ""), "netdev", "{cmd: DEV_GET, version: 1}, [[{nla_len: 8, nla_type: IFINDEX}, @@], "
		     "[{nla_len: 12, nla_type: XDP_FEATURES}, ");
	rest_of_dump();
}

static void mptcp(int id)
{
	begin_request((uint16_t)id, MPTCP_PM_CMD_GET_LIMITS, 0);
	expect_reply(ask("mptcp_pm", "REQUEST", "GET_LIMITS", ""), "mptcp_pm", "{cmd: GET_LIMITS, version: 1}, [[{nla_len: 8, nla_type: RCV_ADD_ADDRS}, @@");
}

int main(void)
{
	static const struct {
		const char *name;
		void (*ask)(int id);
	} families[] = { { "ethtool", ethtool }, { "TASKSTATS", taskstats }, { "netdev", netdev }, { "mptcp_pm", mptcp } };

	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	if (fd < 0)
		return 77;
	begin();
	for (unsigned i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		int id = id_of(families[i].name);

		if (id)
			families[i].ask(id);
	}
	begin_request(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, NLM_F_DUMP);
	expect_reply(ask("nlctrl", "REQUEST|0x300", "GETFAMILY", ""), "nlctrl", "{cmd: NEWFAMILY, version: 2}, [[{nla_len: 11, nla_type: FAMILY_NAME}, \"nlctrl\"], ");
	rest_of_dump();
	end();
	return 0;
}

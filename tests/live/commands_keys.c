// SPDX-License-Identifier: BSD-2-Clause
// options: -e keyctl
/* keyctl: each command, on keys that do not exist. */
#include "live.h"

#include <linux/keyctl.h>
#include <sys/uio.h>

enum { NONE = 0x7ffffff0 };	/* a serial number without a key */

static struct iovec payload[2] = { { "ab", 2 }, { "cde", 3 } };
static struct { int32_t id; uint32_t in_len, out_len, spare[7]; } pkey = { 0x7fffffff, 2, 2, { 0 } };

/* The result has a name. */
#define MAKE_NAMED(line, ...) expect("%s = %s", line, syscall(__VA_ARGS__) == -1 ? error() : "@@")
#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE_NAMED("keyctl(option: GET_KEYRING_ID, id: 2147483632, create: 0)",
	     SYS_keyctl, KEYCTL_GET_KEYRING_ID, NONE, 0);
	MAKE("keyctl(option: JOIN_SESSION_KEYRING, name: 0x8 <unread>)",
	     SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, BAD);
	MAKE("keyctl(option: UPDATE, id: 2147483632, payload: \"data\", plen: 4)",
	     SYS_keyctl, KEYCTL_UPDATE, NONE, "data", 4);
	MAKE("keyctl(option: REVOKE, id: 2147483632)",
	     SYS_keyctl, KEYCTL_REVOKE, NONE);
	MAKE("keyctl(option: CHOWN, id: 2147483632, user: 1000, group: -1)",
	     SYS_keyctl, KEYCTL_CHOWN, NONE, 1000, -1);
	MAKE("keyctl(option: SETPERM, id: 2147483632, perm: POS_VIEW|POS_READ|POS_WRITE|POS_SEARCH|POS_LINK|POS_SETATTR|OTH_VIEW)",
	     SYS_keyctl, KEYCTL_SETPERM, NONE, 0x3f000001);
	MAKE("keyctl(option: DESCRIBE, id: 2147483632, buffer: 0x8, buflen: 16)",
	     SYS_keyctl, KEYCTL_DESCRIBE, NONE, BAD, 16);
	MAKE("keyctl(option: CLEAR, ringid: 2147483632)",
	     SYS_keyctl, KEYCTL_CLEAR, NONE);
	MAKE("keyctl(option: LINK, id: 2147483632, ringid: 2147483632)",
	     SYS_keyctl, KEYCTL_LINK, NONE, NONE);
	MAKE("keyctl(option: UNLINK, id: 2147483632, ringid: 2147483632)",
	     SYS_keyctl, KEYCTL_UNLINK, NONE, NONE);
	MAKE("keyctl(option: SEARCH, ringid: 2147483632, type: \"user\", description: \"name\", destringid: 0)",
	     SYS_keyctl, KEYCTL_SEARCH, NONE, "user", "name", 0);
	MAKE("keyctl(option: READ, id: 2147483632, buffer: 0x8, buflen: 16)",
	     SYS_keyctl, KEYCTL_READ, NONE, BAD, 16);
	MAKE("keyctl(option: INSTANTIATE, id: 2147483632, payload: \"data\", plen: 4, ringid: 0)",
	     SYS_keyctl, KEYCTL_INSTANTIATE, NONE, "data", 4, 0);
	MAKE("keyctl(option: NEGATE, id: 2147483632, timeout: 30, ringid: 0)",
	     SYS_keyctl, KEYCTL_NEGATE, NONE, 30, 0);
	MAKE("keyctl(option: SET_REQKEY_KEYRING, reqkey_defl: 77)",
	     SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, 77);
	MAKE("keyctl(option: SET_TIMEOUT, id: 2147483632, timeout: 30)",
	     SYS_keyctl, KEYCTL_SET_TIMEOUT, NONE, 30);
	MAKE("keyctl(option: ASSUME_AUTHORITY, id: 2147483632)",
	     SYS_keyctl, KEYCTL_ASSUME_AUTHORITY, NONE);
	MAKE("keyctl(option: GET_SECURITY, id: 2147483632, buffer: 0x8, buflen: 16)",
	     SYS_keyctl, KEYCTL_GET_SECURITY, NONE, BAD, 16);
	MAKE("keyctl(option: REJECT, id: 2147483632, timeout: 30, error: EKEYREJECTED, ringid: 0)",
	     SYS_keyctl, KEYCTL_REJECT, NONE, 30, EKEYREJECTED, 0);
	MAKE("keyctl(option: INSTANTIATE_IOV, id: 2147483632, payload_iov: [{iov_base: \"ab\", iov_len: 2}, {iov_base: \"cde\", iov_len: 3}], ioc: 2, ringid: 0)",
	     SYS_keyctl, KEYCTL_INSTANTIATE_IOV, NONE, payload, 2, 0);
	MAKE("keyctl(option: INVALIDATE, id: 2147483632)",
	     SYS_keyctl, KEYCTL_INVALIDATE, NONE);
	MAKE("keyctl(option: GET_PERSISTENT, uid: 12345, destid: 2147483632)",
	     SYS_keyctl, KEYCTL_GET_PERSISTENT, 12345, NONE);
	MAKE("keyctl(option: DH_COMPUTE, params: 0x8 <unread>, buffer: 0x8, buflen: 16, kdf: NULL)",
	     SYS_keyctl, KEYCTL_DH_COMPUTE, BAD, BAD, 16, 0);
	MAKE("keyctl(option: PKEY_QUERY, id: 2147483632, info: \"enc=raw\", res: 0x8)",
	     SYS_keyctl, KEYCTL_PKEY_QUERY, NONE, 1, "enc=raw", BAD);
	MAKE("keyctl(option: PKEY_ENCRYPT, params: {key_id: 2147483647, in_len: 2, out_len: 2}, info: \"enc=raw\", in: \"ab\", out: 0x8)",
	     SYS_keyctl, KEYCTL_PKEY_ENCRYPT, &pkey, "enc=raw", "ab", BAD);
	MAKE("keyctl(option: PKEY_DECRYPT, params: {key_id: 2147483647, in_len: 2, out_len: 2}, info: \"enc=raw\", in: \"ab\", out: 0x8)",
	     SYS_keyctl, KEYCTL_PKEY_DECRYPT, &pkey, "enc=raw", "ab", BAD);
	MAKE("keyctl(option: PKEY_SIGN, params: {key_id: 2147483647, in_len: 2, out_len: 2}, info: \"enc=raw\", in: \"ab\", out: 0x8)",
	     SYS_keyctl, KEYCTL_PKEY_SIGN, &pkey, "enc=raw", "ab", BAD);
	MAKE("keyctl(option: PKEY_VERIFY, params: {key_id: 2147483647, in_len: 2, in2_len: 2}, info: \"enc=raw\", in: \"ab\", in2: \"cd\")",
	     SYS_keyctl, KEYCTL_PKEY_VERIFY, &pkey, "enc=raw", "ab", "cd");
	MAKE("keyctl(option: RESTRICT_KEYRING, id: 2147483632, type: \"asymmetric\", restriction: \"builtin_trusted\")",
	     SYS_keyctl, KEYCTL_RESTRICT_KEYRING, NONE, "asymmetric", "builtin_trusted");
	MAKE("keyctl(option: MOVE, id: 2147483632, from_ringid: 2147483632, to_ringid: 2147483632, flags: EXCL)",
	     SYS_keyctl, KEYCTL_MOVE, NONE, NONE, NONE, 1);
	MAKE("keyctl(option: CAPABILITIES, buffer: 0x8, buflen: 2)",
	     SYS_keyctl, KEYCTL_CAPABILITIES, BAD, 2);
	MAKE("keyctl(option: WATCH_KEY, id: 2147483632, watch_queue_fd: -1, watch_id: 5)",
	     SYS_keyctl, KEYCTL_WATCH_KEY, NONE, -1, 5);
	end();
	return 0;
}

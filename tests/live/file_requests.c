// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl --verbose
/* Requests to file systems whose numbers say too much, or the wrong direction: what the kernel reads and fills is shown. */
#include "live.h"

#include <linux/fs.h>
#include <linux/fscrypt.h>
#include <linux/fsverity.h>
#include <sys/ioctl.h>

#define CALL "ioctl(fd: %d<%s>, cmd: "

int main(void)
{
	char path[] = "/tmp/trace-file-XXXXXX";
	struct fscrypt_policy_v1 policy = { FSCRYPT_POLICY_V1, FSCRYPT_MODE_AES_256_XTS, FSCRYPT_MODE_AES_256_CTS, FSCRYPT_POLICY_FLAGS_PAD_32, "describe" };
	char salt[] = "salt";
	struct fsverity_enable_arg verity = { .version = 9, .hash_algorithm = FS_VERITY_HASH_ALG_SHA256, .block_size = 4096, .salt_size = 4, .salt_ptr = (uintptr_t)salt };
	uint64_t generation = 0xdead00000000;
	int fd = mkstemp(path);
	long ret;

	if (fd < 0)
		skip("%s: %s", path, strerror(errno));
	begin();
	ret = syscall(SYS_ioctl, fd, FS_IOC_GETVERSION, &generation);
	if (ret < 0)
		expect(CALL "FS_IOC_GETVERSION, arg: 0x@@) = %s", fd, path, result(ret));
	else
		expect(CALL "FS_IOC_GETVERSION, arg: [%u]) = 0", fd, path, (uint32_t)generation);
	ret = syscall(SYS_ioctl, fd, FS_IOC_SET_ENCRYPTION_POLICY, &policy);
	expect(CALL "FS_IOC_SET_ENCRYPTION_POLICY, arg: {version: 0, contents_encryption_mode: AES_256_XTS, filenames_encryption_mode: AES_256_CTS, "
	       "flags: FLAGS_PAD_32, master_key_descriptor: \"describe\"}) = %s", fd, path, result(ret));
	ret = syscall(SYS_ioctl, fd, FS_IOC_GET_ENCRYPTION_POLICY, &policy);
	expect(CALL "FS_IOC_GET_ENCRYPTION_POLICY, arg: 0x@@) = %s", fd, path, result(ret));
	ret = syscall(SYS_ioctl, fd, FS_IOC_ENABLE_VERITY, &verity);
	expect(CALL "FS_IOC_ENABLE_VERITY, arg: {version: 9, hash_algorithm: SHA256, block_size: 4096, salt_size: 4, salt_ptr: \"salt\", sig_size: 0, "
	       "sig_ptr: NULL}) = %s", fd, path, result(ret));
	end();
	unlink(path);
	return 0;
}

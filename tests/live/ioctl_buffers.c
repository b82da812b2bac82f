// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* Buffers behind pointers in structures of requests: their length is a product of two fields, a power of two in bits of one, or depends on what is
 * requested. The descriptor is no such device; what is passed is captured all the same, and nothing that was to be filled is shown. */
#include "live.h"

#include <linux/android/binder.h>
#include <linux/auto_dev-ioctl.h>
#include <linux/cdrom.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/mmc/ioctl.h>
#include <linux/spi/spidev.h>
#include <mtd/mtd-abi.h>
#ifdef __x86_64__	/* 32-bit ARM has no header */
#include <linux/kvm.h>
#endif

#define CALL ABI "ioctl(fd: %d</dev/null>, cmd: "
#define SPI_REST ", speed_hz: 0, delay_usecs: 0, bits_per_word: 0, cs_change: 0, tx_nbits: 0, rx_nbits: 0, word_delay_usecs: 0}"
#define MMC_REST ", postsleep_min_us: 0, postsleep_max_us: 0, data_timeout_ns: 0, cmd_timeout_ms: 0"

static int fd;

static void cards(void)
{
	static char data[] = "blocks";
	struct mmc_ioc_cmd write = { .write_flag = 1, .opcode = 24, .blksz = 2, .blocks = 3 }, unread = { .write_flag = 1, .opcode = 24, .blksz = 2, .blocks = 3 };
	int ret;

	write.data_ptr = (uintptr_t)data;
	unread.data_ptr = (uintptr_t)BAD;
	ret = syscall(SYS_ioctl, fd, MMC_IOC_CMD, &write);
	expect(CALL "MMC_IOC_CMD, arg: {write_flag: 1, is_acmd: 0, opcode: 24, arg: 0, flags: 0, blksz: 2, blocks: 3" MMC_REST ", data_ptr: \"blocks\"}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, MMC_IOC_CMD, &unread);
	expect(CALL "MMC_IOC_CMD, arg: {write_flag: 1, is_acmd: 0, opcode: 24, arg: 0, flags: 0, blksz: 2, blocks: 3" MMC_REST ", data_ptr: 0x8 <unread>}) = %s", fd, result(ret));
}

static void buses(void)
{
	static char to[] = "to", room[4];
	union i2c_smbus_data block = { .block = { 3, 'a', 'b', 'c' } }, word = { .word = 0x1234 };
	struct i2c_smbus_ioctl_data smbus = { I2C_SMBUS_WRITE, 7, I2C_SMBUS_I2C_BLOCK_DATA, &block }, call = { I2C_SMBUS_WRITE, 7, I2C_SMBUS_PROC_CALL, &word },
		reads = { I2C_SMBUS_READ, 7, I2C_SMBUS_WORD_DATA, &word };
	struct spi_ioc_transfer transfers[2] = { { .tx_buf = (uintptr_t)to, .len = 2 }, { .rx_buf = (uintptr_t)room, .len = 4 } };
	int ret;

	ret = syscall(SYS_ioctl, fd, I2C_SMBUS, &smbus);
	expect(CALL "I2C_SMBUS, arg: {read_write: WRITE, command: 0x7, size: I2C_BLOCK_DATA, data: \"abc\"}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, I2C_SMBUS, &call);
	expect(CALL "I2C_SMBUS, arg: {read_write: WRITE, command: 0x7, size: PROC_CALL, data: 0x1234}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, I2C_SMBUS, &reads);
	expect(CALL "I2C_SMBUS, arg: {read_write: READ, command: 0x7, size: WORD_DATA}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, SPI_IOC_MESSAGE(2), transfers);
	expect(CALL "SPI_IOC_MESSAGE(2), arg: [{tx_buf: \"to\", rx_buf: NULL, len: 2" SPI_REST ", {tx_buf: NULL, rx_buf: %p, len: 4" SPI_REST "]) = %s", fd, room, result(ret));
}

static void flash(void)
{
	static unsigned char mark[] = "mark";
	struct mtd_oob_buf old = { 0x800, 4, mark };
	struct mtd_oob_buf64 wide = { .start = 0x800, .length = 4, .usr_ptr = (uintptr_t)mark };
	int ret;

	ret = syscall(SYS_ioctl, fd, MEMWRITEOOB, &old);
	expect(CALL "MEMWRITEOOB, arg: {start: 0x800, length: 0x4, ptr: \"mark\"}) = %s", fd, result(ret));
	ret = syscall(SYS_ioctl, fd, MEMWRITEOOB64, &wide);
	expect(CALL "MEMWRITEOOB64, arg: {start: 0x800, length: 0x4, usr_ptr: \"mark\"}) = %s", fd, result(ret));
}

static void others(void)
{
	static unsigned char data[] = "data";
	struct cdrom_generic_command packet = { .cmd = { 0x2a }, .buffer = data, .buflen = 4, .data_direction = CGC_DATA_WRITE, .timeout = 100 };
	int ret = syscall(SYS_ioctl, fd, CDROM_SEND_PACKET, &packet);

	expect(CALL "CDROM_SEND_PACKET, arg: {cmd: \"*\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", buflen: 4, buffer: \"data\", data_direction: WRITE, quiet: 0, timeout: 100}) = %s",
	       fd, result(ret));
	packet.data_direction = CGC_DATA_READ;
	ret = syscall(SYS_ioctl, fd, CDROM_SEND_PACKET, &packet);
	expect(CALL "CDROM_SEND_PACKET, arg: {cmd: \"*\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", buflen: 4, data_direction: READ, quiet: 0, timeout: 100}) = %s", fd, result(ret));
}

static void binder(void)
{
	uint64_t offsets[2] = { 8, 32 };
	struct { uint32_t free; binder_uintptr_t buffer; uint32_t first; struct binder_transaction_data transaction; uint32_t second; binder_uintptr_t last; }
		__attribute__((packed)) commands = { BC_FREE_BUFFER, 0x5000,
		BC_TRANSACTION, { .target.handle = 7, .code = 5, .flags = TF_ONE_WAY, .data_size = 5, .offsets_size = 16,
				  .data.ptr = { (uintptr_t)"hello", (uintptr_t)offsets } }, BC_FREE_BUFFER, 0x6000 };
	struct binder_write_read all = { .write_size = sizeof(commands), .write_buffer = (uintptr_t)&commands };
	int ret = syscall(SYS_ioctl, fd, BINDER_WRITE_READ, &all);

	expect(CALL "BINDER_WRITE_READ, arg: {write_size: 92, write_consumed: 0, write_buffer: [{cmd: FREE_BUFFER, buffer: 0x5000}, "
	       "{cmd: TRANSACTION, handle: 7, cookie: 0, code: 0x5, flags: ONE_WAY, data_size: 5, offsets_size: 16, buffer: \"hello\", offsets: [8, 32], objects: [...]}, "
	       "{cmd: FREE_BUFFER, buffer: 0x6000}], read_size: 0, read_consumed: 0}) = %s", fd, result(ret));
	commands.transaction.data.ptr.buffer = (uintptr_t)BAD;
	commands.transaction.data.ptr.offsets = commands.transaction.offsets_size = 0;
	ret = syscall(SYS_ioctl, fd, BINDER_WRITE_READ, &all);
	expect(CALL "BINDER_WRITE_READ, arg: {write_size: 92, write_consumed: 0, write_buffer: [{cmd: FREE_BUFFER, buffer: 0x5000}, "
	       "{cmd: TRANSACTION, handle: 7, cookie: 0, code: 0x5, flags: ONE_WAY, data_size: 5, offsets_size: 0, buffer: 0x8 <unread>, offsets: NULL}, "
	       "{cmd: FREE_BUFFER, buffer: 0x6000}], read_size: 0, read_consumed: 0}) = %s", fd, result(ret));
}

/* Objects in the data of a transaction, beyond what is shown of it. */
static void binder_objects(void)
{
	struct { char text[72]; struct flat_binder_object own, other; struct binder_fd_object file; struct binder_buffer_object buffer; struct binder_fd_array_object files; uint32_t odd; } data = {
		.own = { { BINDER_TYPE_BINDER }, FLAT_BINDER_FLAG_ACCEPTS_FDS, { .binder = 0x7000 }, 0x8000 },
		.other = { { BINDER_TYPE_WEAK_HANDLE }, 0, { .handle = 9 }, 0 },
		.file = { .hdr = { BINDER_TYPE_FD }, .fd = fd, .cookie = 5 },
		.buffer = { { BINDER_TYPE_PTR }, BINDER_BUFFER_FLAG_HAS_PARENT, 0x9000, 16, 3, 8 },
		.files = { { BINDER_TYPE_FDA }, 0, 2, 3, 4 }, .odd = BINDER_TYPE_FD,
	};
#define PLACE(member) ((uintptr_t)&data.member - (uintptr_t)&data)
	uint64_t offsets[] = { PLACE(own), PLACE(other), PLACE(file), PLACE(buffer), PLACE(files), PLACE(odd) };
	struct { uint32_t command; struct binder_transaction_data all; } __attribute__((packed)) reply = {
		BC_REPLY, { .data_size = sizeof(data), .offsets_size = sizeof(offsets), .data.ptr = { (uintptr_t)&data, (uintptr_t)offsets } } };
	struct binder_write_read request = { .write_size = sizeof(reply), .write_buffer = (uintptr_t)&reply };
	int ret;

	memset(data.text, 'x', sizeof(data.text));
	ret = syscall(SYS_ioctl, fd, BINDER_WRITE_READ, &request);
	expect(CALL "BINDER_WRITE_READ, arg: {write_size: 68, write_consumed: 0, write_buffer: [{cmd: REPLY, handle: 0, cookie: 0, code: 0, flags: 0, data_size: %zu, "
	       "offsets_size: 48, buffer: \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"..., offsets: [72, 96, 120, 144, 184, 216], objects: ["
	       "{type: BINDER, flags: 0x100, binder: 0x7000, cookie: 0x8000}, {type: WEAK_HANDLE, flags: 0, handle: 9, cookie: 0}, "
	       "{type: FD, fd: %d</dev/null>, cookie: 0x5}, {type: PTR, flags: 0x1, buffer: 0x9000, length: 16, parent: 3, parent_offset: 0x8}, "
	       "{type: FDA, num_fds: 2, parent: 3, parent_offset: 0x4}, ...]}], read_size: 0, read_consumed: 0}) = %s", fd, sizeof(data), fd, result(ret));
}

static void automounts(void)
{
	struct { struct autofs_dev_ioctl head; char path[8]; } at = { { .ver_major = 1, .size = sizeof(at), .ioctlfd = -1, .openmount.devid = 0x801 }, "/net" };
	int ret = syscall(SYS_ioctl, fd, AUTOFS_DEV_IOCTL_OPENMOUNT, &at);

	expect(CALL "AUTOFS_DEV_IOCTL_OPENMOUNT, arg: {ver_major: 1, ver_minor: 0, size: 32, ioctlfd: -1, openmount: {devid: makedev(0x8, 0x1)}, path: \"/net\"}) = %s",
	       fd, result(ret));
	at.head.size = sizeof(at.head);
	ret = syscall(SYS_ioctl, fd, AUTOFS_DEV_IOCTL_OPENMOUNT, &at);
	expect(CALL "AUTOFS_DEV_IOCTL_OPENMOUNT, arg: {ver_major: 1, ver_minor: 0, size: 24, ioctlfd: -1, openmount: {devid: makedev(0x8, 0x1)}}) = %s", fd, result(ret));
}

static void registers(void)
{
#ifdef __x86_64__
	static uint32_t value = 0x64636261;
	struct kvm_one_reg reg = { .id = 0x2020000000000001ull, .addr = (uintptr_t)&value };
	int ret = syscall(SYS_ioctl, fd, KVM_SET_ONE_REG, &reg);

	expect(CALL "KVM_SET_ONE_REG, arg: {id: 0x2020000000000001, addr: \"abcd\"}) = %s", fd, result(ret));
#endif
}

int main(void)
{
	fd = open("/dev/null", O_RDWR);
	begin();
	cards();
	buses();
	flash();
	others();
	binder();
	binder_objects();
	automounts();
	registers();
	end();
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_request_buffers.c - buffers and arrays behind pointers in structures of ioctl's requests: of the length that a field says, in the direction
 * that another says; also of 32-bit ABIs, cut off, unread, and of requests that failed.
 */
#include <errno.h>
#include <linux/android/binder.h>
#include <linux/auto_dev-ioctl.h>
#include <linux/cdrom.h>
#include <linux/i2c.h>
#include <linux/i2c-dev.h>
#include <linux/ioctl.h>
#include <linux/kvm.h>
#include <linux/media.h>
#include <linux/mmc/ioctl.h>
#include <linux/nilfs2_api.h>
#include <linux/nvme_ioctl.h>
#include <linux/spi/spidev.h>
#include <linux/usb/tmc.h>
#include <linux/uvcvideo.h>
#include <linux/v4l2-common.h>
#include <linux/videodev2.h>
#include <mtd/mtd-abi.h>

#include "abi_builder.h"

/* linux/wireless.h, which the C library contradicts */
#define SIOCSIWENCODE 0x8b2a
#define SIOCGIWPRIV 0x8b0d

#define AT 0x1000
#define THERE 0x2000
#define ALSO 0x3000
#define REQUEST "ioctl(fd: -1, cmd: "
#define NO_DEVICE " = -1 ENOTTY (Inappropriate ioctl for device)"

static enum abi abi;

/* Of the ABI that is tested: a structure with pointers may have another size, and so another number. */
static void requests(uint32_t cmd, long ret)
{
	calls(abi, "ioctl", (uint32_t)-1, cmd, AT);
	returns(ret);
}

static uint32_t sized(uint32_t cmd, unsigned size32)
{
	return abi == ABI_I386 ? (cmd & ~(_IOC_SIZEMASK << _IOC_SIZESHIFT)) | size32 << _IOC_SIZESHIFT : cmd;
}

/* What the text lacks is 0. */
static void bytes_at(const void *bytes, unsigned n, unsigned len, uint64_t addr, unsigned status)
{
	memset(mem, 0, len);
	memcpy(mem, bytes, n);
	mem_len = len;
	behind_at(2, status, PART_AT, addr);
}

static void text_at(const char *text, unsigned len, uint64_t addr, unsigned status)
{
	bytes_at(text, len, len, addr, status);
}

/* For each of the two widths of pointers. */
#define EACH_WIDTH for (abi = ABI_X86_64; abi == ABI_X86_64 || abi == ABI_I386; abi = abi == ABI_X86_64 ? ABI_I386 : ABI_COUNT)
#define WIDE (abi == ABI_X86_64)
#define BOTH(text) REQUEST text

/* -- SMBus ------------------------------------------------------------------------------------------------------------ */

static void smbus(unsigned way, unsigned size, long ret)
{
	requests(I2C_SMBUS, ret);
	put_fields({ way, 1 }, { 7, 1 }, { 0, 2 }, { size, 4 });
	put_word(THERE);
	behind(2, CHUNK_OK);
}

static void smbus_data(void **state)
{
	(void)state;
	EACH_WIDTH {
		smbus(I2C_SMBUS_WRITE, I2C_SMBUS_QUICK, 0);
		shows(BOTH("I2C_SMBUS, arg: {read_write: WRITE, command: 0x7, size: QUICK}) = 0"));
		smbus(I2C_SMBUS_WRITE, I2C_SMBUS_BYTE_DATA, 0);
		text_at("\x42!", 2, THERE, CHUNK_OK);
		shows(BOTH("I2C_SMBUS, arg: {read_write: WRITE, command: 0x7, size: BYTE_DATA, data: 0x42}) = 0"));
		smbus(I2C_SMBUS_READ, I2C_SMBUS_WORD_DATA, 0);
		text_at("\x34\x12!", 3, THERE, CHUNK_OUT);
		shows(BOTH("I2C_SMBUS, arg: {read_write: READ, command: 0x7, size: WORD_DATA, data: 0x1234}) = 0"));
		smbus(I2C_SMBUS_READ, I2C_SMBUS_I2C_BLOCK_DATA, 0);
		text_at("\3abcdef", 7, THERE, CHUNK_OUT);
		shows(BOTH("I2C_SMBUS, arg: {read_write: READ, command: 0x7, size: I2C_BLOCK_DATA, data: \"abc\"}) = 0"));
		smbus(I2C_SMBUS_READ, I2C_SMBUS_BLOCK_DATA, -ENOTTY);		/* nothing was filled */
		shows(BOTH("I2C_SMBUS, arg: {read_write: READ, command: 0x7, size: BLOCK_DATA})" NO_DEVICE));
		smbus(I2C_SMBUS_WRITE, I2C_SMBUS_BLOCK_DATA, -ENOTTY);		/* a length beyond what could be read */
		text_at("\5ab", 3, THERE, CHUNK_PARTIAL);
		shows(BOTH("I2C_SMBUS, arg: {read_write: WRITE, command: 0x7, size: BLOCK_DATA, data: 0x2000 <unread>})" NO_DEVICE));
		smbus(I2C_SMBUS_WRITE, I2C_SMBUS_PROC_CALL, 0);
		text_at("\1\0", 2, THERE, CHUNK_OK);
		text_at("\2\0", 2, THERE, CHUNK_OUT);
		shows(BOTH("I2C_SMBUS, arg: {read_write: WRITE, command: 0x7, size: PROC_CALL, data: 0x1, data: 0x2}) = 0"));
	}
}

/* -- SPI -------------------------------------------------------------------------------------------------------------- */

static void put_transfer(uint64_t to, uint64_t from, unsigned len)
{
	put_fields({ to, 8 }, { from, 8 }, { len, 4 }, { 0, 4 }, { 0, 8 });
}

#define SPI_REST ", speed_hz: 0, delay_usecs: 0, bits_per_word: 0, cs_change: 0, tx_nbits: 0, rx_nbits: 0, word_delay_usecs: 0}"

static void spi_transfers(void **state)
{
	(void)state;
	EACH_WIDTH {
		requests(SPI_IOC_MESSAGE(2), 5);
		put_transfer(THERE, 0, 2);
		put_transfer(0, ALSO, 3);
		behind(2, CHUNK_OK);
		text_at("to", 2, THERE, CHUNK_OK);
		text_at("got", 3, ALSO, CHUNK_OUT);
		shows(BOTH("SPI_IOC_MESSAGE(2), arg: [{tx_buf: \"to\", rx_buf: NULL, len: 2" SPI_REST ", {tx_buf: NULL, rx_buf: \"got\", len: 3" SPI_REST "]) = 5"));
		requests(SPI_IOC_MESSAGE(1), -ENOTTY);
		put_transfer(THERE, ALSO, 2);
		behind(2, CHUNK_OK);
		text_at("to", 2, THERE, CHUNK_OK);
		shows(BOTH("SPI_IOC_MESSAGE(1), arg: [{tx_buf: \"to\", rx_buf: 0x3000, len: 2" SPI_REST "])" NO_DEVICE));
	}
}

/* -- Flash and cards ---------------------------------------------------------------------------------------------------- */

static void flash_spare_areas(void **state)
{
	(void)state;
	EACH_WIDTH {
		requests(sized(MEMWRITEOOB, 12), 0);
		put_fields({ 0x800, 4 }, { 4, 4 });
		put_word(THERE);
		behind(2, CHUNK_OK);
		text_at("mark", 4, THERE, CHUNK_OK);
		shows(BOTH("MEMWRITEOOB, arg: {start: 0x800, length: 0x4, ptr: \"mark\"}) = 0"));
		requests(MEMREADOOB64, 0);
		put_fields({ 0x800, 8 }, { 0, 4 }, { 4, 4 }, { THERE, 8 });
		behind(2, CHUNK_OK);
		text_at("mark", 4, THERE, CHUNK_OUT);
		shows(BOTH("MEMREADOOB64, arg: {start: 0x800, length: 0x4, usr_ptr: \"mark\"}) = 0"));
		requests(MEMREADOOB64, -ENOTTY);
		put_fields({ 0x800, 8 }, { 0, 4 }, { 4, 4 }, { THERE, 8 });
		behind(2, CHUNK_OK);
		shows(BOTH("MEMREADOOB64, arg: {start: 0x800, length: 0x4, usr_ptr: 0x2000})" NO_DEVICE));
	}
}

static void put_card(unsigned write, unsigned size, unsigned blocks)
{
	put_fields({ write, 4 }, { 0, 4 }, { 8, 4 }, { 0x10, 4 }, { 0, 16 }, { 1, 4 }, { size, 4 }, { blocks, 4 }, { 0, 20 }, { THERE, 8 });
}

/* The length is a product. */
static void card_commands(void **state)
{
	(void)state;
	abi = ABI_X86_64;
	requests(MMC_IOC_CMD, 0);
	put_card(1, 3, 2);
	behind(2, CHUNK_OK);
	text_at("abcdef", 6, THERE, CHUNK_OK);
	put_card(1, 3, 2);
	behind(2, CHUNK_OUT);
	shows(REQUEST "MMC_IOC_CMD, arg: {write_flag: 1, is_acmd: 0, opcode: 8, arg: 0x10, response: [0, 0, 0, 0], flags: 0x1, blksz: 3, blocks: 2, "
	      "postsleep_min_us: 0, postsleep_max_us: 0, data_timeout_ns: 0, cmd_timeout_ms: 0, data_ptr: \"abcdef\"}) = 0");
	requests(MMC_IOC_CMD, 0);
	put_card(0, 2, 2);
	behind(2, CHUNK_OK);
	put_card(0, 2, 2);
	behind(2, CHUNK_OUT);
	text_at("read", 4, THERE, CHUNK_OUT);
	shows(REQUEST "MMC_IOC_CMD, arg: {write_flag: 0, is_acmd: 0, opcode: 8, arg: 0x10, response: [0, 0, 0, 0], flags: 0x1, blksz: 2, blocks: 2, "
	      "postsleep_min_us: 0, postsleep_max_us: 0, data_timeout_ns: 0, cmd_timeout_ms: 0, data_ptr: \"read\"}) = 0");
	requests(MMC_IOC_CMD, -ENOTTY);
	put_card(0, 512, 8);
	behind(2, CHUNK_OK);
	shows(REQUEST "MMC_IOC_CMD, arg: {write_flag: 0, is_acmd: 0, opcode: 8, arg: 0x10, flags: 0x1, blksz: 512, blocks: 8, "
	      "postsleep_min_us: 0, postsleep_max_us: 0, data_timeout_ns: 0, cmd_timeout_ms: 0})" NO_DEVICE);
}

/* -- CD-ROM ------------------------------------------------------------------------------------------------------------- */

static void put_packet(unsigned way, unsigned len, unsigned status)
{
	put_text("\x12", 12);
	if (WIDE)
		put(0, 4);
	put_word(THERE);
	put(len, 4);
	put(0, 4);
	put_word(ALSO);
	put_fields({ way, 1 }, { 0, 3 }, { 0, 4 }, { 100, 4 });
	if (WIDE)
		put(0, 4);
	put_word(0);
	behind(2, status);
}

#define PACKET "CDROM_SEND_PACKET, arg: {cmd: \"\\22\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", buflen: "

static void cdrom_packets(void **state)
{
	static const char sense[14] = "\x70\0\5\0\0\0\0\12\0\0\0\0\x20\0";

	(void)state;
	EACH_WIDTH {
		requests(CDROM_SEND_PACKET, 0);		/* one byte is left of the buffer */
		put_packet(CGC_DATA_READ, 5, CHUNK_OK);
		put_packet(CGC_DATA_READ, 1, CHUNK_OUT);
		text_at("diskXY", 6, THERE, CHUNK_OUT);
		shows(BOTH(PACKET "5, data_direction: READ, quiet: 0, timeout: 100} => {buffer: \"disk\", stat: 0}) = 0"));
		requests(CDROM_SEND_PACKET, -EIO);
		put_packet(CGC_DATA_WRITE, 4, CHUNK_OK);
		text_at("data", 4, THERE, CHUNK_OK);
		put_packet(CGC_DATA_WRITE, 4, CHUNK_OUT);
		bytes_at(sense, sizeof(sense), 64, ALSO, CHUNK_OUT);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_non_null(strstr(shown(call.row), PACKET "4, buffer: \"data\", sense: {error_code: 0x70, valid: 0"));
		assert_non_null(strstr(shown(call.row), "sense_key: 0x5"));
		requests(CDROM_SEND_PACKET, -ENOTTY);	/* no device: nothing was filled */
		put_packet(CGC_DATA_READ, 5, CHUNK_OK);
		put_packet(CGC_DATA_READ, 5, CHUNK_OUT);
		text_at("before", 6, THERE, CHUNK_OUT);
		shows(BOTH(PACKET "5, data_direction: READ, quiet: 0, timeout: 100})" NO_DEVICE));
	}
}

/* -- Others --------------------------------------------------------------------------------------------------------------- */

static void registers(void **state)
{
	(void)state;
	abi = ABI_X86_64;
	requests(KVM_SET_ONE_REG, -ENOTTY);
	put_fields({ UINT64_C(0x2030000000000000), 8 }, { THERE, 8 });		/* KVM_REG_X86, 8 bytes */
	behind(2, CHUNK_OK);
	text_at("\1\2\3\4\5\6\7\10", 8, THERE, CHUNK_OK);
	shows(REQUEST "KVM_SET_ONE_REG, arg: {id: 0x2030000000000000, addr: \"\\1\\2\\3\\4\\5\\6\\7\\10\"})" NO_DEVICE);
	requests(KVM_GET_ONE_REG, 0);		/* the number is that of a request of another machine, too */
	put_fields({ UINT64_C(0x2020000000000000), 8 }, { THERE, 8 });
	behind(2, CHUNK_OK);
	text_at("abcd", 4, THERE, CHUNK_OUT);
	shows(REQUEST "KVM_ARM_SET_DEVICE_ADDR or KVM_GET_ONE_REG, arg: {id: 0x2020000000000000, addr: \"abcd\"}) = 0");
}

static void lists_of_registers(void **state)
{
	(void)state;
	abi = ABI_X86_64;
	requests(KVM_SET_MSRS, 1);
	put_fields({ 1, 4 }, { 0, 4 });
	behind(2, CHUNK_OK);
	put_fields({ 0x10, 4 }, { 0, 4 }, { 0x1234, 8 });
	behind_at(2, CHUNK_OK, PART_AT, AT + 8);
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_non_null(strstr(shown(call.row), "entries: [{index: 0x10, data: 0x1234}]"));
	requests(KVM_GET_REG_LIST, 0);
	put(2, 8);
	behind(2, CHUNK_OK);
	put(2, 8);
	behind(2, CHUNK_OUT);
	put_fields({ 0x20, 8 }, { 0x21, 8 });
	behind_at(2, CHUNK_OUT, PART_AT, AT + 8);
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_non_null(strstr(shown(call.row), "reg: [0x20, 0x21]"));
}

static void put_media(unsigned room)
{
	put_fields({ 9, 8 }, { 0, 4 }, { 0, 4 }, { 0, 8 }, { 0, 4 }, { 0, 4 }, { 0, 8 }, { room, 4 }, { 0, 4 }, { THERE, 8 }, { 0, 4 }, { 0, 4 }, { 0, 8 });
}

#define PAD "{id: 1, entity_id: 2, flags: MUST_CONNECT, index: 0}"

static void media_topology(void **state)
{
	(void)state;
	abi = ABI_X86_64;
	requests(MEDIA_IOC_G_TOPOLOGY, 0);
	put_media(1);
	behind(2, CHUNK_OK);
	put_media(1);
	behind(2, CHUNK_OUT);
	put_fields({ 1, 4 }, { 2, 4 }, { 4, 4 }, { 0, 20 });
	behind_at(2, CHUNK_OUT, PART_AT, THERE);
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_non_null(strstr(shown(call.row), "topology_version: 9"));
	assert_non_null(strstr(shown(call.row), "num_entities: 0, ptr_entities: NULL, num_interfaces: 0, ptr_interfaces: NULL, num_pads: 1, ptr_pads: [" PAD "]"));
}

static void nilfs_arrays(void **state)
{
	(void)state;
	EACH_WIDTH {
		requests(NILFS_IOCTL_GET_SUINFO, 1);
		put_fields({ THERE, 8 }, { 2, 4 }, { 16, 2 }, { 0, 2 }, { 5, 8 });
		behind(2, CHUNK_OK);
		put_fields({ THERE, 8 }, { 1, 4 }, { 16, 2 }, { 0, 2 }, { 5, 8 });
		behind(2, CHUNK_OUT);
		put_fields({ 1700000000, 8 }, { 3, 4 }, { 1, 4 });
		behind_at(2, CHUNK_OUT, PART_AT, THERE);
		shows(BOTH("NILFS_IOCTL_GET_SUINFO, arg: {v_nmembs: 2, v_size: 16, v_flags: 0, v_index: 5} => "
			   "{v_base: [{sui_lastmod: 1700000000, sui_nblocks: 3, sui_flags: 0x1}], v_nmembs: 1, v_size: 16, v_flags: 0, v_index: 5}) = 1"));
		requests(NILFS_IOCTL_CLEAN_SEGMENTS, 0);
		for (unsigned i = 0; i < 4; i++)
			put_fields({ 0, 8 }, { 0, 4 }, { i == 1 ? 16 : i == 2 ? 8 : i ? 40 : 64, 2 }, { 0, 2 }, { 0, 8 });
		put_fields({ THERE, 8 }, { 2, 4 }, { 8, 2 }, { 0, 2 }, { 0, 8 });
		behind(2, CHUNK_OK);
		put_fields({ 11, 8 }, { 12, 8 });
		behind_at(2, CHUNK_OK, PART_AT, THERE);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_non_null(strstr(shown(call.row), "segnums: {v_base: [11, 12], v_nmembs: 2, v_size: 8, v_flags: 0, v_index: 0}}) = 0"));
	}
}

static void put_query(unsigned query)
{
	put_fields({ 1, 1 }, { 2, 1 }, { query, 1 }, { 0, 1 }, { 3, 2 }, { 0, 2 });
	put_word(THERE);
	behind(2, CHUNK_OK);
}

static void instruments_and_cameras(void **state)
{
	(void)state;
	EACH_WIDTH {
		requests(sized(UVCIOC_CTRL_QUERY, 12), 0);
		put_query(0x81);
		text_at("now", 3, THERE, CHUNK_OUT);
		shows(BOTH("UVCIOC_CTRL_QUERY, arg: {unit: 1, selector: 2, query: 0x81, size: 3, data: \"now\"}) = 0"));
		requests(sized(UVCIOC_CTRL_QUERY, 12), -ENOTTY);
		put_query(1);
		text_at("set", 3, THERE, CHUNK_OK);
		shows(BOTH("UVCIOC_CTRL_QUERY, arg: {unit: 1, selector: 2, query: 0x1, size: 3, data: \"set\"})" NO_DEVICE));
		requests(sized(USBTMC_IOCTL_CTRL_REQUEST, 12), 2);
		put_fields({ 0x80, 1 }, { 6, 1 }, { 0, 2 }, { 0, 2 }, { 4, 2 });
		put_word(THERE);
		behind(2, CHUNK_OK);
		text_at("answ", 4, THERE, CHUNK_OUT);
		shows(BOTH("USBTMC_IOCTL_CTRL_REQUEST, arg: {bRequestType: 0x80, bRequest: 0x6, wValue: 0, wIndex: 0, wLength: 4, data: \"an\"}) = 2"));
	}
}

/* -- Wireless and displays ------------------------------------------------------------------------------------------------ */

static void put_wireless(unsigned len, unsigned status)
{
	put_text("wlan0", 16);
	put_word(THERE);
	put_fields({ len, 2 }, { 0, 2 });
	if (WIDE)
		put(0, 4);
	behind(2, status);
}

static void wireless_data(void **state)
{
	(void)state;
	EACH_WIDTH {
		requests(SIOCSIWENCODE, -ENOTTY);
		put_wireless(3, CHUNK_OK);
		text_at("key", 3, THERE, CHUNK_OK);
		shows(REQUEST "SIOCSIWENCODE, arg: {ifr_name: \"wlan0\", u.data.pointer: \"key\", u.data.length: 3, u.data.flags: 0})" NO_DEVICE);
		requests(SIOCGIWPRIV, 0);
		put_wireless(2, CHUNK_OK);
		put_wireless(1, CHUNK_OUT);
		put_fields({ 0x8be0, 4 }, { 1, 2 }, { 2, 2 });
		put_text("roam", 16);
		behind_at(2, CHUNK_OUT, PART_AT, THERE);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_non_null(strstr(shown(call.row), "u.data.pointer: [{cmd: 0x8be0, set_args: 0x1, get_args: 0x2, name: \"roam\"}], u.data.length: 1"));
	}
}

static void put_edid(unsigned blocks, unsigned status)
{
	put_fields({ 0, 4 }, { 0, 4 }, { blocks, 4 }, { 0, 20 });
	put_word(THERE);
	behind(2, status);
}

/* The unit of the length is 128 bytes. */
static void display_data(void **state)
{
	static char block[128] = "E\1";

	(void)state;
	EACH_WIDTH {
		requests(sized(VIDIOC_G_EDID, 36), 0);
		put_edid(2, CHUNK_OK);
		put_edid(1, CHUNK_OUT);
		text_at(block, 128, THERE, CHUNK_OUT);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_non_null(strstr(shown(call.row), "edid: \"E\\1\\0\\0"));
		assert_non_null(strstr(shown(call.row), "\\0\"...}) = 0"));	/* more than the limit */
		requests(sized(VIDIOC_G_EDID, 36), -ENOTTY);
		put_edid(2, CHUNK_OK);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_null(strstr(shown(call.row), "edid:"));
	}
}

/* -- Binder ----------------------------------------------------------------------------------------------------------------- */

#define DATA 0x4000

/* What a transaction's two addresses lead to */
static void put_data(const char *data, unsigned status)
{
	text_at(data, 5, DATA, status);
	mem_len = 0;
	put_fields({ 0, 8 }, { 24, 8 });
	behind_at(2, status, PART_AT, DATA + 8);
}

static void put_transaction(bool returned)
{
	put_fields({ 7, 8 }, { 0x99, 8 }, { 5, 4 }, { 0x11, 4 }, { returned ? 12 : 0, 4 }, { returned ? 1000 : 0, 4 }, { 5, 8 }, { 16, 8 }, { DATA, 8 }, { DATA + 8, 8 });
}

static void put_binder(uint64_t read)
{
	put_fields({ 80, 8 }, { read ? 80 : 0, 8 }, { THERE, 8 }, { 256, 8 }, { read, 8 }, { ALSO, 8 });
}

#define COMMANDS "write_size: 80, write_consumed: 0, write_buffer: [{cmd: TRANSACTION, handle: 7, cookie: 0x99, code: 0x5, flags: ONE_WAY|ACCEPT_FDS, data_size: 5, offsets_size: 16, " \
	"buffer: \"hello\", offsets: [0, 24], objects: [...]}, {cmd: FREE_BUFFER, buffer: 0x5000}], "

static void put_commands(unsigned status)
{
	put(BC_TRANSACTION, 4);
	put_transaction(false);
	put(BC_FREE_BUFFER, 4);
	put(0x5000, 8);
	behind_at(2, status, PART_AT, THERE);
	put_data("hello", status);
}

static void binder_commands_and_returns(void **state)
{
	(void)state;
	EACH_WIDTH {
		requests(BINDER_WRITE_READ, 0);
		put_binder(0);
		behind(2, CHUNK_OK);
		put_commands(CHUNK_OK);
		put_binder(92);
		behind(2, CHUNK_OUT);
		put(BR_NOOP, 4);
		put(BR_TRANSACTION, 4);
		put_transaction(true);
		put(BR_INCREFS, 4);
		put_fields({ 1, 8 }, { 2, 8 });
		behind_at(2, CHUNK_OUT, PART_AT, ALSO);
		put_data("HELLO", CHUNK_OUT);
		shows(REQUEST "BINDER_WRITE_READ, arg: {" COMMANDS "read_size: 256, read_consumed: 0} => {write_consumed: 80, read_consumed: 92, "
		      "read_buffer: [{cmd: NOOP}, {cmd: TRANSACTION, ptr: 0x7, cookie: 0x99, code: 0x5, flags: ONE_WAY|ACCEPT_FDS, sender_pid: 12, sender_euid: 1000, "
		      "data_size: 5, offsets_size: 16, buffer: \"HELLO\", offsets: [0, 24], objects: [...]}, {cmd: INCREFS, ptr: 0x1, cookie: 0x2}]}) = 0");
		requests(BINDER_WRITE_READ, -ENOTTY);
		put_binder(0);
		behind(2, CHUNK_OK);
		put_commands(CHUNK_OK);
		shows(REQUEST "BINDER_WRITE_READ, arg: {" COMMANDS "read_size: 256, read_consumed: 0})" NO_DEVICE);
		requests(BINDER_WRITE_READ, -EFAULT);		/* a part of the commands; and a command that the headers do not know, of 2 bytes */
		put_fields({ 80, 8 }, { 0, 8 }, { THERE, 8 }, { 0, 8 }, { 0, 8 }, { 0, 8 });
		behind(2, CHUNK_OK);
		put(_IOC(_IOC_WRITE, 'c', 99, 2), 4);
		put_fields({ 'h', 1 }, { 'i', 1 });
		put(BC_TRANSACTION, 4);
		put(0, 8);
		behind_at(2, CHUNK_PARTIAL, PART_AT, THERE);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_non_null(strstr(shown(call.row), "write_buffer: [{cmd: 0x40026363, data: \"hi\"}, "));
	}
}

/* -- A path behind the structure ------------------------------------------------------------------------------------------------ */

static void paths_of_autofs(void **state)
{
	(void)state;
	EACH_WIDTH {
		for (unsigned size = 24; size <= 29; size += 5) {
			requests(AUTOFS_DEV_IOCTL_OPENMOUNT, size == 24 ? -ENOTTY : 0);
			put_fields({ 1, 4 }, { 1, 4 }, { size, 4 }, { (uint32_t)-1, 4 }, { 0x801, 4 }, { 0, 4 });
			behind(2, CHUNK_OK);
			text_at("/net", 5, AT + 24, CHUNK_OK);
			assert_int_equal(call__parse(&call, &record.call, &names), 0);
			assert_int_equal(!!strstr(shown(call.row), ", path: \"/net\""), size == 29);
			assert_non_null(strstr(shown(call.row), "devid: makedev(0x8, 0x1)}"));
		}
	}
}

/* -- Data behind iovecs ----------------------------------------------------------------------------------------------------------- */

/* A command of NVMe with two iovecs, of 2 and 3 bytes */
static void vector_command(unsigned opcode, long ret)
{
	requests(NVME_IOCTL_IO64_CMD_VEC, ret);
	put_fields({ opcode, 1 }, { 0, 3 }, { 1, 4 }, { 0, 8 }, { 0, 8 }, { THERE, 8 }, { 0, 4 }, { 2, 4 }, { 0, 8 }, { 0, 8 }, { 0, 8 }, { 0, 8 }, { 0, 8 });
	behind(2, CHUNK_OK);
	mem_len = 0;
	put_word(ALSO);
	put_word(2);
	put_word(ALSO + 2);
	put_word(3);
	behind_at(2, CHUNK_OK, PART_AT, THERE);
}

static void shows_vector(const char *elements)
{
	char expected[128];

	snprintf(expected, sizeof(expected), ", addr: [%s], metadata_len: 0, vec_cnt: 2, ", elements);
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	if (!strstr(shown(call.row), expected))
		fail_msg("no %s in %s", expected, shown(call.row));
}

static void iovecs_of_nvme(void **state)
{
	(void)state;
	EACH_WIDTH {
		vector_command(1, 0);
		text_at("ab", 2, ALSO, CHUNK_OK);
		text_at("cde", 3, ALSO + 2, CHUNK_OK);
		shows_vector("{iov_base: \"ab\", iov_len: 2}, {iov_base: \"cde\", iov_len: 3}");
		vector_command(2, 0);
		text_at("AB", 2, ALSO, CHUNK_OUT);
		text_at("CDE", 3, ALSO + 2, CHUNK_OUT);
		shows_vector("{iov_base: \"AB\", iov_len: 2}, {iov_base: \"CDE\", iov_len: 3}");
		vector_command(2, -ENOTTY);
		shows_vector("{iov_base: 0x3000, iov_len: 2}, {iov_base: 0x3002, iov_len: 3}");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(smbus_data),
		cmocka_unit_test(spi_transfers),
		cmocka_unit_test(flash_spare_areas),
		cmocka_unit_test(card_commands),
		cmocka_unit_test(cdrom_packets),
		cmocka_unit_test(registers),
		cmocka_unit_test(lists_of_registers),
		cmocka_unit_test(media_topology),
		cmocka_unit_test(nilfs_arrays),
		cmocka_unit_test(instruments_and_cameras),
		cmocka_unit_test(wireless_data),
		cmocka_unit_test(display_data),
		cmocka_unit_test(binder_commands_and_returns),
		cmocka_unit_test(paths_of_autofs),
		cmocka_unit_test(iovecs_of_nvme),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_request_contents.c - requests of ioctl whose number does not say what they pass: the direction is the other one, a bit says whether a buffer
 * is read or filled, the program chose the size, or the call's result says how much was filled.
 */
#include <linux/fs.h>
#include <linux/input.h>
#include <linux/ioctl.h>
#include <linux/usbdevice_fs.h>
#include <linux/hidraw.h>
#include <linux/spi/spidev.h>
#include <linux/uinput.h>

#include "abi_builder.h"

#define AT 0x1000
#define THERE 0x2000
#define REQUEST "ioctl(fd: -1, cmd: "

static void requests(uint32_t cmd, long ret)
{
	calls(ABI_X86_64, "ioctl", (uint32_t)-1, cmd, AT);
	returns(ret);
}

static void put_bytes(const char *text)
{
	for (; *text; text++)
		put((uint8_t)*text, 1);
}

/* -- Directions ------------------------------------------------------------------------------------------------------- */

#define SET_POLICY _IOR('f', 19, char[12])
#define GET_POLICY _IOW('f', 21, char[12])

static void put_policy(unsigned version)
{
	put_fields({ version, 1 }, { 1, 1 }, { 4, 1 }, { 2, 1 });
	put_bytes("describe");
}

static void policies_of_encryption(void **state)
{
	(void)state;
	requests(SET_POLICY, -22);
	put_policy(0);
	behind(2, CHUNK_OK);
	shows(REQUEST "FS_IOC_SET_ENCRYPTION_POLICY, arg: {version: 0, contents_encryption_mode: AES_256_XTS, filenames_encryption_mode: AES_256_CTS, "
	      "flags: FLAGS_PAD_16, master_key_descriptor: \"describe\"}) = -1 EINVAL (Invalid argument)");
	requests(SET_POLICY, 0);	/* another version has another layout */
	put_policy(2);
	behind(2, CHUNK_OK);
	shows(REQUEST "FS_IOC_SET_ENCRYPTION_POLICY, arg: {version: 2, contents_encryption_mode: AES_256_XTS, filenames_encryption_mode: AES_256_CTS, "
	      "flags: FLAGS_PAD_16}) = 0");
	requests(GET_POLICY, 0);
	put_policy(0);
	behind(2, CHUNK_OUT);
	shows(REQUEST "FS_IOC_GET_ENCRYPTION_POLICY, arg: {version: 0, contents_encryption_mode: AES_256_XTS, filenames_encryption_mode: AES_256_CTS, "
	      "flags: FLAGS_PAD_16, master_key_descriptor: \"describe\"}) = 0");
	requests(GET_POLICY, -61);	/* nothing was filled */
	put_policy(0);
	behind(2, CHUNK_OK);
	shows(REQUEST "FS_IOC_GET_ENCRYPTION_POLICY, arg: 0x1000) = -1 ENODATA (No data available)");
}

/* The kernel fills 32 bits of a long. */
static void generation_is_32_bits(void **state)
{
	(void)state;
	requests(FS_IOC_GETVERSION, 0);
	put_fields({ 7, 4 }, { 0xdead, 4 });
	behind(2, CHUNK_OUT);
	shows(REQUEST "FS_IOC_GETVERSION, arg: [7]) = 0");
}

static void usb_numbers_are_passed(void **state)
{
	(void)state;
	requests(USBDEVFS_CLAIMINTERFACE, -16);
	put(1, 4);
	behind(2, CHUNK_OK);
	shows(REQUEST "USBDEVFS_CLAIMINTERFACE, arg: [1]) = -1 EBUSY (Device or resource busy)");
}

/* -- A bit says the direction of a buffer ------------------------------------------------------------------------- */

static void put_control(unsigned type)
{
	put_fields({ type, 1 }, { 6, 1 }, { 0x100, 2 }, { 0, 2 }, { 8, 2 }, { 1000, 4 }, { 0, 4 }, { THERE, 8 });
}

static void usb_control(void **state)
{
	(void)state;
	requests(USBDEVFS_CONTROL, 4);		/* to the host, fewer bytes than there is room for */
	put_control(0x80);
	behind(2, CHUNK_OK);
	put_control(0x80);
	behind(2, CHUNK_OUT);
	put_bytes("answered");
	behind_at(2, CHUNK_OUT, PART_AT, THERE);
	shows(REQUEST "USBDEVFS_CONTROL, arg: {bRequestType: 0x80, bRequest: 0x6, wValue: 0x100, wIndex: 0, wLength: 8, timeout: 1000, data: \"answ\"}) = 4");
	requests(USBDEVFS_CONTROL, 8);		/* to the device */
	put_control(0);
	behind(2, CHUNK_OK);
	put_control(0);
	behind(2, CHUNK_OUT);
	put_bytes("received");
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	shows(REQUEST "USBDEVFS_CONTROL, arg: {bRequestType: 0, bRequest: 0x6, wValue: 0x100, wIndex: 0, wLength: 8, timeout: 1000, data: \"received\"}) = 8");
	requests(USBDEVFS_CONTROL, -110);
	put_control(0x80);
	behind(2, CHUNK_OK);
	shows(REQUEST "USBDEVFS_CONTROL, arg: {bRequestType: 0x80, bRequest: 0x6, wValue: 0x100, wIndex: 0, wLength: 8, timeout: 1000}) = "
	      "-1 ETIMEDOUT (Connection timed out)");
}

/* -- The program chose the size -------------------------------------------------------------------------------------- */

static void input_devices(void **state)
{
	static const uint8_t keys[8] = { 2, 0, 0, 0x40 };

	(void)state;
	requests(EVIOCGNAME(64), 5);
	put_text("keys", 64);
	behind(2, CHUNK_OUT);
	shows(REQUEST "EVIOCGNAME(64), arg: \"keys\") = 5");
	requests(EVIOCGNAME(64), -19);
	shows(REQUEST "EVIOCGNAME(64), arg: 0x1000) = -1 ENODEV (No such device)");
	requests(EVIOCGBIT(EV_KEY, 96), 8);
	for (unsigned i = 0; i < sizeof(keys); i++)
		put(keys[i], 1);
	put(0xff, 1);			/* beyond what was filled */
	behind(2, CHUNK_OUT);
	shows(REQUEST "EVIOCGBIT(EV_KEY, 96), arg: [KEY_ESC KEY_A]) = 8");
	requests(EVIOCGBIT(0, 4), 4);
	put((1 << EV_SYN) | (1 << EV_KEY), 4);
	behind(2, CHUNK_OUT);
	shows(REQUEST "EVIOCGBIT(0, 4), arg: [SYN KEY]) = 4");
	requests(EVIOCGABS(ABS_Y), 0);
	put_fields({ 1, 4 }, { 0, 4 }, { 255, 4 }, { 0, 4 }, { 0, 4 }, { 2, 4 });
	behind(2, CHUNK_OUT);
	shows(REQUEST "EVIOCGABS(ABS_Y), arg: {value: 1, minimum: 0, ...}) = 0");
	requests(EVIOCGMTSLOTS(12), 0);
	put_fields({ ABS_MT_POSITION_X, 4 }, { 7, 4 }, { (uint32_t)-1, 4 });
	behind(2, CHUNK_OUT);
	shows(REQUEST "EVIOCGMTSLOTS(12), arg: {code: MT_POSITION_X, values: [7, -1]}) = 0");
}

static void other_devices(void **state)
{
	(void)state;
	requests(HIDIOCGFEATURE(8), 3);
	put_bytes("abcdefgh");
	behind(2, CHUNK_OUT);
	shows(REQUEST "HIDIOCGFEATURE(8), arg: \"abc\") = 3");
	requests(HIDIOCSFEATURE(4), -32);
	put_bytes("abcd");
	behind(2, CHUNK_OK);
	shows(REQUEST "HIDIOCSFEATURE(4), arg: \"abcd\") = -1 EPIPE (Broken pipe)");
	requests(UI_GET_SYSNAME(16), 7);
	put_text("input5", 16);
	behind(2, CHUNK_OUT);
	shows(REQUEST "UI_GET_SYSNAME(16), arg: \"input5\") = 7");
	for (unsigned n = 1; n <= 9; n += 8) {		/* of more than eight transfers the buffers are not captured */
		requests(SPI_IOC_MESSAGE(n), 2);
		for (unsigned i = 0; i < n; i++)
			put_fields({ 0, 8 }, { 0, 8 }, { 2, 4 }, { 1000, 4 }, { 0, 8 });
		behind(2, CHUNK_OK);
		assert_int_equal(call__parse(&call, &record.call, &names), 0);
		assert_non_null(strstr(shown(call.row), n == 1 ? "SPI_IOC_MESSAGE(1), arg: [{tx_buf: NULL, rx_buf: NULL, len: 2, speed_hz: 1000, delay_usecs: 0"
						       : "SPI_IOC_MESSAGE(9), arg: [{tx_buf: NULL, rx_buf: NULL, len: 2, speed_hz: 1000, delay_usecs: 0"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policies_of_encryption),
		cmocka_unit_test(generation_is_32_bits),
		cmocka_unit_test(usb_numbers_are_passed),
		cmocka_unit_test(usb_control),
		cmocka_unit_test(input_devices),
		cmocka_unit_test(other_devices),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}

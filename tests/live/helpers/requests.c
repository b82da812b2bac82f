// SPDX-License-Identifier: BSD-2-Clause
/* requests.c - makes requests of ioctl with memory behind pointers, and prints the lines by which strace 6.1 shows them. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <linux/bsg.h>
#include <linux/kd.h>
#include <linux/kvm.h>
#include <linux/lirc.h>
#include <linux/ptp_clock.h>
#include <linux/seccomp.h>
#include <mtd/mtd-user.h>
#include <mtd/ubi-user.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <scsi/sg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Memory that ends before an inaccessible page. */
static void *at_end(size_t bytes)
{
	size_t pages = (bytes + 4095) & ~4095ul;
	char *p = mmap(NULL, pages + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || munmap(p + pages, 4096)) {
		perror("requests");
		exit(1);
	}
	return p + pages - bytes;
}

static void make(unsigned long cmd, const void *arg)
{
	syscall(SYS_ioctl, -1, cmd, arg);
}

#define HDR_HEAD "ioctl(-1, SG_IO, {interface_id='S', dxfer_direction="
#define HDR_TAIL "status=0x2, masked_status=0x1, msg_status=0, sb_len_wr=2, sbp=\"\\x70\\x00\", host_status=0, driver_status=0x8, resid=%d, duration=7, info=SG_INFO_CHECK})\n"

/* Vectors, what is left of the data, memory that cannot be read */
static void scsi(void)
{
	unsigned char *command = memcpy(at_end(6), "\x12\0\0\0\x24", 6);
	struct iovec vec[2] = { { "abcd", 4 }, { "efghij", 6 } };
	unsigned *number = at_end(4);
	struct sg_io_hdr h = {
		.interface_id = 'S', .dxfer_direction = SG_DXFER_TO_FROM_DEV, .cmd_len = 6, .cmdp = command, .mx_sb_len = 32, .sbp = (unsigned char *)"p",
		.iovec_count = 2, .dxferp = vec, .dxfer_len = 9, .timeout = 1000, .flags = SG_FLAG_DIRECT_IO | 0x8000, .status = 2, .masked_status = 1,
		.sb_len_wr = 2, .driver_status = 8, .resid = 3, .duration = 7, .info = SG_INFO_CHECK,
	};

	make(SG_IO, &h);
	puts(HDR_HEAD "SG_DXFER_TO_FROM_DEV, cmd_len=6, cmdp=\"\\x12\\x00\\x00\\x00\\x24\\x00\", mx_sb_len=32, iovec_count=2, dxfer_len=9, timeout=1000, "
	     "flags=SG_FLAG_DIRECT_IO|0x8000, dxferp=[{iov_base=\"abcd\", iov_len=4}, {iov_base=\"efghi\", iov_len=6}] => "
	     "dxferp=[{iov_base=\"abcd\", iov_len=4}, {iov_base=\"ef\", iov_len=6}], status=0x2, masked_status=0x1, msg_status=0, sb_len_wr=2, "
	     "sbp=\"\\x70\\x00\", host_status=0, driver_status=0x8, resid=3, duration=7, info=SG_INFO_CHECK})");
	h.dxfer_direction = SG_DXFER_FROM_DEV;
	h.iovec_count = 0;
	h.dxferp = "klmn";
	h.dxfer_len = 4;
	h.cmd_len = 7;
	make(SG_IO, &h);
	printf(HDR_HEAD "SG_DXFER_FROM_DEV, cmd_len=7, cmdp=%p, mx_sb_len=32, iovec_count=0, dxfer_len=4, timeout=1000, flags=SG_FLAG_DIRECT_IO|0x8000, "
	       "dxferp=\"\\x6b\", " HDR_TAIL, (void *)command, 3);
	h.dxfer_direction = SG_DXFER_TO_FROM_DEV;
	h.cmd_len = 0;
	h.resid = 4;
	make(SG_IO, &h);
	printf(HDR_HEAD "SG_DXFER_TO_FROM_DEV, cmd_len=0, cmdp=\"\", mx_sb_len=32, iovec_count=0, dxfer_len=4, timeout=1000, flags=SG_FLAG_DIRECT_IO|0x8000, "
	       "dxferp=\"\\x6b\\x6c\\x6d\\x6e\", " HDR_TAIL, 4);
	*number = 'Q';
	make(SG_IO, number);
	printf("ioctl(-1, SG_IO, {guard='Q', %p})\n", (void *)(number + 1));
	*number = 1;
	make(SG_IO, number);
	puts("ioctl(-1, SG_IO, [1])");
	make(SG_IO, number + 1);
	printf("ioctl(-1, SG_IO, %p)\n", (void *)(number + 1));
}

static void scsi_of_bsg(void)
{
	struct iovec *vec = at_end(sizeof(*vec) + 8);
	struct sg_io_v4 v4 = {
		.guard = 'Q', .request_len = 2, .request = (uintptr_t)"\1\2", .request_tag = 3, .max_response_len = 8, .dout_iovec_count = 2, .dout_xfer_len = 9,
		.din_xfer_len = 4, .dout_xferp = (uintptr_t)vec, .din_xferp = (uintptr_t)"abcd", .flags = BSG_FLAG_Q_AT_HEAD, .response_len = 1,
		.response = (uintptr_t)"r", .device_status = 5, .din_resid = 1,
	};

	*vec = (struct iovec){ "xyz", 3 };
	make(SG_IO, &v4);
	printf("ioctl(-1, SG_IO, {guard='Q', protocol=BSG_PROTOCOL_SCSI, subprotocol=BSG_SUB_PROTOCOL_SCSI_CMD, request_len=2, request=\"\\x01\\x02\", "
	       "request_tag=0x3, request_attr=0, request_priority=0, request_extra=0, max_response_len=8, dout_iovec_count=2, dout_xfer_len=9, "
	       "din_iovec_count=0, din_xfer_len=4, dout_xferp=[{iov_base=\"xyz\", iov_len=3}, ... /* %p */], timeout=0, flags=BSG_FLAG_Q_AT_HEAD, usr_ptr=0, "
	       "response_len=1, response=\"\\x72\", din_xferp=\"\\x61\\x62\\x63\", driver_status=0, transport_status=0, device_status=0x5, retry_delay=0, "
	       "info=0, duration=0, response_len=1, din_resid=1, dout_resid=0, generated_tag=0})\n", (void *)(vec + 1));
}

/* Keys and their strings; what is not read whole */
static void keys(void)
{
	struct kbentry *entry = at_end(sizeof(*entry));
	struct kbsentry *string = at_end(sizeof(*string));
	struct kbdiacrs *accents = at_end(4 + 3 * 2);
	static const struct { uint16_t code; const char *name; } codes[] = {
		{ 0x41, "K(KT_LATIN, 'A')" }, { 0x0b0c, "K(KT_LETTER, '\\f')" }, { 0x827, "K(KT_META, '\\'')" }, { 0x101, "K_F2" }, { 0x505, "K(KT_CONS, 0x5)" },
		{ 0xf00, "K(0xf, 0)" },
	};

	for (unsigned i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		*entry = (struct kbentry){ 1, 7, codes[i].code };
		make(KDSKBENT, entry);
		printf("ioctl(-1, KDSKBENT, {kb_table=K_SHIFTTAB, kb_index=7, kb_value=%#x /* %s */})\n", codes[i].code, codes[i].name);
	}
	*entry = (struct kbentry){ 0, 0, 0x0506 };
	make(KDSKBENT, &entry->kb_value);
	puts("ioctl(-1, KDSKBENT, {kb_table=1<<KG_ALTGR|1<<KG_CTRL, kb_index=5, kb_value=???})");
	make(KDGKBENT, &entry->kb_value);
	puts("ioctl(-1, KDGKBENT, {kb_table=1<<KG_ALTGR|1<<KG_CTRL, kb_index=5})");
	memset(string, 1, sizeof(*string));
	strcpy((char *)string->kb_string, "text");
	make(KDSKBSENT, string);
	puts("ioctl(-1, KDSKBSENT, {kb_func=KVAL(K_F2), kb_string=\"text\"})");
	make(KDSKBSENT, (char *)string + 500);
	puts("ioctl(-1, KDSKBSENT, {kb_func=KVAL(K_F2), kb_string=???})");
	accents->kb_cnt = 3;
	accents->kbdiacr[0] = (struct kbdiacr){ '`', 'A', 0xc0 };
	accents->kbdiacr[1] = (struct kbdiacr){ '\'', '\n', 0 };
	make(KDSKBDIACR, accents);
	printf("ioctl(-1, KDSKBDIACR, {kb_cnt=3, kbdiacr=[{diacr='`', base='A', result='\\xc0'}, {diacr='\\'', base='\\n', result='\\x00'}, ... /* %p */]})\n",
	       (void *)(accents->kbdiacr + 2));
}

static void consoles(void)
{
	unsigned char *glyphs = memset(at_end(64), 7, 64);
	struct console_font_op op = { .op = KD_FONT_OP_SET, .width = 9, .height = 16, .charcount = 1, .data = glyphs };
	struct unipair pairs[] = { { 0x263a, 1 } };
	struct unimapdesc map = { .entry_ct = 1, .entries = pairs };

	make(KDFONTOP, &op);
	printf("ioctl(-1, KDFONTOP, {op=KD_FONT_OP_SET, flags=0, width=9, height=16, charcount=1, data=\"");
	for (unsigned i = 0; i < 32; i++)
		printf("\\x07");
	puts("\"...})");
	op.data = glyphs + 32;		/* strace reads one byte more than it shows */
	make(KDFONTOP, &op);
	printf("ioctl(-1, KDFONTOP, {op=KD_FONT_OP_SET, flags=0, width=9, height=16, charcount=1, data=%p})\n", (void *)op.data);
	op.op = KD_FONT_OP_SET_DEFAULT;
	op.data = (unsigned char *)"default8x16";
	make(KDFONTOP, &op);
	puts("ioctl(-1, KDFONTOP, {op=KD_FONT_OP_SET_DEFAULT, width=9, height=16, data=\"default8x16\"})");
	op.op = KD_FONT_OP_COPY;
	make(KDFONTOP, &op);
	puts("ioctl(-1, KDFONTOP, {op=KD_FONT_OP_COPY, height=16})");
	make(PIO_UNIMAP, &map);
	puts("ioctl(-1, PIO_UNIMAP, {entry_ct=1, entries=[{unicode=0x263a, fontpos=0x1}]})");
	make(GIO_UNIMAP, &map);
	printf("ioctl(-1, GIO_UNIMAP, {entry_ct=1 => 1, entries=%p})\n", (void *)pairs);
	make(KDMKTONE, (void *)(125 << 16 | 1193));
	puts("ioctl(-1, KDMKTONE, 125<<16|1193 /* 1000 Hz, 125 ms */)");
	make(KIOCSOUND, (void *)1193183);
	puts("ioctl(-1, KIOCSOUND, 1193183 /* off */)");
	make(KDADDIO, (void *)0x3c0);
	puts("ioctl(-1, KDADDIO, 0x3c0 /* GPFIRST + 12 */)");
}

/* How many interfaces there are is not known: room for one. */
static void interfaces(void)
{
	struct ifreq one[1];
	struct ifconf conf = { .ifc_len = sizeof(one) + 3, .ifc_req = one };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	make(SIOCGIFCONF, &conf);
	printf("ioctl(-1, SIOCGIFCONF, {ifc_len=%d, ifc_buf=%p})\n", (int)sizeof(one) + 3, (void *)one);
	if (syscall(SYS_ioctl, fd, SIOCGIFCONF, &conf) || conf.ifc_len != sizeof(one))
		printf("ioctl(%d, SIOCGIFCONF, {ifc_len=%d => %d, ifc_buf=[]}) = 0\n", fd, (int)sizeof(one) + 3, conf.ifc_len);
	else
		printf("ioctl(%d, SIOCGIFCONF, {ifc_len=%d => %d /* 1 * sizeof(struct ifreq) */, ifc_buf=[{ifr_name=\"%s\", ifr_addr={sa_family=AF_INET, "
		       "sin_port=htons(0), sin_addr=inet_addr(\"%s\")}}]}) = 0\n", fd, (int)sizeof(one) + 3, conf.ifc_len, one->ifr_name,
		       inet_ntoa(((struct sockaddr_in *)&one->ifr_addr)->sin_addr));
	close(fd);
}

static void flash(void)
{
	struct erase_info_user erase = { 0x1000, 0x20000 };
	struct mtd_oob_buf oob = { .start = 0x800, .length = 64 };
	struct ubi_attach_req attach = { .ubi_num = -1, .mtd_num = 3, .vid_hdr_offset = 2048, .max_beb_per1024 = 20 };
	struct ubi_mkvol_req volume = { .vol_id = 7, .alignment = 1, .bytes = 4096, .vol_type = UBI_STATIC_VOLUME, .name_len = 4, .name = "rootfs" };

	make(MEMERASE, &erase);
	puts("ioctl(-1, MIXER_WRITE(2) or MEMERASE, {start=0x1000, length=0x20000})");
	make(MEMWRITEOOB, &oob);
	puts("ioctl(-1, MEMWRITEOOB, {start=0x800, length=0x40, ptr=NULL})");
	make(MTDFILEMODE, (void *)2);
	puts("ioctl(-1, MTDFILEMODE, MTD_FILE_MODE_OTP_USER)");
	make(UBI_IOCATT, &attach);
	puts("ioctl(-1, UBI_IOCATT, {ubi_num=-1, mtd_num=3, vid_hdr_offset=2048, max_beb_per1024=20})");
	make(UBI_IOCMKVOL, &volume);
	puts("ioctl(-1, UBI_IOCMKVOL, {vol_id=7, alignment=1, bytes=4096, vol_type=UBI_STATIC_VOLUME, flags=0, name_len=4, name=\"root\"...})");
}

static void devices(void)
{
	struct ifreq r = { .ifr_name = "port", .ifr_hwaddr = { .sa_family = ARPHRD_NETROM, .sa_data = "\1\2\3\4\5\6\7" } };
	struct ptp_sys_offset offset = { .n_samples = 3 };
	struct seccomp_notif notif = { .id = 5 };
	uint32_t mode = LIRC_MODE_MODE2;

	make(LIRC_SET_REC_MODE, &mode);
	puts("ioctl(-1, LIRC_SET_REC_MODE, [LIRC_MODE_MODE2])");
	make(KVM_CHECK_EXTENSION, (void *)KVM_CAP_USER_MEMORY);
	puts("ioctl(-1, KVM_CHECK_EXTENSION, KVM_CAP_USER_MEMORY)");
	make(PTP_SYS_OFFSET, &offset);
	puts("ioctl(-1, PTP_SYS_OFFSET, {n_samples=3})");
	make(SIOCSIFHWADDR, &r);
	puts("ioctl(-1, SIOCSIFHWADDR, {ifr_name=\"port\", ifr_hwaddr={sa_family=ARPHRD_NETROM, sa_data=01:02:03:04:05:06:07}})");
	make(SECCOMP_IOCTL_NOTIF_RECV, &notif);
	printf("ioctl(-1, SECCOMP_IOCTL_NOTIF_RECV, {id=0x5, pid=0, flags=0, data={nr=0, arch=0 /* AUDIT_ARCH_??? */, instruction_pointer=NULL, "
	       "args=[0, 0, 0, 0, 0, 0]}} => %p)\n", (void *)&notif);
	notif.id = 0;
	make(SECCOMP_IOCTL_NOTIF_RECV, &notif);
	printf("ioctl(-1, SECCOMP_IOCTL_NOTIF_RECV, %p)\n", (void *)&notif);
}

int main(void)
{
	scsi();
	scsi_of_bsg();
	keys();
	consoles();
	interfaces();
	flash();
	devices();
	return 0;
}

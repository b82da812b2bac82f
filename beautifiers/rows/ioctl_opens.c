// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_opens.c - requests that open a descriptor: their result. strace 6.1 shows the argument of most as a number. */
#include <linux/if_tun.h>
#include <linux/kvm.h>
#include <linux/sockios.h>
#include <linux/userfaultfd.h>
#include <linux/vfio.h>

#include "ioctl.h"

#ifndef USERFAULTFD_IOC_NEW	/* Linux 6.1 */
#define USERFAULTFD_IOC_NEW	_IO(0xAA, 0x00)
#endif

#define OPENS	RET_FD, OPENS_INFO, BEYOND

static const struct subrow rows[] = {
	REQUEST(KVM_CREATE_VM,            ARG(ULONG("arg")), OPENS, .cloexec = true),
	REQUEST(KVM_CREATE_VCPU,          ARG(UINT("arg")), RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(KVM_GET_STATS_FD,         NONE, OPENS, .cloexec = true),
	REQUEST(VFIO_GROUP_GET_DEVICE_FD, ARG(STR("arg")), OPENS, .cloexec = true),
	REQUEST(USERFAULTFD_IOC_NEW,      ARG(FLAGS("arg", userfaultfd_flags)), OPENS),
	REQUEST(TUNGETDEVNETNS,           NONE, OPENS, .cloexec = true),
	REQUEST(SIOCGSKNS,                NONE, OPENS, .cloexec = true),
};

const struct sub_table ioctls_opens = SUB_TABLE(rows);

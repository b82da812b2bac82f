// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_rtc.c - requests to real-time clocks. */
#include <linux/rtc.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(RTC_AIE_ON,     NONE),
	REQUEST(RTC_AIE_OFF,    NONE),
	REQUEST(RTC_UIE_ON,     NONE),
	REQUEST(RTC_UIE_OFF,    NONE),
	REQUEST(RTC_PIE_ON,     NONE),
	REQUEST(RTC_PIE_OFF,    NONE),
	REQUEST(RTC_WIE_ON,     NONE),
	REQUEST(RTC_WIE_OFF,    NONE),
};

const struct sub_table ioctls_rtc = SUB_TABLE(rows);

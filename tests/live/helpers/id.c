// SPDX-License-Identifier: BSD-2-Clause
/* id - prints its real and effective user ID. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	printf("%d %d\n", (int)getuid(), (int)geteuid());
	return 0;
}

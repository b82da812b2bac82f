// SPDX-License-Identifier: BSD-2-Clause
/* id - says as whom it runs: real and effective user. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	printf("%d %d\n", (int)getuid(), (int)geteuid());
	return 0;
}

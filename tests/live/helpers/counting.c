// SPDX-License-Identifier: BSD-2-Clause
/* counting - closes descriptors that are not open, and makes two calls by turns, one with a position that grows by 7. */
#include <unistd.h>

int main(void)
{
	for (int fd = 500; fd < 900; fd++)
		close(fd);
	for (int i = 0; i <= 500; i++) {
		lseek(-1, i * 7, SEEK_SET);
		getppid();
	}
	return 0;
}

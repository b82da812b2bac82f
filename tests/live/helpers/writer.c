// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/* writer COUNT [BYTES [THREADS]] - writes to /dev/null as fast as it can. */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fd, count, bytes = 1;
static char buf[65536];

static void *work(void *arg)
{
	for (int i = 0; i < count; i++)
		if (write(fd, buf, bytes) != bytes)
			return arg;
	return NULL;
}

int main(int argc, char **argv)
{
	int n = argc > 3 ? atoi(argv[3]) : 1;
	pthread_t t[256];

	count = argc > 1 ? atoi(argv[1]) : 1000;
	if (argc > 2)
		bytes = atoi(argv[2]);
	memset(buf, 'x', bytes < (int)sizeof(buf) ? bytes : (int)sizeof(buf));	/* resident */
	fd = open("/dev/null", O_WRONLY);
	if (n == 1)
		return work(buf) != NULL;
	for (int i = 0; i < n && i < 256; i++)
		if (pthread_create(&t[i], NULL, work, buf))
			return 1;
	for (int i = 0; i < n && i < 256; i++)
		pthread_join(t[i], NULL);
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/* exec_thread - its second thread executes the program given. */
#include <pthread.h>
#include <unistd.h>

static void *run(void *argv)
{
	char **v = argv;

	execv(v[0], v);
	_exit(1);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc < 2 || pthread_create(&thread, NULL, run, argv + 1))
		return 1;
	return pthread_join(thread, NULL);
}

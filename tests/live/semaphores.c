// SPDX-License-Identifier: BSD-2-Clause
// options: -e semctl --verbose
// abis: native i386 arm
/* Values of all semaphores of a set: their number is the kernel's. */
#include "live.h"

#include <sched.h>
#include <sys/ipc.h>
#include <sys/sem.h>

#define SETS 70		/* more than a node of the kernel's tree has */
#define MANY 300

static unsigned short values[MANY];

static void set(int id, const char *cmd, int number, const char *shown)
{
	int r = semctl(id, 0, number, values);

	expect(ABI "semctl(semid: %d, semnum: 0, cmd: %s, arg: %s) = %s", id, cmd, shown, result(r));
}
#ifdef __LP64__
#define VERSION ""
#else
#define VERSION "|64"		/* IPC_64 */
#endif
#define ALL(id, name, shown) set(id, #name VERSION, name, shown)

static void removed(int id)
{
	semctl(id, 0, IPC_RMID);
	expect(ABI "semctl(semid: %d, semnum: 0, cmd: IPC_RMID" VERSION ") = 0", id);
}

/* SETALL and GETALL of a set of three */
static void three(int id)
{
	values[0] = 5;
	values[1] = 0;
	values[2] = 32767;
	ALL(id, SETALL, "[5, 0, 32767]");
	memset(values, 0xff, sizeof(values));
	ALL(id, GETALL, "[5, 0, 32767]");
}

int main(void)
{
	int sets[SETS], many = semget(IPC_PRIVATE, MANY, 0600), own;
	char shown[MANY * 8] = "[0", address[32];

	for (int i = 0; i < SETS; i++)
		sets[i] = semget(IPC_PRIVATE, 3, 0600);
	begin();
	three(sets[0]);
	three(sets[SETS - 1]);
	for (int i = 1; i < MANY; i++)
		strcat(shown, ", 0");
	strcat(shown, "]");
	ALL(many, GETALL, shown);
	values[2] = 32768;		/* above SEMVMX */
	ALL(sets[1], SETALL, "[0, 0, 32768]");
	for (int i = 0; i < SETS; i++)
		removed(sets[i]);
	snprintf(address, sizeof(address), "%p", values);
	ALL(sets[0], SETALL, address);
	ALL(sets[0], GETALL, address);
	ALL(-1, GETALL, address);
	removed(many);
	if (!unshare(CLONE_NEWIPC)) {
		own = semget(IPC_PRIVATE, 3, 0600);
		three(own);
	}
	end();
	return 0;
}

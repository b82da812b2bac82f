// SPDX-License-Identifier: BSD-2-Clause
/*
 * sockopt_requests.c - how io_uring's requests to get or set a socket option are shown: as the calls, but the length is a number, and that of what
 * was returned is the result. Rows are made of the calls' when they are first used, and kept.
 */
#include <stdlib.h>
#include <string.h>

#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"
#include "sockopt.h"

#define ROWS 256		/* more than there are options whose rows differ */

static const struct row *make(const struct row *of, const char *name)
{
	static const struct arg_spec length = INT("optlen");
	static const struct row *made_of[ROWS];	/* rows of the two calls differ */
	static struct made { struct row row; struct arg_spec args[CALL_ARGS]; } *made[ROWS];
	unsigned i = 0;

	while (i < ROWS && made_of[i] && made_of[i] != of)
		i++;
	if (i == ROWS)
		return NULL;
	if (!made_of[i]) {
		made[i] = calloc(1, sizeof(*made[i]));
		if (!made[i])
			return NULL;
		made[i]->row = *of;
		made[i]->row.name = name;
		made[i]->row.args = made[i]->args;
		memcpy(made[i]->args, of->args, of->nargs * sizeof(made[i]->args[0]));
		made[i]->args[4] = length;
		made_of[i] = of;
	}
	return &made[i]->row;
}

const struct row *sockopt__request_row(const struct row *request, enum abi abi, uint32_t level, const uint64_t *args, const struct names *names)
{
	int nr = syscalltbl__nr(abi, request->name + strlen(SYSCALL_URING_PREFIX));
	const struct row *call = nr < 0 ? NULL : rows__find(abi, (unsigned)nr), *option = call ? row__resolve(call, abi, args, names) : NULL;

	(void)level;
	return option != call ? make(option, request->name) : NULL;
}

// SPDX-License-Identifier: BSD-2-Clause
/* questions.c - owns the questions that ship with trace: each is a file of SQL. */
#include <string.h>

#include "database.h"

#define QUESTION_FILE(name, file) \
	__asm__(".pushsection .rodata\n" \
		"question_" #name ":\n" \
		".incbin \"src/query/questions/" file ".sql\"\n" \
		"question_" #name "_end:\n" \
		".byte 0\n" \
		".popsection\n"); \
	extern const char question_##name[] __attribute__((visibility("hidden"))), question_##name##_end[] __attribute__((visibility("hidden")))

QUESTION_FILE(slowest, "slowest");
QUESTION_FILE(errors, "errors");
QUESTION_FILE(files, "files");
QUESTION_FILE(who_opened, "who-opened");
QUESTION_FILE(gaps, "gaps");
QUESTION_FILE(process_tree, "process-tree");
QUESTION_FILE(owners, "owners");

const struct question questions[] = {
	{ "slowest",      "the calls that took longest", question_slowest, question_slowest_end, false },
	{ "errors",       "which calls failed, how, on what, and how often", question_errors, question_errors_end, false },
	{ "files",        "files by the time that calls on them took", question_files, question_files_end, false },
	{ "who-opened",   "who opened, or tried to open, a file at or below PATH", question_who_opened, question_who_opened_end, true },
	{ "gaps",         "the longest times in which a thread made no call", question_gaps, question_gaps_end, false },
	{ "process-tree", "processes below those that created them", question_process_tree, question_process_tree_end, false },
	{ "owners",       "whose calls they are: users, systemd units, containers and pods", question_owners, question_owners_end, false },
};
const unsigned nquestions = sizeof(questions) / sizeof(questions[0]);

const struct question *question__find(const char *name)
{
	for (unsigned i = 0; i < nquestions; i++)
		if (!strcmp(questions[i].name, name))
			return &questions[i];
	return NULL;
}

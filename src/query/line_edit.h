/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * line_edit.h - lines from standard input: on a terminal with editing, history and completion, if the library libedit is there.
 */
#pragma once

#include "lib/buf.h"

enum line_got { LINE_IS, LINE_END, LINE_INTERRUPTED /* SIGINT: what was typed is dropped */ };

/* What the word that begins at `at` in the line may become: the n-th, from malloc; NULL: there are no more. */
typedef char *line_completion(const char *line, size_t at, const char *word, unsigned n);

void line_edit__open(line_completion *completion);
bool line_edit__has_history(void);
/* *line is from malloc, without its newline. */
enum line_got line_edit__read(const char *prompt, char **line);
/* A statement or command, which may have several lines, comes into the history. */
void line_edit__remember(const char *text);
void line_edit__close(void);

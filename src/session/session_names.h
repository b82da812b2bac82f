/* SPDX-License-Identifier: BSD-2-Clause */
/* session_names.h - fills the table of functions that beautifiers ask for names. */
#pragma once

#include "session.h"

void session_names__init(struct session *s);	/* s->names; s->opt is set */

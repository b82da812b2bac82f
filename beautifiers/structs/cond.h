/* SPDX-License-Identifier: BSD-2-Clause */
/* cond.h - on what it depends whether a field is shown: the words of notes, and struct field_cond of ../shape.h. */
#pragma once

#define COND_VALUES 16		/* at most */

enum cond_how {
	COND_ONE_OF,		/* a field has one of the values */
	COND_NOT_ONE_OF,	/* it has another one */
	COND_ANY_BIT,		/* it has one of these bits */
	COND_NO_BIT,		/* it has none of them */
	COND_SET,		/* it is not 0 */
	COND_UNUSUAL,		/* it has none of the values, or --verbose is given */
};

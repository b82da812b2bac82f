/* SPDX-License-Identifier: BSD-2-Clause */
/* silent_verbs.h - verbs that emit nothing, for who only wants to know which names beautifiers ask for. Their struct out is not used. */
#pragma once

#include "beautifiers/verbs.h"

extern const struct verbs silent_verbs;

// SPDX-License-Identifier: BSD-2-Clause
/* test_hash.c - the hash table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "lib/hash.h"

#define MANY 5000

struct element {
	struct hash_node node;
	unsigned key, age;
};

static struct element elements[MANY];

static void fill(struct hash *h, unsigned keys)
{
	for (unsigned i = 0; i < MANY; i++) {
		elements[i] = (struct element){ .key = i % keys, .age = i };
		assert_true(hash__add(h, &elements[i].node, elements[i].key));
	}
}

static void all_are_found(void **state)
{
	struct hash h = {};

	(void)state;
	assert_null(hash__find(&h, 7));
	fill(&h, MANY);
	assert_int_equal(h.n, MANY);
	for (unsigned i = 0; i < MANY; i++)
		assert_ptr_equal(hash__find(&h, i), &elements[i]);
	assert_null(hash__find(&h, MANY));
	hash__free(&h);
	assert_null(hash__find(&h, 7));
}

static void of_equal_keys_the_newest_comes_first(void **state)
{
	struct hash h = {};

	(void)state;
	fill(&h, 10);
	for (unsigned key = 0; key < 10; key++) {
		unsigned age = MANY, n = 0;

		for (struct hash_node *at = hash__find(&h, key); at; at = hash__older(at)) {
			const struct element *e = (struct element *)at;

			assert_int_equal(e->key, key);
			assert_true(e->age < age);
			age = e->age;
			n++;
		}
		assert_int_equal(n, MANY / 10);
	}
	hash__free(&h);
}

static void removed_ones_are_gone_and_others_stay(void **state)
{
	struct hash h = {};

	(void)state;
	fill(&h, MANY);
	for (unsigned i = 0; i < MANY; i += 3)
		hash__remove(&h, &elements[i].node);
	for (unsigned i = 0; i < MANY; i++)
		assert_ptr_equal(hash__find(&h, i), i % 3 ? &elements[i] : NULL);
	hash__free(&h);
}

static void each_is_visited_once_also_while_they_are_removed(void **state)
{
	static unsigned visits[MANY];
	struct hash h = {};
	unsigned n = 0;

	(void)state;
	fill(&h, MANY);
	HASH_EACH(&h, struct element, e)
		visits[e->key]++;
	HASH_EACH(&h, struct element, e) {
		visits[e->key]++;
		hash__remove(&h, &e->node);
		e->node.next = (void *)1;	/* as if freed */
		n++;
	}
	assert_int_equal(n, MANY);
	assert_int_equal(h.n, 0);
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(visits[i], 2);
	hash__free(&h);
}

/* The value is that of the published FNV-1a test vectors. */
static void a_hash_of_64_bits_can_be_continued(void **state)
{
	(void)state;
	assert_true(hash__more(HASH_BEGIN, "foobar", 6) == 0x85944171f73967e8ull);
	assert_true(hash__more(hash__more(HASH_BEGIN, "foo", 3), "bar", 3) == 0x85944171f73967e8ull);
}

static void an_empty_table_has_no_elements(void **state)
{
	struct hash h = {};

	(void)state;
	HASH_EACH(&h, struct element, e)
		fail();
	hash__free(&h);
}

static void what_is_needed_is_found_or_new(void **state)
{
	struct hash h = {};
	struct element *a = hash__need(&h, sizeof(*a), 1ull << 40), *b = hash__need(&h, sizeof(*b), 0);

	(void)state;
	assert_int_equal(a->age, 0);
	assert_ptr_not_equal(a, b);
	assert_ptr_equal(hash__need(&h, sizeof(*a), 1ull << 40), a);
	assert_ptr_equal(hash__find(&h, 0), b);
	assert_int_equal(h.n, 2);
	HASH_EACH(&h, struct element, e)
		free(e);
	hash__free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_are_found),
		cmocka_unit_test(of_equal_keys_the_newest_comes_first),
		cmocka_unit_test(removed_ones_are_gone_and_others_stay),
		cmocka_unit_test(each_is_visited_once_also_while_they_are_removed),
		cmocka_unit_test(what_is_needed_is_found_or_new),
		cmocka_unit_test(an_empty_table_has_no_elements),
		cmocka_unit_test(a_hash_of_64_bits_can_be_continued),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

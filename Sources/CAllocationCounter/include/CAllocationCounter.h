#ifndef WAYBENCH_ALLOCATION_COUNTER_H
#define WAYBENCH_ALLOCATION_COUNTER_H

#include <stdint.h>

/*
 * Counts heap allocations per thread by standing in front of malloc and its family.
 *
 * Linking this library into a program is enough: the program's own malloc comes before the C library's. The counters
 * belong to the thread that allocates, so a test may count its own while others run.
 *
 * Works with Swift's libraries linked statically or not, as long as the C library itself is a shared one.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* How many blocks this thread has asked for so far, those that realloc moved or grew included. */
uint64_t waybench_allocation_count(void);

/* How many bytes this thread has asked for so far. */
uint64_t waybench_allocation_bytes(void);

/* How many blocks this thread has given back so far. */
uint64_t waybench_free_count(void);

/* 1 when allocations are counted; 0 under the sanitizers, which bring a malloc of their own, and off glibc. */
int waybench_allocation_counting_available(void);

#ifdef __cplusplus
}
#endif

#endif

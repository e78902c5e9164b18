#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define WAYBENCH_COUNTS_ALLOCATIONS 0
#endif
#endif
#if !defined(WAYBENCH_COUNTS_ALLOCATIONS)
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WAYBENCH_COUNTS_ALLOCATIONS 1
#else
#define WAYBENCH_COUNTS_ALLOCATIONS 0
#endif
#endif

/*
 * The initial-exec model reads a counter with one instruction and never allocates on first use, which a counter that
 * is read inside malloc must not do.
 */
static __thread uint64_t allocation_count __attribute__((tls_model("initial-exec")));
static __thread uint64_t allocation_bytes __attribute__((tls_model("initial-exec")));
static __thread uint64_t free_count __attribute__((tls_model("initial-exec")));

uint64_t waybench_allocation_count(void) { return allocation_count; }
uint64_t waybench_allocation_bytes(void) { return allocation_bytes; }
uint64_t waybench_free_count(void) { return free_count; }
int waybench_allocation_counting_available(void) { return WAYBENCH_COUNTS_ALLOCATIONS; }

#if WAYBENCH_COUNTS_ALLOCATIONS

/* The C library's own allocator under the names that it keeps for programs that replace malloc (glibc). */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static void count_allocation(size_t size) {
  allocation_count += 1;
  allocation_bytes += size;
}

void *malloc(size_t size) {
  count_allocation(size);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  count_allocation(count * size);
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  if (block == NULL || size != 0) count_allocation(size);
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count_allocation(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_allocation(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  count_allocation(size);
  void *block = __libc_memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  if (block != NULL) free_count += 1;
  __libc_free(block);
}

#endif

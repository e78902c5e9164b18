/* The reentrant calls of the GEOS C interface only: a context is passed to each. */
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

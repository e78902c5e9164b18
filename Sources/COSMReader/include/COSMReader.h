#ifndef WAYBENCH_OSM_READER_H
#define WAYBENCH_OSM_READER_H

// Reads the roads of an OpenStreetMap file (.osm.pbf, .osm, .osm.gz, .osm.bz2) through libosmium.
//
// Two passes, so that only what is needed is held: the first delivers ways that may be roads and restriction relations,
// the caller says which ways it keeps, the second delivers the nodes of those. No call throws, aborts or prints; each
// that can fail returns false and fills `osm_error`. A reader is used by one thread at a time.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What went wrong.
typedef enum osm_error_code {
  OSM_OK = 0,
  /// There is no such file, or it cannot be opened.
  OSM_CANNOT_OPEN,
  /// It is a directory, a pipe or a device: two passes need a regular file.
  OSM_NOT_A_FILE,
  /// The file has no bytes.
  OSM_EMPTY,
  /// The content is none of the forms that can be read.
  OSM_UNKNOWN_FORMAT,
  /// The file ends too early.
  OSM_TRUNCATED,
  /// The content breaks its format's rules.
  OSM_MALFORMED,
  /// More elements than the arrays can number, or no memory.
  OSM_TOO_LARGE,
  /// Anything else.
  OSM_INTERNAL
} osm_error_code;

/// A failure and where it happened.
typedef struct osm_error {
  osm_error_code code;
  /// Line of an XML file from 1, or 0.
  uint64_t line;
  /// Byte of a PBF file from 0, or -1.
  int64_t byte;
  /// The last way that had been read, or 0.
  int64_t after_way;
  /// One line of text, zero-terminated.
  char message[240];
} osm_error;

/// A tag: the key's place in the caller's list, the value's place in the reader's strings.
typedef struct osm_tag {
  uint32_t key;
  uint32_t value;
} osm_tag;

/// A way: its node references end where those of the next begin; so do its tags.
typedef struct osm_way {
  int64_t id;
  uint32_t first_ref;
  uint32_t first_tag;
} osm_way;

/// A member of a relation. The type is 'n', 'w' or 'r'; the role is a place in the reader's strings.
typedef struct osm_member {
  int64_t ref;
  uint32_t role;
  char type;
} osm_member;

/// A relation of the type restriction or restriction:*.
typedef struct osm_relation {
  int64_t id;
  uint32_t first_member;
  uint32_t first_tag;
} osm_relation;

/// A node of a way that is kept. E7 is 1e-7 degrees; `is_found` is false when the file lacks it or its position.
typedef struct osm_node {
  int64_t id;
  int32_t latitude_e7;
  int32_t longitude_e7;
  uint32_t first_tag;
  uint32_t tag_count;
  bool is_found;
} osm_node;

/// A piece of text, not zero-terminated.
typedef struct osm_string {
  const char *bytes;
  uint32_t length;
} osm_string;

typedef struct osm_reader osm_reader;

/// Opens a file and looks at its first bytes; null on failure. Only the tags with one of `keys` are ever delivered.
osm_reader *osm_reader_open(const char *path, const char *const *keys, size_t key_count, osm_error *error);

/// Frees everything that the reader delivered.
void osm_reader_close(osm_reader *reader);

/// First pass: ways with highway=*, route=ferry or route=shuttle_train, and restriction relations.
bool osm_reader_read_ways(osm_reader *reader, osm_error *error);

/// Second pass: nodes of the ways whose byte in `keep` is not 0 (one byte per way), in ascending order of their ids.
bool osm_reader_read_nodes(osm_reader *reader, const uint8_t *keep, osm_error *error);

// What has been read; valid until the next pass or the end. Behind the last way and the last relation stands one
// further element, not counted, which says where the runs of the last one end.
const osm_way *osm_reader_ways(const osm_reader *reader, size_t *count);
const osm_relation *osm_reader_relations(const osm_reader *reader, size_t *count);
const osm_node *osm_reader_nodes(const osm_reader *reader, size_t *count);
const osm_tag *osm_reader_way_tags(const osm_reader *reader, size_t *count);
const osm_tag *osm_reader_relation_tags(const osm_reader *reader, size_t *count);
const osm_tag *osm_reader_node_tags(const osm_reader *reader, size_t *count);
const osm_member *osm_reader_members(const osm_reader *reader, size_t *count);
const osm_string *osm_reader_strings(const osm_reader *reader, size_t *count);
/// Node ids of all ways, in the first pass's order.
const int64_t *osm_reader_refs(const osm_reader *reader, size_t *count);
/// After the second pass: for each element of `osm_reader_refs` the place of its node, -1 when it is not delivered.
const int32_t *osm_reader_ref_nodes(const osm_reader *reader, size_t *count);

#ifdef __cplusplus
}
#endif
#endif

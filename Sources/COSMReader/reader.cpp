// libosmium's assertions would end the program on conditions that files can bring about; with them off, what it cannot
// read becomes an exception, and every exception ends at the C boundary below.
#ifndef NDEBUG
#define NDEBUG
#endif
#define OSMIUM_WITH_LZ4

#include "COSMReader.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <osmium/io/bzip2_compression.hpp>
#include <osmium/io/gzip_compression.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/relation.hpp>
#include <osmium/osm/way.hpp>
#include <osmium/thread/pool.hpp>
#pragma clang diagnostic pop

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

/// A failure on its way to the C boundary.
struct failure {
  osm_error_code code;
  std::string message;
  std::uint64_t line = 0;
  std::int64_t byte = -1;
};

/// Closes a file descriptor at the end of its scope.
struct descriptor {
  int value;
  explicit descriptor(int fd) noexcept : value(fd) {}
  descriptor(const descriptor &) = delete;
  descriptor &operator=(const descriptor &) = delete;
  ~descriptor() {
    if (value >= 0) ::close(value);
  }
};

constexpr std::size_t array_limit = std::numeric_limits<std::int32_t>::max();

void check_room(std::size_t count) {
  if (count >= array_limit) throw failure{OSM_TOO_LARGE, "more than 2,147,483,646 elements of one kind"};
}

std::uint32_t place(std::size_t index) {
  check_room(index);
  return static_cast<std::uint32_t>(index);
}

/// The forms that can be read, told apart by the first bytes; the name of the file is no evidence.
const char *format_of(const unsigned char *head, std::size_t length) {
  if (length >= 2 && head[0] == 0x1f && head[1] == 0x8b) return "osm.gz";
  if (length >= 3 && std::memcmp(head, "BZh", 3) == 0) return "osm.bz2";
  if (length >= 6 && head[0] == 0 && head[4] == 0x0a) return "osm.pbf";
  std::size_t at = length >= 3 && std::memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < length && (head[at] == ' ' || head[at] == '\t' || head[at] == '\r' || head[at] == '\n')) ++at;
  if (at < length && head[at] == '<') return "osm";
  if (length >= 2 && ((head[0] == 0xfe && head[1] == 0xff) || (head[0] == 0xff && head[1] == 0xfe))) return "osm";
  return nullptr;
}

/// The size of the blob that follows a PBF blob header: field 3, a varint.
std::int64_t blob_size(const unsigned char *header, std::size_t length, std::int64_t at) {
  const unsigned char *byte = header;
  const unsigned char *const end = header + length;
  const auto varint = [&]() -> std::uint64_t {
    std::uint64_t value = 0;
    for (unsigned shift = 0; byte < end && shift < 64; shift += 7) {
      const unsigned char next = *byte++;
      value |= static_cast<std::uint64_t>(next & 0x7fU) << shift;
      if ((next & 0x80U) == 0) return value;
    }
    throw failure{OSM_MALFORMED, "unreadable blob header", 0, at};
  };
  std::int64_t size = -1;
  bool has_type = false;
  while (byte < end) {
    const std::uint64_t tag = varint();
    const std::uint64_t value = varint();
    if ((tag & 7U) == 2) {
      if (value > static_cast<std::uint64_t>(end - byte)) throw failure{OSM_MALFORMED, "unreadable blob header", 0, at};
      byte += value;
      if (tag == (1U << 3U | 2U)) has_type = value > 0;
    } else if ((tag & 7U) != 0) {
      throw failure{OSM_MALFORMED, "unreadable blob header", 0, at};
    } else if (tag == (3U << 3U) && value <= 32U * 1024U * 1024U) {
      size = static_cast<std::int64_t>(value);
    }
  }
  if (size <= 0) throw failure{OSM_MALFORMED, "blob header without a size in 1 ... 33554432", 0, at};
  if (!has_type) throw failure{OSM_MALFORMED, "blob header without a type", 0, at};
  return size;
}

/// Calls `body` with the key and the value of each tag.
///
/// libosmium's own iteration trusts that a list holds pairs of zero-terminated strings, and runs past its end when a
/// file puts a zero byte inside one. Here the bounds are the list's.
template <typename Body>
void for_each_tag(const osmium::TagList &list, Body &&body) {
  const char *at = reinterpret_cast<const char *>(list.data()) + sizeof(osmium::TagList);
  const char *const end = reinterpret_cast<const char *>(list.data()) + list.byte_size();
  while (at < end) {
    const char *const key_end = static_cast<const char *>(std::memchr(at, 0, static_cast<std::size_t>(end - at)));
    const char *const value = key_end ? key_end + 1 : end;
    const char *const value_end =
        value < end ? static_cast<const char *>(std::memchr(value, 0, static_cast<std::size_t>(end - value))) : nullptr;
    if (!value_end) throw failure{OSM_MALFORMED, "a tag holds a zero byte"};
    body(at, value);
    at = value_end + 1;
  }
}

/// The value of a key, or "".
const char *value_of(const osmium::TagList &list, const char *key) {
  const char *found = "";
  for_each_tag(list, [&](const char *each, const char *value) {
    if (!std::strcmp(each, key)) found = value;
  });
  return found;
}

/// Walks the frames of a PBF file, because libosmium takes one that ends between two frames' parts for a whole one.
void check_frames(int fd, std::int64_t file_size) {
  std::int64_t at = 0;
  std::vector<unsigned char> header;
  while (at < file_size) {
    unsigned char head[4];
    if (::pread(fd, head, 4, at) != 4) throw failure{OSM_TRUNCATED, "the file ends inside a frame", 0, at};
    const std::uint32_t length = static_cast<std::uint32_t>(head[0]) << 24U |
                                 static_cast<std::uint32_t>(head[1]) << 16U |
                                 static_cast<std::uint32_t>(head[2]) << 8U | head[3];
    if (length == 0 || length > 64U * 1024U) throw failure{OSM_MALFORMED, "blob header of an impossible size", 0, at};
    header.resize(length);
    if (::pread(fd, header.data(), length, at + 4) != static_cast<ssize_t>(length))
      throw failure{OSM_TRUNCATED, "the file ends inside a blob header", 0, at};
    const std::int64_t next = at + 4 + length + blob_size(header.data(), length, at);
    if (next > file_size) throw failure{OSM_TRUNCATED, "the file ends inside a blob", 0, at};
    at = next;
  }
}

}  // namespace

struct osm_reader {
  osmium::io::File file;
  std::unordered_map<std::string, std::uint32_t> keys;

  std::vector<osm_way> ways;
  std::vector<osm_relation> relations;
  std::vector<osm_node> nodes;
  std::vector<osm_tag> way_tags;
  std::vector<osm_tag> relation_tags;
  std::vector<osm_tag> node_tags;
  std::vector<osm_member> members;
  std::vector<std::int64_t> refs;
  std::vector<std::int32_t> ref_nodes;

  std::deque<std::string> text;
  std::vector<osm_string> strings;
  std::unordered_map<std::string_view, std::uint32_t> string_places;
  std::string lookup;

  explicit osm_reader(osmium::io::File opened) : file(std::move(opened)) {}

  std::uint32_t intern(const char *value) {
    const auto found = string_places.find(std::string_view{value});
    if (found != string_places.end()) return found->second;
    const std::uint32_t at = place(strings.size());
    text.emplace_back(value);
    const std::string &kept = text.back();
    strings.push_back({kept.data(), static_cast<std::uint32_t>(kept.size())});
    string_places.emplace(std::string_view{kept}, at);
    return at;
  }

  std::uint32_t add_tags(const osmium::TagList &list, std::vector<osm_tag> &tags) {
    const std::uint32_t first = place(tags.size());
    for_each_tag(list, [&](const char *name, const char *value) {
      lookup.assign(name);
      const auto key = keys.find(lookup);
      if (key != keys.end()) tags.push_back({key->second, intern(value)});
    });
    return first;
  }

  void add(const osmium::Way &way) {
    const char *const route = value_of(way.tags(), "route");
    const bool is_road = *value_of(way.tags(), "highway") || !std::strcmp(route, "ferry") ||
                         !std::strcmp(route, "shuttle_train");
    if (!is_road || !way.visible()) return;
    ways.push_back({way.id(), place(refs.size()), add_tags(way.tags(), way_tags)});
    for (const auto &node : way.nodes()) refs.push_back(node.ref());
  }

  void add(const osmium::Relation &relation) {
    const char *const type = value_of(relation.tags(), "type");
    if (std::strcmp(type, "restriction") && std::strncmp(type, "restriction:", 12)) return;
    if (!relation.visible()) return;
    relations.push_back({relation.id(), place(members.size()), add_tags(relation.tags(), relation_tags)});
    for (const auto &member : relation.members())
      members.push_back({member.ref(), intern(member.role()), osmium::item_type_to_char(member.type())});
  }

  void read_ways() {
    osmium::thread::Pool pool{2, 8};
    osmium::io::Reader reader{file, osmium::osm_entity_bits::way | osmium::osm_entity_bits::relation,
                              osmium::io::read_meta::no, pool};
    while (osmium::memory::Buffer buffer = reader.read()) {
      for (const auto &item : buffer) {
        if (item.type() == osmium::item_type::way) add(static_cast<const osmium::Way &>(item));
        if (item.type() == osmium::item_type::relation) add(static_cast<const osmium::Relation &>(item));
      }
    }
    reader.close();
    ways.push_back({0, place(refs.size()), place(way_tags.size())});
    relations.push_back({0, place(members.size()), place(relation_tags.size())});
  }

  void number_nodes(const std::uint8_t *keep) {
    std::vector<std::int64_t> ids;
    for (std::size_t way = 0; way + 1 < ways.size(); ++way) {
      if (!keep[way]) continue;
      ids.insert(ids.end(), refs.begin() + ways[way].first_ref, refs.begin() + ways[way + 1].first_ref);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    check_room(ids.size());
    nodes.assign(ids.size(), osm_node{0, 0, 0, 0, 0, false});
    ref_nodes.assign(refs.size(), -1);
    for (std::size_t node = 0; node < ids.size(); ++node) nodes[node].id = ids[node];
    for (std::size_t way = 0; way + 1 < ways.size(); ++way) {
      if (!keep[way]) continue;
      for (std::size_t ref = ways[way].first_ref; ref < ways[way + 1].first_ref; ++ref) {
        const auto found = std::lower_bound(ids.begin(), ids.end(), refs[ref]);
        ref_nodes[ref] = static_cast<std::int32_t>(found - ids.begin());
      }
    }
  }

  void read_nodes(const std::uint8_t *keep) {
    number_nodes(keep);
    const auto end = nodes.end();
    auto next = nodes.begin();
    osmium::thread::Pool pool{2, 8};
    osmium::io::Reader reader{file, osmium::osm_entity_bits::node, osmium::io::read_meta::no, pool};
    while (osmium::memory::Buffer buffer = reader.read()) {
      for (const auto &item : buffer) {
        if (item.type() != osmium::item_type::node) continue;
        const auto &node = static_cast<const osmium::Node &>(item);
        // Files are nearly always in the order of ids: step forward, and search only when that fails.
        if (next != end && next->id < node.id()) {
          ++next;
          if (next != end && next->id < node.id()) next = std::lower_bound(next, end, node.id(), precedes);
        } else if (next == end || next->id > node.id()) {
          const bool is_ahead = next != nodes.begin() && (next - 1)->id < node.id();
          if (!is_ahead) next = std::lower_bound(nodes.begin(), end, node.id(), precedes);
        }
        if (next == end || next->id != node.id() || next->is_found || !node.visible()) continue;
        if (!node.location().valid()) continue;
        next->latitude_e7 = node.location().y();
        next->longitude_e7 = node.location().x();
        next->is_found = true;
        next->first_tag = add_tags(node.tags(), node_tags);
        next->tag_count = place(node_tags.size()) - next->first_tag;
      }
    }
    reader.close();
  }

  static bool precedes(const osm_node &node, std::int64_t id) noexcept { return node.id < id; }
};

namespace {

void report(osm_error *error, osm_error_code code, const char *message, std::uint64_t line = 0, std::int64_t byte = -1) {
  if (!error) return;
  *error = osm_error{code, line, byte, 0, {}};
  std::snprintf(error->message, sizeof error->message, "%s", message);
  for (char *c = error->message; *c; ++c) {
    if (static_cast<unsigned char>(*c) < ' ' || *c == 0x7f) *c = ' ';
  }
}

/// Runs `body`; turns whatever it throws into an error.
template <typename Body>
bool guarded(osm_error *error, Body &&body) noexcept {
  try {
    body();
    return true;
  } catch (const failure &caught) {
    report(error, caught.code, caught.message.c_str(), caught.line, caught.byte);
  } catch (const osmium::xml_error &caught) {
    const bool is_cut = caught.error_code == XML_ERROR_NO_ELEMENTS || caught.error_code == XML_ERROR_UNCLOSED_TOKEN ||
                        caught.error_code == XML_ERROR_PARTIAL_CHAR ||
                        caught.error_code == XML_ERROR_UNCLOSED_CDATA_SECTION;
    report(error, is_cut ? OSM_TRUNCATED : OSM_MALFORMED, caught.error_string.c_str(), caught.line);
  } catch (const osmium::gzip_error &caught) {
    const bool is_cut = caught.gzip_error_code == Z_BUF_ERROR;
    report(error, is_cut ? OSM_TRUNCATED : OSM_MALFORMED, is_cut ? "the compressed data end early" : "damaged gzip data");
  } catch (const osmium::bzip2_error &caught) {
    const bool is_cut = caught.bzip2_error_code == BZ_UNEXPECTED_EOF;
    report(error, is_cut ? OSM_TRUNCATED : OSM_MALFORMED,
           is_cut ? "the compressed data end early" : "damaged bzip2 data");
  } catch (const std::bad_alloc &) {
    report(error, OSM_TOO_LARGE, "no memory left");
  } catch (const std::length_error &caught) {
    report(error, OSM_MALFORMED, caught.what());
  } catch (const std::system_error &caught) {
    report(error, OSM_CANNOT_OPEN, caught.what());
  } catch (const std::exception &caught) {
    report(error, OSM_MALFORMED, caught.what());
  } catch (...) {
    report(error, OSM_INTERNAL, "an unknown failure inside the reader");
  }
  return false;
}

std::int64_t last_way(const osm_reader &reader) {
  return reader.ways.empty() ? 0 : reader.ways.back().id;
}

template <typename Element>
const Element *view(const std::vector<Element> &elements, std::size_t terminators, size_t *count) {
  *count = elements.size() < terminators ? 0 : elements.size() - terminators;
  return elements.data();
}

}  // namespace

extern "C" {

osm_reader *osm_reader_open(const char *path, const char *const *keys, size_t key_count, osm_error *error) {
  osm_reader *result = nullptr;
  guarded(error, [&] {
    // libosmium reads "-" as standard input and starts a program for anything that looks like an address.
    const std::string plain = path[0] == '/' ? std::string{path} : std::string{"./"} + path;
    const descriptor opened{::open(plain.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (opened.value < 0) throw failure{OSM_CANNOT_OPEN, std::strerror(errno)};
    struct stat status;
    if (::fstat(opened.value, &status) != 0) throw failure{OSM_CANNOT_OPEN, std::strerror(errno)};
    if (S_ISDIR(status.st_mode)) throw failure{OSM_NOT_A_FILE, "is a directory"};
    if (!S_ISREG(status.st_mode)) throw failure{OSM_NOT_A_FILE, "is not a regular file"};
    if (status.st_size == 0) throw failure{OSM_EMPTY, "is empty"};
    unsigned char head[256];
    const ssize_t length = ::pread(opened.value, head, sizeof head, 0);
    if (length <= 0) throw failure{OSM_CANNOT_OPEN, "cannot be read"};
    const char *const format = format_of(head, static_cast<std::size_t>(length));
    if (!format) throw failure{OSM_UNKNOWN_FORMAT, "is no OpenStreetMap file", 0, 0};
    if (!std::strcmp(format, "osm.pbf")) check_frames(opened.value, status.st_size);
    auto reader = std::make_unique<osm_reader>(osmium::io::File{plain, format});
    for (std::size_t key = 0; key < key_count; ++key) reader->keys.emplace(keys[key], static_cast<std::uint32_t>(key));
    result = reader.release();
  });
  return result;
}

void osm_reader_close(osm_reader *reader) { delete reader; }

bool osm_reader_read_ways(osm_reader *reader, osm_error *error) {
  const bool is_read = guarded(error, [&] { reader->read_ways(); });
  if (!is_read && error) error->after_way = last_way(*reader);
  return is_read;
}

bool osm_reader_read_nodes(osm_reader *reader, const uint8_t *keep, osm_error *error) {
  return guarded(error, [&] { reader->read_nodes(keep); });
}

const osm_way *osm_reader_ways(const osm_reader *reader, size_t *count) { return view(reader->ways, 1, count); }
const osm_relation *osm_reader_relations(const osm_reader *reader, size_t *count) {
  return view(reader->relations, 1, count);
}
const osm_node *osm_reader_nodes(const osm_reader *reader, size_t *count) { return view(reader->nodes, 0, count); }
const osm_tag *osm_reader_way_tags(const osm_reader *reader, size_t *count) { return view(reader->way_tags, 0, count); }
const osm_tag *osm_reader_relation_tags(const osm_reader *reader, size_t *count) {
  return view(reader->relation_tags, 0, count);
}
const osm_tag *osm_reader_node_tags(const osm_reader *reader, size_t *count) {
  return view(reader->node_tags, 0, count);
}
const osm_member *osm_reader_members(const osm_reader *reader, size_t *count) {
  return view(reader->members, 0, count);
}
const osm_string *osm_reader_strings(const osm_reader *reader, size_t *count) {
  return view(reader->strings, 0, count);
}
const int64_t *osm_reader_refs(const osm_reader *reader, size_t *count) { return view(reader->refs, 0, count); }
const int32_t *osm_reader_ref_nodes(const osm_reader *reader, size_t *count) {
  return view(reader->ref_nodes, 0, count);
}

}  // extern "C"

// libosmium's assertions would end the program on conditions that files can bring about; with them off, what it cannot
// read becomes an exception, and every exception ends at the C boundary below.
#ifndef NDEBUG
#define NDEBUG
#endif
#define OSMIUM_WITH_LZ4

#include "COSMReader.h"
#include "file_checks.hpp"

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

using file_checks::check_frames;
using file_checks::descriptor;
using file_checks::failure;
using file_checks::format_of;
using file_checks::xml_guard;

namespace {

constexpr std::size_t array_limit = std::numeric_limits<std::int32_t>::max();

void check_room(std::size_t count) {
  if (count >= array_limit) throw failure{OSM_TOO_LARGE, "more than 2,147,483,646 elements of one kind"};
}

std::uint32_t place(std::size_t index) {
  check_room(index);
  return static_cast<std::uint32_t>(index);
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

void check_xml(const std::string &path, osmium::io::file_compression compression) {
  // The decompressor owns and closes its file.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw failure{OSM_CANNOT_OPEN, std::strerror(errno)};
  const auto decompressor = osmium::io::CompressionFactory::instance().create_decompressor(compression, fd);
  xml_guard guard;
  for (std::string block = decompressor->read(); !block.empty(); block = decompressor->read()) guard.check(block);
  decompressor->close();
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

void report(osm_error *error, osm_error_code code, const char *message, std::uint64_t line = 0,
            std::int64_t byte = -1) {
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
    report(error, is_cut ? OSM_TRUNCATED : OSM_MALFORMED,
           is_cut ? "the compressed data end early" : "damaged gzip data");
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
    if (reader->file.format() == osmium::io::file_format::xml) check_xml(plain, reader->file.compression());
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

#ifndef WAYBENCH_OSM_FILE_CHECKS_HPP
#define WAYBENCH_OSM_FILE_CHECKS_HPP

// What is looked at before libosmium sees a file: its form, the frames of PBF, the tokens of XML.

#include "COSMReader.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <unistd.h>

namespace file_checks {

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

/// The forms that can be read, told apart by the first bytes; the name of the file is no evidence.
inline const char *format_of(const unsigned char *head, std::size_t length) {
  if (length >= 2 && head[0] == 0x1f && head[1] == 0x8b) return "osm.gz";
  if (length >= 3 && std::memcmp(head, "BZh", 3) == 0) return "osm.bz2";
  if (length >= 6 && head[0] == 0 && head[4] == 0x0a) return "osm.pbf";
  std::size_t at = length >= 3 && std::memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < length && (head[at] == ' ' || head[at] == '\t' || head[at] == '\r' || head[at] == '\n')) ++at;
  if (at < length && head[at] == '<') return "osm";
  return nullptr;
}

/// The size of the blob that follows a PBF blob header: field 3, a varint.
inline std::int64_t blob_size(const unsigned char *header, std::size_t length, std::int64_t at) {
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

/// Walks the frames of a PBF file, because libosmium takes one that ends between two frames' parts for a whole one.
inline void check_frames(int fd, std::int64_t file_size) {
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

/// Looks through XML before expat does, which buffers each token whole, however long, and starts it anew with every
/// block that is read. Refuses tokens over 1 MB, document type declarations (and so all entities) and zero bytes (and so
/// UTF-16, in which this would not know a token).
class xml_guard {
  enum class state { text, open, tag, single_quote, double_quote, bang, comment, cdata, instruction };
  static constexpr std::size_t token_limit = 1U << 20U;

  state where = state::text;
  std::size_t token_length = 0;
  std::uint64_t line = 1;
  std::string head;
  char before = 0;
  char last = 0;

  void enter(state next) {
    where = next;
    before = last = 0;
  }

  /// Moves on by a character of the text after "<!".
  void take_bang(char c) {
    static const std::string cdata = "[CDATA[";
    head.push_back(c);
    if (head == "--") {
      enter(state::comment);
    } else if (head == cdata) {
      enter(state::cdata);
    } else if (head != "-" && cdata.compare(0, head.size(), head) != 0) {
      throw failure{OSM_MALFORMED, "a document type declaration or entity", line};
    }
  }

  void take(char c) {
    switch (where) {
      case state::text:
        if (c == '<') {
          enter(state::open);
          token_length = 0;
        }
        return;
      case state::open:
        head.clear();
        enter(c == '?' ? state::instruction : c == '!' ? state::bang : c == '>' ? state::text : state::tag);
        return;
      case state::tag:
        if (c == '>') where = state::text;
        if (c == '\'') where = state::single_quote;
        if (c == '"') where = state::double_quote;
        return;
      case state::single_quote:
        if (c == '\'') where = state::tag;
        return;
      case state::double_quote:
        if (c == '"') where = state::tag;
        return;
      case state::bang: take_bang(c); return;
      case state::comment:
        if (c == '>' && before == '-' && last == '-') where = state::text;
        break;
      case state::cdata:
        if (c == '>' && before == ']' && last == ']') where = state::text;
        break;
      case state::instruction:
        if (c == '>' && last == '?') where = state::text;
        break;
    }
    before = last;
    last = c;
  }

 public:
  void check(const std::string &block) {
    for (const char c : block) {
      if (c == 0) throw failure{OSM_MALFORMED, "a zero byte", line};
      if (c == '\n') ++line;
      take(c);
      if (where != state::text && ++token_length > token_limit)
        throw failure{OSM_MALFORMED, "an element longer than 1 MB", line};
    }
  }
};

}  // namespace file_checks

#endif

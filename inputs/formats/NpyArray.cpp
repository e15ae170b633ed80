#include "inputs/formats/NpyArray.h"

#include "inputs/Error.h"
#include "inputs/formats/ReadColumn.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

namespace galois::inputs {

namespace {

using std::string_view_literals::operator""sv;

/// Returns the text behind 'KEY': in a dictionary; "" if there is none.
std::string_view valueOf(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) {
    return {};
  }
  text.remove_prefix(at + key.size());
  text.remove_prefix(std::min(text.find_first_not_of(" :"), text.size()));
  return text;
}

/// Reads the numbers of a tuple such as (3,) or (2, 5).
std::optional<std::vector<std::uint64_t>> readShape(std::string_view text) {
  if (!text.starts_with('(')) {
    return std::nullopt;
  }
  std::vector<std::uint64_t> shape;
  text.remove_prefix(1);
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
    if (text.starts_with(')')) {
      return shape;
    }
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) {
      return std::nullopt;
    }
    shape.push_back(number);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
}

/// Reads a type such as '<i4' or '|b1'.
bool readType(std::string_view text, NpyHeader& header) {
  constexpr size_t kLeast = 4; // quote, order, kind, one digit
  if (text.size() < kLeast || (text[0] != '\'' && text[0] != '"') ||
      (text[1] != '<' && text[1] != '|')) {
    return false;
  }
  header.kind = text[2];
  text.remove_prefix(3);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), header.bytes);
  if (error != std::errc() || end == text.data() + text.size() || (*end != '\'' && *end != '"')) {
    return false;
  }
  const auto isOneOf = [&](std::initializer_list<std::uint64_t> sizes) {
    return std::find(sizes.begin(), sizes.end(), header.bytes) != sizes.end();
  };
  constexpr std::uint64_t kLongestText = 1000;
  switch (header.kind) {
  case 'b':
    return header.bytes == 1;
  case 'i':
  case 'u':
    return isOneOf({1, 2, 4, 8});
  case 'f':
    return isOneOf({4, 8});
  case 'S':
  case 'U':
    header.bytes *= header.kind == 'U' ? 4 : 1;
    return header.bytes <= kLongestText;
  default:
    return false;
  }
}

template <typename Number>
Number numberAt(const std::vector<char>& values, std::uint64_t place) {
  Number number;
  std::memcpy(&number, values.data() + place * sizeof(Number), sizeof(number));
  return number;
}

} // namespace

std::optional<std::uint64_t> NpyHeader::count() const {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48;
  std::uint64_t product = 1;
  for (const std::uint64_t length : shape) {
    if (length > kMost || product * length > kMost) {
      return std::nullopt;
    }
    product *= length;
    if (product == 0) {
      return 0;
    }
  }
  return product;
}

std::optional<NpyHeader> parseNpyHeader(std::string_view text) {
  NpyHeader header;
  const auto shape = readShape(valueOf(text, "'shape'"));
  if (!shape || !readType(valueOf(text, "'descr'"), header)) {
    return std::nullopt;
  }
  header.shape = *shape;
  return header;
}

std::int64_t NpyArray::integer(std::uint64_t place) const {
  const bool sign = header.kind == 'i';
  switch (header.bytes) {
  case 1:
    return sign ? numberAt<std::int8_t>(values, place) : numberAt<std::uint8_t>(values, place);
  case 2:
    return sign ? numberAt<std::int16_t>(values, place) : numberAt<std::uint16_t>(values, place);
  case 4:
    return sign ? numberAt<std::int32_t>(values, place)
                : std::int64_t{numberAt<std::uint32_t>(values, place)};
  default:
    return numberAt<std::int64_t>(values, place);
  }
}

double NpyArray::real(std::uint64_t place) const {
  if (header.kind == 'f') {
    return header.bytes == 4 ? numberAt<float>(values, place) : numberAt<double>(values, place);
  }
  return header.kind == 'u' && header.bytes == 8
             ? static_cast<double>(numberAt<std::uint64_t>(values, place))
             : static_cast<double>(integer(place));
}

NpyArray readNpyArray(ZipReader& zip, const std::string& file, std::uint64_t most) {
  constexpr auto kMark = "\x93NUMPY"sv;
  const auto failShort = [&] {
    fail("{}: the array {} is cut short; write the file again", file, zip.entry());
  };
  const auto need = [&](char* to, size_t count) {
    if (zip.readFully(to, count) != count) {
      failShort();
    }
  };
  char start[8];
  need(start, sizeof(start));
  std::uint32_t length = 0;
  const bool marked = std::string_view(start, kMark.size()) == kMark;
  if (marked) {
    need(reinterpret_cast<char*>(&length), start[kMark.size()] == 1 ? 2 : 4);
  }
  constexpr std::uint32_t kLongest = 1 << 16;
  if (!marked || length > kLongest) {
    fail("{}: {} is not an array of NumPy", file, zip.entry());
  }
  std::string text(length, '\0');
  need(text.data(), text.size());
  NpyArray array;
  const auto header = parseNpyHeader(text);
  if (!header || !header->count()) {
    text.resize(std::min<std::size_t>(text.size(), 200));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
    fail("{}: the array {} must have little-endian numbers of at most 8 bytes; its header is {}",
         file, zip.entry(), text.substr(0, text.find_last_not_of(' ') + 1));
  }
  array.header = *header;
  array.count = *header->count();
  const std::uint64_t bytes = array.count * array.header.bytes;
  // A header that only claims more than there is says so first.
  const std::uint64_t read = std::min(bytes, most);
  if (detail::readColumn(zip, array.values, read) != read) {
    failShort();
  }
  if (bytes > most) {
    fail("{}: the array {} unpacks to {} MB, which is too much for so small a file; write it "
         "without compression",
         file, zip.entry(), bytes >> 20);
  }
  char more = 0;
  if (zip.readFully(&more, 1) != 0) {
    fail("{}: the array {} goes on after the {} values that its header says", file, zip.entry(),
         array.count);
  }
  return array;
}

} // namespace galois::inputs

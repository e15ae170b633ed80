#include "inputs/formats/ConversionNotes.h"

#include "inputs/Error.h"
#include "inputs/io/ContentHash.h"

#include "galois/graphs/GrNotes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

namespace {

using graphs::GrNotesEnd;

/// The beginning of the notes. The recipe, the source, the ends and bytes of the names, More, the
/// coordinates, and the lines of Graph::notes follow, then zeros up to a multiple of 8 bytes,
/// Checksum and GrNotesEnd.
struct Start {
  std::uint64_t mark = graphs::kGrNotesMark;
  std::uint64_t recipe = 0, source = 0; ///< their sizes
  std::uint64_t weights = 0, ids = 0;   ///< as in ConversionNotes
  std::uint64_t names = 0, nameBytes = 0;
};
/// What follows the names. Files of earlier versions end without it, and still tell their source.
struct More {
  std::uint64_t coords = 0, noteBytes = 0;
};
using Checksum = std::uint64_t; ///< of all before it and the size in GrNotesEnd

std::string_view bytesOf(const auto& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

std::uint64_t textsOf(const Start& start, const More& more) {
  return start.recipe + start.source + start.nameBytes + more.noteBytes;
}

std::uint64_t sizeOf(const Start& start, const More& more) {
  const std::uint64_t tables =
      start.names * sizeof(std::uint64_t) + sizeof(more) + more.coords * sizeof(Coordinate);
  return (sizeof(start) + tables + textsOf(start, more) + 7) / 8 * 8 + sizeof(Checksum) +
         sizeof(GrNotesEnd);
}

template <typename T>
std::string_view bytesOfAll(const std::vector<T>& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T)};
}

/// Reads bytes of a file one after the other.
class Cursor {
public:
  Cursor(int file, std::uint64_t at) : file_(file), at_(at) {}
  void read(void* to, std::uint64_t size) {
    for (char* out = static_cast<char*>(to); size > 0;) {
      const ssize_t got = pread(file_, out, size, static_cast<off_t>(at_));
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got == 0) {
        fail("it is cut short");
      }
      if (got < 0) {
        fail("it cannot be read: {}", std::strerror(errno));
      }
      hash_.add({out, static_cast<size_t>(got)});
      out += got;
      at_ += static_cast<std::uint64_t>(got);
      size -= static_cast<std::uint64_t>(got);
    }
  }
  void read(auto& container, std::uint64_t count) {
    container.resize(count);
    read(container.data(), count * sizeof(container[0]));
  }
  const ContentHash& hash() const { return hash_; }

private:
  int file_;
  std::uint64_t at_;
  ContentHash hash_;
};

} // namespace

void writeNotes(const ConversionNotes& notes, const Graph& graph, OutputFile& file) {
  constexpr std::string_view kZeros("\0\0\0\0\0\0\0", 7);
  const std::uint64_t before = (8 - file.written() % 8) % 8;
  file.write(kZeros.substr(0, before));
  ContentHash hash;
  std::uint64_t written = 0;
  const auto write = [&](std::string_view bytes) {
    hash.add(bytes);
    file.write(bytes);
    written += bytes.size();
  };
  Start start;
  start.recipe = notes.recipe.size();
  start.source = notes.source.size();
  start.weights = static_cast<std::uint64_t>(notes.weights);
  start.ids = notes.ids;
  start.names = graph.names.size();
  start.nameBytes = graph.names.bytes().size();
  More more;
  more.coords = graph.coords.size();
  std::string said;
  for (const std::string& note : graph.notes) {
    said += note + '\n';
  }
  more.noteBytes = said.size();
  write(bytesOf(start));
  write(notes.recipe);
  write(notes.source);
  write(bytesOfAll(graph.names.ends()));
  write(bytesOfAll(graph.names.bytes()));
  write(bytesOf(more));
  write(bytesOfAll(graph.coords));
  write(said);
  write(kZeros.substr(0, (8 - written % 8) % 8));
  GrNotesEnd end;
  end.size = before + sizeOf(start, more);
  hash.add(bytesOf(end.size));
  const Checksum sum = hash.value();
  file.write(bytesOf(sum));
  file.write(bytesOf(end));
}

ConversionNotes readNotes(int file, Graph* graph) {
  struct stat info {};
  GrNotesEnd end;
  if (fstat(file, &info) != 0 || info.st_size < static_cast<off_t>(sizeof(Start) + sizeof(end))) {
    fail("it has no notes of its conversion");
  }
  const auto size = static_cast<std::uint64_t>(info.st_size);
  Cursor(file, size - sizeof(end)).read(&end, sizeof(end));
  const std::uint64_t before = graphs::sizeWithoutNotes(size, end);
  if (before == size) {
    fail("it has no notes of its conversion");
  }
  const std::uint64_t begin = (before + 7) / 8 * 8;
  constexpr auto kDamaged = "it has damaged notes of its conversion";
  Cursor cursor(file, begin);
  Start start;
  if (end.size < sizeof(start)) {
    fail(kDamaged);
  }
  cursor.read(&start, sizeof(start));
  // None of the numbers exceeds the size of the notes, so their sum does not overflow.
  const auto possible = [&](std::uint64_t number) { return number <= end.size; };
  if (start.mark != graphs::kGrNotesMark || !possible(start.recipe) || !possible(start.source) ||
      !possible(start.names) || !possible(start.nameBytes) ||
      begin + sizeOf(start, {}) > size + sizeof(More) ||
      start.weights > static_cast<std::uint64_t>(WeightType::kFloat)) {
    fail(kDamaged);
  }
  ConversionNotes notes;
  notes.weights = static_cast<WeightType>(start.weights);
  notes.ids = start.ids;
  cursor.read(notes.recipe, start.recipe);
  cursor.read(notes.source, start.source);
  if (graph == nullptr) {
    return notes;
  }
  if (begin + sizeOf(start, {}) > size) {
    fail(kDamaged);
  }
  cursor.read(graph->names.ends(), start.names);
  cursor.read(graph->names.bytes(), start.nameBytes);
  More more;
  cursor.read(&more, sizeof(more));
  if (!possible(more.coords) || !possible(more.noteBytes) || begin + sizeOf(start, more) != size) {
    fail(kDamaged);
  }
  cursor.read(graph->coords, more.coords);
  std::string said;
  cursor.read(said, more.noteBytes);
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    graph->notes.push_back(line);
  }
  std::string zeros;
  cursor.read(zeros, (8 - textsOf(start, more) % 8) % 8);
  ContentHash hash = cursor.hash();
  hash.add(bytesOf(end.size));
  Checksum sum = 0;
  cursor.read(&sum, sizeof(sum));
  if (sum != hash.value() || !graph->names.isConsistent()) {
    fail(kDamaged);
  }
  return notes;
}

} // namespace galois::inputs

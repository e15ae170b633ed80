#include "SourceList.h"

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "inputs/generate/CounterRandom.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"

namespace sssp {

namespace {

constexpr std::string_view kRandom = "random:";

/// Returns K of random:K. @throws lonestar::UsageError
std::uint32_t countOfDrawn(const std::string& sources) {
  constexpr std::uint32_t kMost = 1u << 20;
  const std::string_view count = std::string_view(sources).substr(kRandom.size());
  std::uint32_t wanted = 0;
  const char* end = count.data() + count.size();
  const auto result = std::from_chars(count.data(), end, wanted);
  if (result.ec != std::errc() || result.ptr != end || wanted < 1 || wanted > kMost) {
    throw lonestar::UsageError(
        fmt::format("--sources={}: a number of sources from 1 to {} is needed, such as random:10",
                    sources, kMost));
  }
  return wanted;
}

} // namespace

bool isDrawn(const std::string& sources) { return sources.starts_with(kRandom); }

void checkDrawn(const std::string& sources) { countOfDrawn(sources); }

std::vector<std::uint32_t> nodesOfFile(const std::string& path, const char* what,
                                       std::uint64_t nodes,
                                       const galois::inputs::NodeIdMap& names) {
  galois::inputs::InputFile file(path);
  galois::inputs::TextScanner text(file);
  const std::string expected = fmt::format("a line has the number of one {}", what);
  std::vector<std::uint32_t> found;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line.front() == '#') {
      continue;
    }
    galois::inputs::Fields fields(text, line, expected.c_str());
    found.push_back(names.read(text, fields, what, nodes));
    fields.expectEnd();
  }
  if (found.empty()) {
    throw lonestar::AppError(
        fmt::format("{}: there is no {}; write one per line", text.name(), what));
  }
  return found;
}

std::vector<std::uint32_t> nodesOfList(const std::string& sources, std::uint64_t seed,
                                       std::uint64_t nodes, const galois::inputs::NodeIdMap& names,
                                       const std::function<std::uint64_t(std::uint32_t)>& degree,
                                       const char* instead) {
  if (!isDrawn(sources)) {
    return nodesOfFile(sources, "source", nodes, names);
  }
  std::uint32_t first = 0;
  while (first < nodes && degree(first) == 0) {
    ++first;
  }
  if (first == nodes) {
    throw lonestar::AppError(
        fmt::format("--sources={}: no node of this graph has an edge; {}", sources, instead));
  }
  const galois::inputs::CounterRandom random(seed);
  std::vector<std::uint32_t> found;
  const std::uint32_t wanted = countOfDrawn(sources);
  for (std::uint32_t stream = 0; stream < wanted; ++stream) {
    std::uint32_t node = 0;
    std::uint64_t draw = 0;
    do {
      node = static_cast<std::uint32_t>(random.below(nodes, stream, draw++));
    } while (degree(node) == 0);
    found.push_back(node);
  }
  return found;
}

} // namespace sssp

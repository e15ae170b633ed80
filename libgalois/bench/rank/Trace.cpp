#include "rank/Trace.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

namespace galois::bench {

namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic{'g', 't', 'r', 'a', 'c', 'e', '0', '1'};

fs::path fileOf(const std::string& folder, std::size_t thread) {
  return fs::path(folder) / fmt::format("thread-{:04}.trace", thread);
}

Trace readTrace(const fs::path& path) {
  const auto fail = [&](const char* what) {
    return std::runtime_error(fmt::format("{}: {}", path.string(), what));
  };
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!file || error) {
    throw fail("cannot be read");
  }
  std::array<char, kMagic.size()> magic{};
  if (!file.read(magic.data(), magic.size()) || magic != kMagic ||
      (size - kMagic.size()) % sizeof(Event) != 0) {
    throw fail("not a trace, or truncated");
  }
  Trace trace((size - kMagic.size()) / sizeof(Event));
  if (!file.read(reinterpret_cast<char*>(trace.data()),
                 static_cast<std::streamsize>(trace.size() * sizeof(Event)))) {
    throw fail("cannot be read");
  }
  for (std::size_t i = 1; i < trace.size(); ++i) {
    if (trace[i].stamp() < trace[i - 1].stamp()) {
      throw fail("not a trace: its stamps decrease");
    }
  }
  return trace;
}

} // namespace

void writeTraces(const std::string& folder, const std::vector<Trace>& traces) {
  for (std::size_t thread = 0; thread < traces.size(); ++thread) {
    const fs::path path = fileOf(folder, thread);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(kMagic.data(), kMagic.size());
    file.write(reinterpret_cast<const char*>(traces[thread].data()),
               static_cast<std::streamsize>(traces[thread].size() * sizeof(Event)));
    file.flush();
    if (!file) {
      throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
    }
  }
  // A file that a run with more threads has left would be read as part of this trace.
  std::error_code ignored;
  for (std::size_t thread = traces.size(); fs::remove(fileOf(folder, thread), ignored); ++thread) {
  }
}

std::vector<Trace> readTraces(const std::string& folder) {
  std::vector<Trace> traces;
  while (fs::exists(fileOf(folder, traces.size()))) {
    traces.push_back(readTrace(fileOf(folder, traces.size())));
  }
  if (traces.empty()) {
    throw std::runtime_error(fmt::format("{}: no trace (thread-0000.trace) there", folder));
  }
  return traces;
}

} // namespace galois::bench

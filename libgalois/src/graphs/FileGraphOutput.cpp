// Writes a FileGraph to a file, under a temporary name until it is complete.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/graphs/FileGraph.h"
#include "galois/runtime/report/WholeFile.h"

namespace galois::graphs {

namespace {

/// A file that gets its name only when finish() is called.
class OutputFile {
public:
  explicit OutputFile(const std::string& path)
      : path_(path), file_(runtime::openPendingFile(path)) {
    if (file_.descriptor < 0) {
      fail(file_.error == EISDIR ? "it is a directory" : std::strerror(file_.error));
    }
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() {
    if (file_.descriptor >= 0) {
      close(file_.descriptor);
    }
    if (!file_.temporary.empty() && !finished_) {
      unlink(file_.temporary.c_str());
    }
  }

  void write(const void* from, std::uint64_t bytes) {
    const char* at = static_cast<const char*>(from);
    while (bytes > 0) {
      const ssize_t done = ::write(file_.descriptor, at, std::min<std::uint64_t>(bytes, 1U << 30));
      if (done < 0 && errno == EINTR) {
        continue;
      }
      if (done < 0) {
        fail(std::strerror(errno));
      }
      at += done;
      bytes -= static_cast<std::uint64_t>(done);
    }
  }

  void finish() {
    const int fd = std::exchange(file_.descriptor, -1);
    if (close(fd) != 0) {
      fail(std::strerror(errno)); // some systems report a full disk only here
    }
    if (!file_.temporary.empty() && rename(file_.temporary.c_str(), file_.path.c_str()) != 0) {
      fail(std::strerror(errno));
    }
    finished_ = true;
  }

private:
  [[noreturn]] void fail(const char* why) const {
    throw GraphError(fmt::format("cannot write '{}': {}", path_, why));
  }

  const std::string& path_;
  runtime::PendingFile file_;
  bool finished_ = false;
};

/// Writes `count` words of type From as words of type To.
template <typename To, typename From>
void writeWords(OutputFile& file, const From* words, std::uint64_t count) {
  if constexpr (std::is_same_v<To, From>) {
    file.write(words, count * sizeof(To));
  } else {
    constexpr std::uint64_t kBlock = 1 << 16;
    std::vector<To> block(std::min(count, kBlock));
    for (std::uint64_t at = 0; at < count; at += kBlock) {
      const std::uint64_t n = std::min(count - at, kBlock);
      std::transform(words + at, words + at + n, block.begin(),
                     [](From word) { return static_cast<To>(word); });
      file.write(block.data(), n * sizeof(To));
    }
  }
}

} // namespace

void FileGraph::toFile(const std::string& filename, unsigned version) const {
  constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
  if (version == 0) {
    version = numNodes_ > kMax32 ? 2 : 1;
  }
  if (version > 2) {
    throw GraphError(fmt::format("cannot write '{}': there is no .gr version {}, only 1 and 2",
                                 filename, version));
  }
  if (version == 1 && numNodes_ > kMax32 + 1) {
    throw GraphError(fmt::format("cannot write '{}': {} nodes do not fit .gr version 1, only 2",
                                 filename, numNodes_));
  }
  if (numNodes_ != totalNodes_ || (numNodes_ > 0 && edgeEnd_[numNodes_ - 1] != numEdges_)) {
    throw GraphError(
        fmt::format("cannot write '{}': only a part of the graph is loaded", filename));
  }

  OutputFile file(filename);
  const GrHeader header{version, edgeSize_, numNodes_, numEdges_};
  file.write(&header, sizeof(header));
  file.write(edgeEnd_, numNodes_ * sizeof(std::uint64_t));
  const auto* dst32 = static_cast<const std::uint32_t*>(dst_);
  const auto* dst64 = static_cast<const std::uint64_t*>(dst_);
  if (version == 1) {
    version_ == 1 ? writeWords<std::uint32_t>(file, dst32, numEdges_)
                  : writeWords<std::uint32_t>(file, dst64, numEdges_);
  } else {
    version_ == 1 ? writeWords<std::uint64_t>(file, dst32, numEdges_)
                  : writeWords<std::uint64_t>(file, dst64, numEdges_);
  }
  const std::uint64_t padding = 0;
  if (numEdges_ % 2 == 1) {
    file.write(&padding, version == 1 ? 4 : 8);
  }
  file.write(edgeData_, numEdges_ * edgeSize_);
  file.finish();
}

} // namespace galois::graphs

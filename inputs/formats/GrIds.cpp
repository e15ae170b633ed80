#include "inputs/formats/GrIds.h"

#include "inputs/Error.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace galois::inputs {

namespace {

/// A file that is open for reading at any offset.
class RandomAccess {
public:
  explicit RandomAccess(const std::string& path)
      : path_(path), fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) {
      fail("cannot open {}: {}", path, std::strerror(errno));
    }
  }
  ~RandomAccess() { close(fd_); }
  RandomAccess(const RandomAccess&) = delete;
  RandomAccess& operator=(const RandomAccess&) = delete;

  /// Reads `size` bytes from `offset`. Returns false if the file does not have them.
  bool read(void* to, std::uint64_t size, std::uint64_t offset) const {
    for (std::uint64_t done = 0; done < size;) {
      const ssize_t got =
          pread(fd_, static_cast<char*>(to) + done, std::min<std::uint64_t>(size - done, 1u << 30),
                static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got < 0) {
        fail("cannot read {}: {}", path_, std::strerror(errno));
      }
      if (got == 0) {
        return false;
      }
      done += static_cast<std::uint64_t>(got);
    }
    return true;
  }

private:
  const std::string& path_;
  int fd_;
};

} // namespace

std::vector<std::uint64_t> readGrIds(const std::string& path) {
  const RandomAccess file(path);
  graphs::GrHeader header;
  if (!file.read(&header, sizeof(header), 0) || header.version != 1) {
    return {};
  }
  const auto layout = graphs::layoutOf(header);
  if (!layout) {
    return {};
  }
  std::uint64_t mark = 0;
  const std::uint64_t offset = grIdsOffset(*layout);
  if (!file.read(&mark, sizeof(mark), offset) || mark != kGrIdsMark) {
    return {};
  }
  std::vector<std::uint64_t> ids(header.numNodes);
  if (!file.read(ids.data(), ids.size() * sizeof(std::uint64_t), offset + sizeof(mark))) {
    fail("{} is cut short: the ids of its {} nodes are not all there", path, header.numNodes);
  }
  return ids;
}

} // namespace galois::inputs

#include "galois/graphs/GrFile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "galois/graphs/GrNotes.h"
#include "galois/graphs/GraphError.h"

namespace galois::graphs::internal {

GrFile::GrFile(const std::string& path)
    : path_(path), fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (fd_ < 0) {
    throw GraphError(fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  }
  try {
    inspect();
  } catch (...) {
    close(fd_);
    throw;
  }
}

GrFile::~GrFile() { close(fd_); }

void GrFile::checkSize(std::uint64_t nodes, std::uint64_t edges) const {
  const GrHeader& header = layout_.header;
  if (header.numNodes != nodes || header.numEdges != edges) {
    throw GraphError(fmt::format("'{}' has {} nodes and {} edges, but {} nodes and {} edges are "
                                 "wanted",
                                 path_, header.numNodes, header.numEdges, nodes, edges));
  }
}

std::size_t GrFile::read(void* to, std::size_t length, std::uint64_t offset) const {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got =
        pread(fd_, static_cast<char*>(to) + done, length - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      throw GraphError(fmt::format("cannot read '{}': {}", path_, std::strerror(errno)));
    }
    if (got == 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void GrFile::inspect() {
  struct stat info {};
  if (fstat(fd_, &info) != 0) {
    throw GraphError(fmt::format("cannot read '{}': {}", path_, std::strerror(errno)));
  }
  if (S_ISDIR(info.st_mode)) {
    throw GraphError(fmt::format("'{}' is a directory, not a .gr file", path_));
  }
  if (!S_ISREG(info.st_mode)) {
    throw GraphError(fmt::format("'{}' is not a regular file, and .gr files are mapped into "
                                 "memory; write it to a file first",
                                 path_));
  }
  char first[sizeof(GrHeader)];
  const std::size_t got = read(first, sizeof(first), 0);
  auto size = static_cast<std::uint64_t>(info.st_size);
  if (GrNotesEnd end; size > sizeof(end) && read(&end, sizeof(end), size - sizeof(end)) > 0) {
    size = sizeWithoutNotes(size, end);
  }
  layout_ = identifyGrFile(path_, first, got, size);
}

} // namespace galois::graphs::internal

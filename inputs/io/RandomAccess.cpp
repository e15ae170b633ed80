#include "inputs/io/RandomAccess.h"

#include "inputs/Error.h"
#include "inputs/io/AwaitInput.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace galois::inputs {

RandomAccess::RandomAccess(const std::string& path)
    : path_(path), fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (fd_ < 0) {
    fail("cannot open {}: {}", path, std::strerror(errno));
  }
}

RandomAccess::~RandomAccess() { close(fd_); }

bool RandomAccess::read(void* to, std::uint64_t size, std::uint64_t offset) const {
  for (std::uint64_t done = 0; done < size;) {
    awaitInput(fd_);
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

} // namespace galois::inputs

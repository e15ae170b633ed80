#include "inputs/io/ContentHash.h"

#include "inputs/Error.h"
#include "inputs/io/FileRoles.h"

#include <fcntl.h>
#include <lzma.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace galois::inputs {

void ContentHash::add(std::string_view bytes) {
  value_ = lzma_crc64(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), value_);
}

void ContentHash::addFile(const std::string& path) {
  constexpr size_t kBlock = 256 * 1024;
  noteInput(path);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    fail("cannot open {}: {}", path, std::strerror(errno));
  }
  std::vector<char> block(kBlock);
  std::uint64_t size = 0;
  int error = 0;
  while (true) {
    const ssize_t got = ::read(file, block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      error = errno;
    }
    if (got <= 0) {
      break;
    }
    add({block.data(), static_cast<size_t>(got)});
    size += static_cast<std::uint64_t>(got);
  }
  close(file);
  if (error != 0) {
    fail("cannot read {}: {}", path, std::strerror(error));
  }
  add({reinterpret_cast<const char*>(&size), sizeof(size)});
}

} // namespace galois::inputs

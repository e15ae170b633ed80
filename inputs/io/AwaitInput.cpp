#include "inputs/io/AwaitInput.h"

#include "galois/substrate/WaitWatch.h"

#include <fcntl.h>
#include <poll.h>

#include <cerrno>

namespace galois::inputs {

using substrate::WaitWatch;

void awaitInput(int file) {
  if (!WaitWatch::isWatched()) {
    return;
  }
  constexpr int kBetweenLooks = 50; // milliseconds
  pollfd waiting{file, POLLIN, 0};
  int ready = 0;
  do {
    WaitWatch::look();
    ready = poll(&waiting, 1, kBetweenLooks);
  } while (ready == 0 || (ready < 0 && errno == EINTR));
}

int openToRead(const char* path) {
  if (!WaitWatch::isWatched()) {
    return open(path, O_RDONLY | O_CLOEXEC);
  }
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file >= 0) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
  }
  return file;
}

} // namespace galois::inputs

#include "inputs/io/ReadWatch.h"

#include <fcntl.h>
#include <poll.h>

#include <cerrno>
#include <utility>

namespace galois::inputs {

namespace {
thread_local const std::function<void()>* watching = nullptr;
} // namespace

ReadWatch::ReadWatch(const std::function<void()>& look) : outer_(std::exchange(watching, &look)) {}

ReadWatch::~ReadWatch() { watching = outer_; }

void ReadWatch::awaitInput(int file) {
  if (watching == nullptr) {
    return;
  }
  constexpr int kBetweenLooks = 50; // milliseconds
  pollfd waiting{file, POLLIN, 0};
  int ready = 0;
  do {
    (*watching)();
    ready = poll(&waiting, 1, kBetweenLooks);
  } while (ready == 0 || (ready < 0 && errno == EINTR));
}

int ReadWatch::openToRead(const char* path) {
  if (watching == nullptr) {
    return open(path, O_RDONLY | O_CLOEXEC);
  }
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file >= 0) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
  }
  return file;
}

} // namespace galois::inputs

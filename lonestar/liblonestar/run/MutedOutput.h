/**
 * Silences processes that an MPI launcher has started as other ranks than 0. Before MPI says which
 * rank this is, all ranks would print the same about their flags.
 */
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace lonestar {

/// Discards what is written to this file descriptor from now on.
inline void discardOutput(int descriptor) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) {
    dup2(nowhere, descriptor);
    close(nowhere);
  }
}

/// Discards what is written to a file descriptor while the object exists. Its user flushes streams.
class MutedOutput {
public:
  explicit MutedOutput(int descriptor) : descriptor_(descriptor), kept_(dup(descriptor)) {
    discardOutput(descriptor);
  }
  ~MutedOutput() {
    dup2(kept_, descriptor_);
    close(kept_);
  }
  MutedOutput(const MutedOutput&) = delete;
  MutedOutput& operator=(const MutedOutput&) = delete;

private:
  const int descriptor_, kept_;
};

} // namespace lonestar

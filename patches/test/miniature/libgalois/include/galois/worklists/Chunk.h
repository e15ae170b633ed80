/** A worklist of the miniature itself, with names that ours have, too. */
#pragma once

#include <deque>
#include <mutex>

#include "galois/optional.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

template <int ChunkSize = 64, typename T = int, bool Concurrent = true>
class PerSocketChunkFIFO {
public:
  template <typename U>
  using retype = PerSocketChunkFIFO<ChunkSize, U, Concurrent>;
  template <bool B>
  using rethread = PerSocketChunkFIFO<ChunkSize, T, B>;
  using value_type = T;

  void push(const T& task) { push(&task, &task + 1); }
  template <typename Iter>
  void push(Iter b, Iter e) {
    const std::lock_guard<std::mutex> guard(mutex_);
    tasks_.insert(tasks_.end(), b, e);
  }
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }
  galois::optional<T> pop() {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (tasks_.empty()) {
      return galois::optional<T>();
    }
    const T task = tasks_.front();
    tasks_.pop_front();
    return galois::optional<T>(task);
  }

private:
  std::mutex mutex_;
  std::deque<T> tasks_;
};
GALOIS_WLCOMPILECHECK(PerSocketChunkFIFO)

} // namespace galois::worklists

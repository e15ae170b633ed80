#include "Directory.h"

#include <algorithm>
#include <utility>

namespace galois::substrate::virt {
namespace {
constexpr unsigned kFirstBits = 14;
} // namespace

Directory::Directory(const Costs& costs, const std::vector<unsigned>& socketOf)
    : costs_(costs), socketOf_(socketOf), words_((socketOf.size() + 63) / 64),
      stride_(sizeof(Entry) / sizeof(std::uint64_t) + words_), shift_(64 - kFirstBits),
      slots_(std::size_t{1} << kFirstBits), table_(slots_ * stride_) {
  for (unsigned core = 0; core < socketOf.size(); ++core) {
    const std::size_t row = socketOf[core] * words_;
    if (socketMask_.size() < row + words_) {
      socketMask_.resize(row + words_);
    }
    socketMask_[row + core / 64] |= std::uint64_t{1} << (core % 64);
  }
}

std::uint64_t* Directory::find(std::uintptr_t line) noexcept {
  for (std::size_t slot = slotOf(line);; slot = slot + 1 == slots_ ? 0 : slot + 1) {
    std::uint64_t* place = at(slot);
    if (entry(place).line == line) {
      return place;
    }
    if (entry(place).line == 0) {
      return nullptr;
    }
  }
}

void Directory::grow() {
  std::vector<std::uint64_t, OwnMemory<std::uint64_t>> old(2 * slots_ * stride_);
  old.swap(table_);
  const std::size_t oldSlots = std::exchange(slots_, 2 * slots_);
  --shift_;
  for (std::size_t from = 0; from < oldSlots; ++from) {
    std::uint64_t* const source = old.data() + from * stride_;
    if (entry(source).line == 0) {
      continue;
    }
    std::size_t slot = slotOf(entry(source).line);
    while (entry(at(slot)).line != 0) {
      slot = slot + 1 == slots_ ? 0 : slot + 1;
    }
    std::copy_n(source, stride_, at(slot));
  }
}

/// Returns the latency of a transfer of the line. A reader gets the nearest copy; a writer must
/// invalidate all copies, so the farthest one determines the latency.
Time Directory::distance(const CorePort& port, std::uint64_t* place, bool toWrite,
                         bool& cold) noexcept {
  const std::uint64_t* const copies = holders(place);
  const std::uint64_t* const home = socketMask_.data() + port.socket * words_;
  const std::size_t own = port.core / 64;
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);
  bool near = false;
  bool far = false;
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t others = copies[w] & ~(w == own ? bit : 0);
    near |= (others & home[w]) != 0;
    far |= (others & ~home[w]) != 0;
  }
  if (toWrite) {
    if (far) {
      return costs_.far;
    }
    if (near) {
      return costs_.near;
    }
    if ((copies[own] & bit) != 0) {
      return 0; // the only copy, not modified
    }
  } else {
    if (near) {
      return costs_.near;
    }
    if (far) {
      return costs_.far;
    }
  }
  cold = true;
  return costs_.memory;
}

/// Begins a transfer to the core, which does not wait. A later access before the line has arrived
/// waits for the remaining time. An engine spends the time of requests, and waits for buffers, in
/// place of the core.
bool Directory::prefetch(CorePort& port, std::uint64_t* place, bool toWrite) {
  const auto buffers = engineLines_ > 0 ? engineLines_ : static_cast<unsigned>(costs_.prefetches);
  if (buffers == 0) {
    return false;
  }
  if (engineLines_ == 0) {
    port.clock += costs_.prefetch;
  }
  std::uint64_t* const copies = holders(place);
  const std::size_t word = port.core / 64;
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);
  if (toWrite ? isMine(port, place) : (copies[word] & bit) != 0) {
    return false;
  }

  const Time from = port.prefetches.freeFrom(port.clock, buffers);
  if (engineLines_ == 0) {
    port.clock = from;
  }
  bool cold = false;
  const Time latency = distance(port, place, toWrite, cold);
  Entry& state = entry(place);
  const Time start = std::max(from, state.free);
  if (toWrite) {
    std::fill_n(copies, words_, 0);
    state.writer = port.core;
    state.free = start + latency;
  } else {
    state.free = start + costs_.readHold;
  }
  copies[word] |= bit;
  port.prefetches.add(state.line, start + latency, buffers);
  return cold;
}

void Directory::forget(const void* memory, std::size_t bytes) {
  if (bytes == 0) {
    return;
  }
  const std::uintptr_t first = lineOf(memory);
  const std::uintptr_t last = lineOf(static_cast<const char*>(memory) + bytes - 1);
  const auto clear = [this](std::uint64_t* place) {
    entry(place).free = 0;
    entry(place).writer = kNobody;
    for (std::size_t w = 0; w < words_; ++w) {
      holders(place)[w] = 0;
    }
  };
  if (last - first > slots_) {
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      const std::uintptr_t line = entry(at(slot)).line;
      if (line >= first && line <= last) {
        clear(at(slot));
      }
    }
    return;
  }
  for (std::uintptr_t line = first; line <= last; ++line) {
    if (std::uint64_t* const place = find(line)) {
      clear(place);
    }
  }
}

} // namespace galois::substrate::virt

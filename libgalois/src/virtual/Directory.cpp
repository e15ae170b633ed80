#include "Directory.h"

#include <algorithm>
#include <utility>

namespace galois::substrate::virt {
namespace {
constexpr unsigned kFirstBits = 9;
} // namespace

Directory::Directory(const Costs& costs, const std::vector<unsigned>& socketOf)
    : costs_(costs), socketOf_(socketOf), words_((socketOf.size() + 63) / 64),
      stride_(sizeof(Entry) / sizeof(std::uint64_t) + words_), shift_(64 - kFirstBits),
      pages_(std::size_t{1} << kFirstBits) {
  for (unsigned core = 0; core < socketOf.size(); ++core) {
    const std::size_t row = socketOf[core] * words_;
    if (socketMask_.size() < row + words_) {
      socketMask_.resize(row + words_);
    }
    socketMask_[row + core / 64] |= std::uint64_t{1} << (core % 64);
  }
}

Directory::Page& Directory::add(std::uintptr_t page) noexcept {
  if (++used_ * 2 > pages_.size()) {
    std::vector<Page, OwnMemory<Page>> old(2 * pages_.size());
    old.swap(pages_);
    --shift_;
    for (Page& each : old) {
      if (each.number != 0) {
        slot(each.number) = std::move(each);
      }
    }
  }
  Page& added = slot(page);
  added.number = page;
  added.entries.assign(stride_ << kPageBits, 0);
  return added;
}

/// Returns the latency of a transfer of the line. A reader gets the nearest copy; a writer must
/// invalidate all copies, so the farthest one determines the latency.
Time Directory::distance(const CorePort& port, const Entry& state, bool toWrite,
                         bool& cold) noexcept {
  const std::uint64_t* const copies = state.copies();
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
bool Directory::prefetch(CorePort& port, Place place, bool toWrite) noexcept {
  const auto buffers = engineLines_ > 0 ? engineLines_ : static_cast<unsigned>(costs_.prefetches);
  if (buffers == 0) {
    return false;
  }
  if (engineLines_ == 0) {
    port.clock += costs_.prefetch;
  }
  Entry& state = *place;
  std::uint64_t* const copies = state.copies();
  const std::size_t word = port.core / 64;
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);
  if (toWrite ? isMine(port, state) : (copies[word] & bit) != 0) {
    return false;
  }

  const Time from = port.prefetches.freeFrom(port.clock, buffers);
  if (engineLines_ == 0) {
    port.clock = from;
  }
  bool cold = false;
  const Time latency = distance(port, state, toWrite, cold);
  const Time start = std::max(from, state.free);
  if (toWrite) {
    std::fill_n(copies, words_, 0);
    state.writer = port.core + 1;
    state.free = start + latency;
  } else {
    state.free = start + costs_.readHold;
  }
  copies[word] |= bit;
  port.prefetches.add(place, start + latency, buffers);
  return cold;
}

void Directory::forget(const void* memory, std::size_t bytes) {
  if (bytes == 0) {
    return;
  }
  const std::uintptr_t first = lineOf(memory);
  const std::uintptr_t last = lineOf(static_cast<const char*>(memory) + bytes - 1);
  for (std::uintptr_t line = first; line <= last;) {
    const std::uintptr_t end = std::min(last, line | ((1u << kPageBits) - 1));
    Page& page = slot(pageOf(line));
    if (page.number != 0) {
      const auto from = page.entries.begin() +
                        static_cast<std::ptrdiff_t>((line & ((1u << kPageBits) - 1)) * stride_);
      std::fill_n(from, (end - line + 1) * stride_, 0);
    }
    line = end + 1;
  }
}

} // namespace galois::substrate::virt

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
  if (costs.limitsCaches()) {
    constexpr double kLineBytes = 1u << kLineBits;
    caches_.assign(socketOf.size(),
                   {static_cast<std::size_t>(costs.privateCache / kLineBytes), costs.arrayScale});
    shared_.assign(socketMask_.size() / words_,
                   {static_cast<std::size_t>(costs.sharedCache / kLineBytes), costs.arrayScale});
  }
}

/// Gives the line a number at its first access. A line that turns out to be of an array belongs into
/// other sets from then on.
void Directory::enroll(Entry& state, bool ofArray) noexcept {
  if (state.number == 0) {
    numbers_ = (numbers_ + 1) & ~kOfArray;
    state.number = numbers_ | (ofArray ? kOfArray : 0);
  } else if (ofArray && !isOfArray(state)) {
    dropFromShared(state);
    state.number |= kOfArray;
  }
}

/// Makes the line the one that the core has used last. What leaves the core's cache goes to that of
/// its socket.
void Directory::keep(const CorePort& port, Entry& state) noexcept {
  Cache& cache = caches_[port.core];
  auto* const evicted = static_cast<Place>(cache.use(&state, numberOf(state), isOfArray(state)));
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);
  if (evicted == nullptr || (evicted->copies()[port.core / 64] & bit) == 0 ||
      !cache.shareASet(numberOf(*evicted), isOfArray(*evicted), numberOf(state),
                       isOfArray(state))) {
    return; // the core has lost it already, or has it in another set
  }
  evicted->copies()[port.core / 64] &= ~bit;
  if (evicted->writer == port.core + 1) {
    evicted->writer = 0; // it is written back
  }
  keepShared(port.socket, *evicted);
}

void Directory::keepShared(unsigned socket, Entry& state) noexcept {
  shared_[socket].use(&state, numberOf(state), isOfArray(state));
}

void Directory::dropFromShared(const Entry& state) noexcept {
  for (Cache& each : shared_) {
    each.remove(&state, numberOf(state), isOfArray(state));
  }
}

bool Directory::isSharedElsewhere(unsigned socket, const Entry& state) const noexcept {
  for (unsigned other = 0; other < shared_.size(); ++other) {
    if (other != socket && isShared(other, state)) {
      return true;
    }
  }
  return false;
}

std::size_t Directory::readRow(CorePort& port, const void* row, std::size_t bytes) noexcept {
  std::size_t fromMemory = 0;
  if (!limited() || bytes == 0) {
    return fromMemory;
  }
  const std::uintptr_t first = lineOf(row);
  const std::uintptr_t last = lineOf(static_cast<const char*>(row) + bytes - 1);
  for (std::uintptr_t line = first; line <= last; ++line) {
    const Time before = port.clock;
    fromMemory += access(port, line, Access::kDataLoad) ? 1 : 0;
    const Time waited = port.clock - before;
    if (waited > costs_.hit) {
      // access() has divided the latency by data-overlap, which is of other misses
      const double latency = static_cast<double>(waited) * costs_.dataOverlap;
      port.clock =
          before + (line == first ? static_cast<Time>(latency / costs_.rowOverlap) : costs_.hit);
    }
  }
  return fromMemory;
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
Time Directory::distance(const CorePort& port, Entry& state, bool toWrite, bool& cold) noexcept {
  misses_.lines += limited() ? 1 : 0;
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
      misses_.lines -= limited() ? 1 : 0;
      return 0; // the only copy, not modified
    }
  } else {
    if (limited() && isShared(port.socket, state)) {
      return costs_.shared;
    }
    if (near) {
      return costs_.near;
    }
    if (far) {
      return costs_.far;
    }
  }
  if (limited()) {
    if (toWrite && isShared(port.socket, state)) {
      return costs_.shared;
    }
    if (isSharedElsewhere(port.socket, state)) {
      return costs_.far;
    }
    keepShared(port.socket, state);
    ++misses_.fromMemory;
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
  if (limited()) {
    if (toWrite) {
      dropFromShared(state);
    }
    keep(port, state);
  }
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
      for (std::uintptr_t each = line; limited() && each <= end; ++each) {
        Entry& state = *placeIn(page, each);
        if (state.number != 0) {
          dropFromShared(state);
        }
      }
      const auto from = page.entries.begin() +
                        static_cast<std::ptrdiff_t>((line & ((1u << kPageBits) - 1)) * stride_);
      std::fill_n(from, (end - line + 1) * stride_, 0);
    }
    line = end + 1;
  }
}

} // namespace galois::substrate::virt

/**
 * Greedy algorithms in parallel rounds: G. Blelloch, J. Fineman, J. Shun, "Greedy Sequential Maximal
 * Independent Set and Matching are Parallel on Average", SPAA 2012.
 *
 * The greedy algorithm looks at items in a given order and decides each by those before it. A round
 * takes the first undecided items of that order, the prefix, and looks at all of them at once. An
 * item whose earlier neighbours are decided becomes decided, too. The others stay in the prefix of
 * the next round, in front of new items. The answer is that of the greedy algorithm, whatever the
 * scheduler does. In a random order few items wait.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace forkjoin {

/// What the rounds took.
struct RoundCounts {
  std::uint64_t rounds = 0;
  std::uint64_t looks = 0; ///< number of times that an item was in a prefix
};

/// Decides items 0 to items - 1 in rounds.
/// @param prefix   number of items per round, at least 1
/// @param grain    least number of items per task
/// @param reserve  reserve(item) is called for each item of the prefix, before any commit
/// @param commit   commit(item) returns whether the item stays undecided. Calls of the same phase
///                 run at the same time.
/// @param room     memory for two prefixes
template <typename Context, typename Reserve, typename Commit>
RoundCounts prefixRounds(Context& context, std::size_t items, std::size_t prefix, std::size_t grain,
                         std::vector<std::uint32_t>& room, Reserve&& reserve, Commit&& commit) {
  constexpr std::size_t kBlock = 512;
  prefix = std::min(prefix, items);
  room.resize(2 * prefix);
  std::uint32_t* current = room.data();
  std::uint32_t* next = room.data() + prefix;
  std::vector<std::uint8_t> stays(prefix);
  std::vector<std::size_t> place(prefix / kBlock + 2);
  RoundCounts counts;
  std::size_t waiting = 0; // undecided items of earlier rounds, at the beginning of `current`
  std::size_t taken = 0;   // items that have been in a prefix
  while (waiting > 0 || taken < items) {
    const std::size_t fresh = std::min(prefix - waiting, items - taken);
    const std::size_t size = waiting + fresh;
    ++counts.rounds;
    counts.looks += size;
    context.parallelFor(
        std::size_t{0}, size,
        [&](auto&, std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            if (i >= waiting) {
              current[i] = static_cast<std::uint32_t>(taken + (i - waiting));
            }
            reserve(current[i]);
          }
        },
        grain);
    const std::size_t blocks = (size + kBlock - 1) / kBlock;
    const std::size_t blockGrain = std::max<std::size_t>(1, grain / kBlock);
    context.parallelFor(
        std::size_t{0}, blocks,
        [&](auto&, std::size_t begin, std::size_t end) {
          for (std::size_t block = begin; block < end; ++block) {
            std::size_t stay = 0;
            for (std::size_t i = block * kBlock; i < std::min(size, (block + 1) * kBlock); ++i) {
              stays[i] = commit(current[i]) ? 1 : 0;
              stay += stays[i];
            }
            place[block] = stay;
          }
        },
        blockGrain);
    std::size_t sum = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const std::size_t stay = place[block];
      place[block] = sum;
      sum += stay;
    }
    if (sum > 0) {
      context.parallelFor(
          std::size_t{0}, blocks,
          [&](auto&, std::size_t begin, std::size_t end) {
            for (std::size_t block = begin; block < end; ++block) {
              std::size_t to = place[block];
              for (std::size_t i = block * kBlock; i < std::min(size, (block + 1) * kBlock); ++i) {
                if (stays[i] != 0) {
                  next[to++] = current[i];
                }
              }
            }
          },
          blockGrain);
      std::swap(current, next);
    }
    waiting = sum;
    taken += fresh;
  }
  return counts;
}

} // namespace forkjoin

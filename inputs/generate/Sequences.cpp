#include "inputs/generate/Sequences.h"

#include "inputs/generate/CounterRandom.h"

#include <bit>

namespace galois::inputs {

namespace {

// Streams of random numbers. Ranks use one for the level and one for the place of each attempt.
constexpr std::uint32_t kElements = 0, kHashes = 1, kRanks = 2;

/// Returns a rank between 1 and `most`, i with a probability in proportion to 1/i, for most >= 1.
///
/// A level k is uniform in 0..log2(most), and i is uniform in [2^k, 2^(k+1)). Keeping i with
/// probability 2^k / i, at least half of the time, and otherwise starting again leaves 1/i for
/// every rank. No logarithm is needed, which not every machine rounds alike.
std::uint64_t exponentialRank(const CounterRandom& random, std::uint64_t most,
                              std::uint64_t index) {
  const auto levels = static_cast<std::uint64_t>(std::bit_width(most));
  for (std::uint32_t stream = kRanks;; stream += 3) {
    const std::uint64_t first = std::uint64_t{1} << random.below(levels, stream, index);
    const std::uint64_t rank = first + random.below(first, stream + 1, index);
    if (rank <= most && random.below(rank, stream + 2, index) < first) {
      return rank;
    }
  }
}

/// Returns 64 random bits for each element; equal ranks have equal bits.
template <typename Store>
void generate(SequenceKind kind, std::uint64_t size, std::uint64_t seed, Store store) {
  const CounterRandom random(seed);
  for (std::uint64_t i = 0; i < size; ++i) {
    store(i, kind == SequenceKind::kRandom ? random(kElements, i)
                                           : random(kHashes, exponentialRank(random, size, i)));
  }
}

} // namespace

std::vector<std::uint32_t> generateIntegers(SequenceKind kind, std::uint64_t size,
                                            std::uint64_t seed) {
  std::vector<std::uint32_t> elements(size);
  generate(kind, size, seed, [&](std::uint64_t i, std::uint64_t bits) {
    elements[i] = static_cast<std::uint32_t>(bits >> 32);
  });
  return elements;
}

std::vector<double> generateDoubles(SequenceKind kind, std::uint64_t size, std::uint64_t seed) {
  std::vector<double> elements(size);
  generate(kind, size, seed, [&](std::uint64_t i, std::uint64_t bits) {
    elements[i] = static_cast<double>(bits >> 11) * 0x1p-53;
  });
  return elements;
}

} // namespace galois::inputs

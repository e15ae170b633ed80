#include "inputs/generate/Rmat.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/io/ProgressMeter.h"

namespace galois::inputs {

namespace {

/// Progress is shown after each block of this many arcs.
constexpr std::uint64_t kRmatBlock = std::uint64_t{1} << 16;

/// Returns the options if they are possible.
const RmatOptions& checked(const RmatOptions& options) {
  if (options.scale > 31) {
    failUsage("--scale={} is too large: 2^scale nodes, scale at most 31", options.scale);
  }
  // The condition is negated so that NaN is refused, too.
  if (!(options.a >= 0 && options.b >= 0 && options.c >= 0 &&
        options.a + options.b + options.c <= 1 + 1e-9)) {
    failUsage("--a={} --b={} --c={} are not probabilities: none may be negative, and their sum is "
              "at most 1",
              options.a, options.b, options.c);
  }
  if (options.edgeFactor > (std::uint64_t{1} << 40)) {
    failUsage("--edge-factor={} is too large", options.edgeFactor);
  }
  return options;
}

} // namespace

IdScrambler::IdScrambler(unsigned bits, std::uint64_t seed)
    : mask_((std::uint64_t{1} << bits) - 1), half_((bits + 1) / 2) {
  const CounterRandom random(seed);
  for (unsigned round = 0; round < kRounds; ++round) {
    add_[round] = random(0, 2 * round);
    multiply_[round] = random(0, 2 * round + 1) | 1;
  }
}

std::uint32_t IdScrambler::operator()(std::uint32_t id) const {
  std::uint64_t x = id;
  // Each step is invertible: adding, multiplying by an odd number, xoring the upper half into the
  // lower one.
  for (unsigned round = 0; round < kRounds; ++round) {
    x = (x + add_[round]) * multiply_[round] & mask_;
    x ^= x >> half_;
  }
  return static_cast<std::uint32_t>(x);
}

// The quarter is found by comparing 32 random bits with the sums a, a + b, a + b + c.
RmatArcs::RmatArcs(const RmatOptions& options)
    : scale_(checked(options).scale), arcs_(options.edgeFactor << options.scale),
      upToA_(static_cast<std::uint64_t>(options.a * 0x1p32)),
      upToB_(static_cast<std::uint64_t>((options.a + options.b) * 0x1p32)),
      upToC_(static_cast<std::uint64_t>((options.a + options.b + options.c) * 0x1p32)),
      random_(options.seed), scramble_(options.scale, options.seed) {}

std::pair<std::uint32_t, std::uint32_t> RmatArcs::operator()(std::uint64_t arc) const {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bits = 0;
  for (unsigned level = 0; level < scale_; ++level) {
    bits = level % 2 == 0 ? random_(1 + level, arc) : bits >> 32;
    const std::uint64_t draw = bits & 0xffffffffu;
    const bool right = (draw >= upToA_ && draw < upToB_) || draw >= upToC_;
    const bool lower = draw >= upToB_;
    from = from << 1 | (lower ? 1 : 0);
    to = to << 1 | (right ? 1 : 0);
  }
  return {scramble_(from), scramble_(to)};
}

Graph generateRmat(const RmatOptions& options, bool progress) {
  const RmatArcs drawn(options);
  checkFits(drawn.nodes(), drawn.arcs(), 8, "this graph"); // 8: arcs are also stored in a list
  EdgeListBuilder builder;
  ProgressMeter meter("generating", drawn.arcs(), progress);
  for (std::uint64_t arc = 0; arc < drawn.arcs(); ++arc) {
    const auto [from, to] = drawn(arc);
    builder.add(from, to);
    if (arc % kRmatBlock == 0) {
      meter.update(arc);
    }
  }
  return builder.build(drawn.nodes(), "this graph");
}

} // namespace galois::inputs

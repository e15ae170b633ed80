#include "inputs/generate/Rmat.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/io/ProgressMeter.h"

namespace galois::inputs {

namespace {

/// Progress is shown after each block of this many arcs.
constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;

void check(const RmatOptions& options) {
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

Graph generateRmat(const RmatOptions& options, bool progress) {
  check(options);
  const std::uint64_t nodes = std::uint64_t{1} << options.scale;
  const std::uint64_t arcs = nodes * options.edgeFactor;
  checkFits(nodes, arcs, 8, "this graph"); // 8: arcs are also stored in a list

  // The quarter is found by comparing 32 random bits with the sums a, a + b, a + b + c.
  const double whole = 0x1p32;
  const auto upToA = static_cast<std::uint64_t>(options.a * whole);
  const auto upToB = static_cast<std::uint64_t>((options.a + options.b) * whole);
  const auto upToC = static_cast<std::uint64_t>((options.a + options.b + options.c) * whole);
  const CounterRandom random(options.seed);
  const IdScrambler scramble(options.scale, options.seed);
  EdgeListBuilder builder;
  ProgressMeter meter("generating", arcs, progress);
  for (std::uint64_t arc = 0; arc < arcs; ++arc) {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t bits = 0;
    for (unsigned level = 0; level < options.scale; ++level) {
      bits = level % 2 == 0 ? random(1 + level, arc) : bits >> 32;
      const std::uint64_t draw = bits & 0xffffffffu;
      const bool right = (draw >= upToA && draw < upToB) || draw >= upToC;
      const bool lower = draw >= upToB;
      from = from << 1 | (lower ? 1 : 0);
      to = to << 1 | (right ? 1 : 0);
    }
    builder.add(scramble(from), scramble(to));
    if (arc % kBlock == 0) {
      meter.update(arc);
    }
  }
  return builder.build(nodes, "this graph");
}

} // namespace galois::inputs

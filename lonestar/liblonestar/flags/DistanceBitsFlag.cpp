#include "liblonestar/flags/DistanceBitsFlag.h"

#include <fmt/format.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "llvm/Support/CommandLine.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

enum class DistanceBits { kBits32, kBits64 };

cll::opt<DistanceBits, false, ChoiceParser<DistanceBits>> distanceBits(
    "distance-bits", cll::desc("Size of a distance:"),
    cll::values(clEnumValN(DistanceBits::kBits32, "32", "up to 4294967294 (default)"),
                clEnumValN(DistanceBits::kBits64, "64",
                           "up to 18446744073709551614, in twice the memory; the default where "
                           "weights have 64 bits or are floats")),
    cll::init(DistanceBits::kBits32), cll::cat(algorithmGroup()));

} // namespace

bool wideDistances(bool floats, bool wide) {
  const bool needed = floats || wide;
  if (needed && distanceBits == DistanceBits::kBits32 && distanceBits.getNumOccurrences() > 0) {
    throw UsageError(fmt::format("--distance-bits=32: with {} distances have 64 bits",
                                 floats ? "floats" : "weights of 64 bits"));
  }
  return needed || distanceBits == DistanceBits::kBits64;
}

} // namespace lonestar

#include "liblonestar/flags/WeightTypeFlag.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <fmt/format.h>

#include "galois/Loops.h"
#include "galois/Reduction.h"
#include "inputs/weights/WeightRecognition.h"
#include "liblonestar/BoilerPlate.h"

namespace cll = llvm::cl;
using galois::inputs::RecognisedWeights;
using galois::inputs::recogniseWeights;
using galois::inputs::WeightType;

namespace lonestar {

namespace {

/// Returns the value of the flag with this number.
cll::OptionEnumValue value(std::size_t i) {
  const auto& kind = galois::inputs::kWeightKinds[i];
  return {kind.name, static_cast<int>(kind.kind), kind.help};
}

/// Does what recogniseWeights() does, on all active threads where it needs all weights.
template <typename Bits>
RecognisedWeights recognise(const galois::graphs::FileGraph& file) {
  const std::span<const Bits> weights(file.edge_data_begin<Bits>(), file.sizeEdges());
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  galois::GReduceLogicalOr high;
  galois::GReduceLogicalOr middle;
  galois::do_all(galois::iterate(std::size_t{0}, (weights.size() + kBlock - 1) / kBlock),
                 [&](std::size_t block) {
                   const std::size_t first = block * kBlock;
                   const auto hints = galois::inputs::signHintsOf(
                       weights.subspan(first, std::min(kBlock, weights.size() - first)));
                   high.update(hints.high);
                   middle.update(hints.middle);
                 });
  return recogniseWeights(weights, {.high = high.reduce(), .middle = middle.reduce()});
}

} // namespace

cll::opt<WeightKind, false, ChoiceParser<WeightKind>>
    weightType("weight-type", cll::desc("What the weights of the input are:"),
               cll::values(value(0), value(1), value(2), value(3)), cll::init(WeightKind::kAuto),
               cll::cat(inputGroup()));

WantedWeights wantedWeights(UsableWeights usable, unsigned bytes) {
  return {.type = galois::inputs::weightTypeOf(weightType), .bytes = bytes, .usable = usable};
}

WeightKind weightKindOf(OpenInput& input, UsableWeights usable) {
  if (weightType != WeightKind::kAuto) {
    return input.kind = weightType;
  }
  auto type = input.prepared.weights;
  if (!type && input.packed) { // was examined when the packed form was made
    type = galois::inputs::weightTypeOf(input.packed->facts().kind);
  }
  if (!type) {
    RecognisedWeights found;
    const galois::graphs::FileGraph& file = input.file();
    if (file.edgeSize() == sizeof(std::uint32_t)) {
      found = recognise<std::uint32_t>(file);
    } else if (file.edgeSize() == sizeof(std::uint64_t)) {
      found = recognise<std::uint64_t>(file);
    }
    type = galois::inputs::recognisedType(input.prepared.name, found, usable);
  }
  if (type != WeightType::kFloat) {
    return input.kind = WeightKind::kInt;
  }
  input.remark = kFloatsRecognised;
  return input.kind = WeightKind::kFloat;
}

} // namespace lonestar

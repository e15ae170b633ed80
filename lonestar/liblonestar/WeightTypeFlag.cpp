#include "liblonestar/WeightTypeFlag.h"

#include <cstdint>
#include <span>

#include "inputs/WeightRecognition.h"
#include "liblonestar/BoilerPlate.h"

namespace cll = llvm::cl;
using galois::inputs::RecognisedWeights;
using galois::inputs::recogniseWeights;
using galois::inputs::WeightType;

namespace lonestar {

cll::opt<WeightKind, false, ChoiceParser<WeightKind>> weightType(
    "weight-type", cll::desc("What the weights of the input are:"),
    cll::values(clEnumValN(WeightKind::kAuto, "auto",
                           "whole numbers, in a binary file what its values show (default)"),
                clEnumValN(WeightKind::kInt, "int", "whole numbers, none negative"),
                clEnumValN(WeightKind::kSigned, "signed", "whole numbers with a sign"),
                clEnumValN(WeightKind::kFloat, "float", "floating point, 4 or 8 bytes")),
    cll::init(WeightKind::kAuto), cll::cat(inputGroup()));

WantedWeights wantedWeights(unsigned bytes) {
  WantedWeights wanted;
  if (weightType == WeightKind::kFloat) {
    wanted.type = WeightType::kFloat;
  } else {
    wanted.bytes = bytes;
    if (weightType != WeightKind::kAuto) {
      wanted.type = WeightType::kInteger;
    }
  }
  return wanted;
}

WeightKind weightKindOf(OpenInput& input) {
  if (weightType != WeightKind::kAuto) {
    return weightType;
  }
  using As = RecognisedWeights::As;
  As as = input.prepared.weights == WeightType::kFloat ? As::kFloats : As::kIntegers;
  if (!input.prepared.weights) {
    const galois::graphs::FileGraph& file = input.graph;
    RecognisedWeights found;
    if (file.edgeSize() == sizeof(std::uint32_t)) {
      found = recogniseWeights(
          std::span<const std::uint32_t>(file.edge_data_begin<std::uint32_t>(), file.sizeEdges()));
    } else if (file.edgeSize() == sizeof(std::uint64_t)) {
      found = recogniseWeights(
          std::span<const std::uint64_t>(file.edge_data_begin<std::uint64_t>(), file.sizeEdges()));
    }
    if (found.as == As::kUnclear) {
      throw AppError(galois::inputs::unclearWeights(input.prepared.name, found));
    }
    as = found.as;
  }
  if (as != As::kFloats) {
    return WeightKind::kInt;
  }
  input.remark = "Weights: float (recognised from the file's values; --weight-type says otherwise)";
  return WeightKind::kFloat;
}

} // namespace lonestar

/**
 * The values of the flag --weight-type. They are the same in every program that reads weights, so
 * that a program, graph-check, graph-convert and graph-info read the same numbers from a file.
 */
#pragma once

#include "inputs/Graph.h"

#include <array>
#include <optional>

namespace galois::inputs {

/// What the weights of an input are, as the flag says it.
enum class WeightKind {
  kAuto,   ///< not said: text has integers without a sign, and the values of a binary file decide
  kInt,    ///< integers without a sign
  kSigned, ///< integers with a sign
  kFloat   ///< floating point
};

/// A value of the flag.
struct WeightKindValue {
  WeightKind kind;  ///< what it means
  const char* name; ///< as it is written
  const char* help; ///< its line in --help
};

/// All values of the flag.
inline constexpr std::array<WeightKindValue, 4> kWeightKinds{{
    {WeightKind::kAuto, "auto", "whole numbers, in a binary file what its values show (default)"},
    {WeightKind::kInt, "int", "whole numbers, none negative"},
    {WeightKind::kSigned, "signed", "whole numbers with a sign"},
    {WeightKind::kFloat, "float", "floating point, 4 or 8 bytes (from text: 8)"},
}};

/// Returns the type as the readers of graphs take it; none for kAuto.
constexpr std::optional<WeightType> weightTypeOf(WeightKind kind) {
  switch (kind) {
  case WeightKind::kInt:
    return WeightType::kInteger;
  case WeightKind::kSigned:
    return WeightType::kSigned;
  case WeightKind::kFloat:
    return WeightType::kFloat;
  default:
    return std::nullopt;
  }
}

} // namespace galois::inputs

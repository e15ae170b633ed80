/**
 * The recipe of a conversion: a text that spells everything that decides what a converted graph
 * contains. Conversions with the same recipe are the same, and a file that programs keep is found
 * by the hash of its recipe, and has the recipe in it (formats/ConversionNotes.h).
 */
#pragma once

#include "inputs/InputGraph.h"

#include <string>
#include <string_view>

namespace galois::inputs {

/// Returns the recipe of a conversion, as lines.
/// @param options  with `unweighted` where weights are not used
/// @param name     file name of the input, which readers may take for a hint
/// @param format   name of its format
/// @param content  a cryptographic hash of all files that are read with it
std::string recipeOf(const PrepareOptions& options, std::string_view name, std::string_view format,
                     std::string_view content);

/// Returns the hash of the input's content that a recipe contains, or "".
std::string_view contentOfRecipe(std::string_view recipe);

/// Returns the key of a recipe: 40 hexadecimal digits, different for different recipes.
std::string keyOf(std::string_view recipe);

} // namespace galois::inputs

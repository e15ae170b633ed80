#include "inputs/kept/Recipe.h"

#include "inputs/io/ContentHash.h"
#include "inputs/roads/RoadProfile.h"

#include <fmt/format.h>

namespace galois::inputs {

namespace {

/// The first line. Change its number when readers make a different graph from the same bytes, or
/// when the notes of a kept file change, so that files of earlier versions are no longer used.
constexpr std::string_view kRecipeTitle = "galois-cps conversion 4\n";
constexpr std::string_view kContent = "content ";

std::string_view nameOf(WeightLaw law) {
  switch (law) {
  case WeightLaw::kUniform:
    return "uniform";
  case WeightLaw::kExponential:
    return "exponential";
  case WeightLaw::kZipf:
    return "zipf";
  case WeightLaw::kBimodal:
    return "bimodal";
  case WeightLaw::kOutliers:
    return "outliers";
  }
  return "unknown";
}

std::string lineOf(const WeightSpec& spec) {
  // A member that is added has to be spelt, too: this line does not compile until it is.
  const auto& [low, high, seed, type, law, number] = spec;
  return fmt::format("random-weights {} low {} high {} number {} seed {} type {}\n", nameOf(law),
                     low, high, number, seed, static_cast<unsigned>(type));
}

} // namespace

std::string recipeOf(const PrepareOptions& options, std::string_view name, std::string_view format,
                     std::string_view content) {
  // The same holds here. What is not spelt does not change the graph: `from` is the format, unless
  // it is detected, and `weightsUnused` is in `unweighted`.
  const auto& [from, weights, symmetrize, unweighted, weightsUnused, progress, weightType,
               edgeBytes, keepIds, names, columns, roads, usable, cache, cacheBeside] = options;
  const auto& [source, target, weight] = columns;
  const auto& [profile, roadWeight, connected] = roads;
  static_cast<void>(from);
  static_cast<void>(weightsUnused);
  static_cast<void>(progress);
  static_cast<void>(usable); // by messages alone
  static_cast<void>(cache);
  static_cast<void>(cacheBeside);
  std::string recipe(kRecipeTitle);
  recipe += fmt::format("{}{}\n", kContent, content);
  recipe += fmt::format("name {}:{}\n", name.size(), name); // may contain any byte
  recipe += fmt::format("format {}\n", format);
  recipe += fmt::format("weight-type {}\n", weightType ? static_cast<int>(*weightType) : -1);
  recipe += fmt::format("edge-bytes {}\n", edgeBytes);
  recipe += weights ? lineOf(*weights) : "";
  for (const auto& [word, given] : {std::pair("symmetrize", symmetrize),
                                    {"unweighted", unweighted},
                                    {"keep-ids", keepIds},
                                    {"names", names},
                                    {"osm-connected", connected}}) {
    recipe += given ? fmt::format("{}\n", word) : "";
  }
  for (const auto& [word, column] : {std::pair("source-column", &source),
                                     {"target-column", &target},
                                     {"weight-column", &weight}}) {
    recipe += *column ? fmt::format("{} {}:{}\n", word, (*column)->size(), **column) : "";
  }
  if (profile) {
    recipe += fmt::format("profile {}\n", keyOf(RoadProfile::textOf(*profile)));
  }
  if (roadWeight) {
    recipe += fmt::format("osm-weight {}\n", static_cast<int>(*roadWeight));
  }
  return recipe;
}

std::string_view contentOfRecipe(std::string_view recipe) {
  if (!recipe.starts_with(kRecipeTitle)) {
    return "";
  }
  recipe.remove_prefix(kRecipeTitle.size());
  const std::string_view line = recipe.substr(0, recipe.find('\n'));
  return line.starts_with(kContent) ? line.substr(kContent.size()) : "";
}

std::string keyOf(std::string_view recipe) {
  constexpr unsigned kBytes = 20;
  ContentHash hash(kBytes);
  hash.add(recipe);
  return hash.hex();
}

} // namespace galois::inputs

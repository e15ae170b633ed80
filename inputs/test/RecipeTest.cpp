#include "inputs/kept/Recipe.h"

#include "Support.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

/// Returns options that differ, one for each value of each member, and all of them in pairs.
std::vector<PrepareOptions> allOptions() {
  using Change = std::function<void(PrepareOptions&)>;
  std::vector<std::vector<Change>> members;
  const auto flag = [&](bool PrepareOptions::*member) {
    members.push_back({[=](PrepareOptions& options) { options.*member = true; }});
  };
  flag(&PrepareOptions::symmetrize);
  flag(&PrepareOptions::unweighted);
  flag(&PrepareOptions::keepIds);
  flag(&PrepareOptions::names);
  std::vector<Change> types;
  for (const WeightType type : {WeightType::kInteger, WeightType::kSigned, WeightType::kFloat}) {
    types.push_back([=](PrepareOptions& options) { options.weightType = type; });
  }
  members.push_back(types);
  members.push_back({[](PrepareOptions& options) { options.edgeBytes = 4; },
                     [](PrepareOptions& options) { options.edgeBytes = 8; }});
  std::vector<Change> columns;
  for (auto column : {&ColumnNames::source, &ColumnNames::target, &ColumnNames::weight}) {
    // The last name could be taken for two columns.
    for (const char* const name : {"", "km", "none", "a\ntarget-column 1:b"}) {
      columns.push_back([=](PrepareOptions& options) { options.columns.*column = name; });
    }
  }
  members.push_back(columns);
  std::vector<Change> roads;
  for (const char* const profile : {"car", "bicycle", "foot"}) {
    roads.push_back([=](PrepareOptions& options) { options.roads.profile = profile; });
  }
  for (const RoadWeight weight : {RoadWeight::kTime, RoadWeight::kLength}) {
    roads.push_back([=](PrepareOptions& options) { options.roads.weight = weight; });
  }
  roads.push_back([](PrepareOptions& options) { options.roads.connected = true; });
  members.push_back(roads);
  std::vector<Change> weights;
  for (const char* const law :
       {"uniform:1:100", "uniform:1:101", "uniform:2:100", "constant:1", "constant:100",
        "exponential:1", "exponential:100", "zipf:1:100", "zipf:1:101", "bimodal:1:100",
        "bimodal:1:101", "outliers:1:10:100", "outliers:1:11:100", "outliers:1:100:100"}) {
    for (const std::uint64_t seed : {1, 2}) {
      weights.push_back([=, spec = parseWeightSpec(law, seed)](PrepareOptions& options) {
        options.weights = spec;
      });
    }
  }
  weights.push_back([spec = parseWeightSpec("uniform:1:100", 1)](PrepareOptions& options) {
    options.weights = spec;
    options.weights->type = WeightType::kFloat;
  });
  members.push_back(weights);

  std::vector<PrepareOptions> all(1);
  for (std::size_t i = 0; i < members.size(); ++i) {
    for (const Change& first : members[i]) {
      first(all.emplace_back());
      for (std::size_t j = 0; j < i; ++j) {
        for (const Change& second : members[j]) {
          PrepareOptions& both = all.emplace_back();
          first(both);
          second(both);
        }
      }
    }
  }
  return all;
}

TEST(Recipe, DiffersForEveryPairOfConversions) {
  std::map<std::string, std::string> recipeOfKey;
  std::size_t count = 0;
  const std::vector<PrepareOptions> all = allOptions();
  for (const PrepareOptions& options : all) {
    // The names could be taken for lines of others.
    for (const char* const name : {"x", "y", "x\nformat csv", "x\nsymmetrize"}) {
      for (const char* const format : {"csv", "dimacs"}) {
        for (const char* const content : {"00", "01"}) {
          const std::string recipe = recipeOf(options, name, format, content);
          const auto [entry, added] = recipeOfKey.emplace(keyOf(recipe), recipe);
          EXPECT_TRUE(added) << entry->second << "\nhas the key of\n" << recipe;
          ++count;
        }
      }
    }
  }
  EXPECT_EQ(recipeOfKey.size(), count);
  EXPECT_GT(count, 3000u);
}

TEST(Recipe, IsTheSameForWhatChangesNothing) {
  const std::string recipe = recipeOf({}, "x", "csv", "00");
  EXPECT_EQ(recipeOf({.from = "csv"}, "x", "csv", "00"), recipe);
  EXPECT_EQ(recipeOf({.progress = false, .cache = false, .cacheBeside = true}, "x", "csv", "00"),
            recipe);
  EXPECT_EQ(contentOfRecipe(recipe), "00");
  EXPECT_EQ(contentOfRecipe("galois-cps conversion 2\ncontent 00\n"), "");
  EXPECT_EQ(keyOf(recipe).size(), 40u);
}

/// Returns the weights of a path of four arcs, as a program gets them.
std::vector<std::uint64_t> weightsOf(const std::string& path, const std::string& law) {
  const PreparedGraph prepared = prepareGraph(path, {.weights = parseWeightSpec(law, 1)});
  InputFile file(prepared.path);
  std::vector<std::uint64_t> weights;
  for (const auto& [from, to, weight] : arcsOf(readGraphFile(file, "gr", {}))) {
    weights.push_back(weight);
  }
  return weights;
}

TEST(Recipe, KeepsAllLawsApart) {
  const Folder folder;
  const std::string path = folder.write("x.el", "0 1\n1 2\n2 3\n3 4\n");
  const std::vector<std::string> laws{"uniform:1:100",   "constant:100",  "exponential:100",
                                      "zipf:1:100",      "bimodal:1:100", "outliers:1:100:100",
                                      "outliers:1:9:100"};
  for (const std::string& first : laws) {
    for (const std::string& second : laws) {
      const CacheHome cache;
      weightsOf(path, first);
      std::vector<std::uint64_t> right;
      const WeightSpec spec = parseWeightSpec(second, 1);
      for (std::uint32_t node = 0; node < 4; ++node) {
        right.push_back(randomWeight(spec, node, node + 1));
      }
      EXPECT_EQ(weightsOf(path, second), right) << second << " after " << first;
      EXPECT_EQ(cache.keptNames().size(), first == second ? 1u : 2u);
    }
  }
}

} // namespace
} // namespace galois::inputs::test

/** semigroups-cpu and semigroups-dist: the number of numerical semigroups of each genus (Semigroups.h). */
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/search/Search.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "search/SearchExperiment.h"
#include "search/SearchProgram.h"
#include "semigroups/Semigroups.h"
#include "semigroups/SemigroupsVerify.h"

namespace cll = llvm::cl;

namespace {

using galois::search::CountByDepth;

constexpr const char* kDescription = "The number of numerical semigroups of each genus.";

const lonestar::Examples examples{
    {"semigroups-cpu -g 35", "Counts numerical semigroups up to genus 35"}};
constexpr unsigned kLargestGenus = 70;

cll::opt<unsigned> genusFlag("g", lonestar::WholeNumbers{0, kLargestGenus},
                             cll::desc("Count up to this genus, from 0 to 70 (default 30)"),
                             cll::value_desc("genus"), cll::init(30),
                             cll::cat(lonestar::inputGroup()));

class SemigroupTree : public lonestar::SearchExperiment {
public:
  lonestar::Json params() const override { return {{"g", unsigned{genusFlag}}}; }
  void reset() override { counts_ = {}; }
  lonestar::Outcome run() override {
    // Three vectors of 32 numbers are enough for genus 31, and so on.
    return genusFlag <= 31   ? runWith<3>()
           : genusFlag <= 42 ? runWith<4>()
           : genusFlag <= 53 ? runWith<5>()
                             : runWith<7>();
  }
  lonestar::Answer answer() override { return {count(genusFlag), {{"counts", counts()}}}; }
  std::string check(bool fully) override {
    return complete() ? lonestar::search::semigroupsFault(counts(), fully) : "";
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("{} of genus {}",
                        lonestar::counted(count(genusFlag), "numerical semigroup"),
                        unsigned{genusFlag}),
            searchSummary()};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (unsigned genus = 0; genus <= genusFlag; ++genus) {
      file.write(fmt::format("{} {}\n", genus, count(genus)));
    }
  }

private:
  template <unsigned Blocks>
  lonestar::Outcome runWith() {
    using lonestar::search::Semigroup;
    static_assert(Blocks != 7 || Semigroup<Blocks>::kMaxGenus >= kLargestGenus);
    const lonestar::Stopwatch watch;
    auto result = lonestar::visitCoordination([](const auto& coordination) {
      return galois::search::enumerate<lonestar::search::Semigroups<Blocks>>(
          {}, Semigroup<Blocks>::root(), CountByDepth(), coordination,
          lonestar::searchLimits(genusFlag + 1));
    });
    const double seconds = watch.seconds();
    counts_ = std::move(result.value);
    return searched(lonestar::SearchType::kEnumerate, result, seconds);
  }

  /// Returns the number of semigroups of a genus, which have its depth plus one.
  std::uint64_t count(unsigned genus) const { return counts_.at(genus + 1); }
  std::vector<std::uint64_t> counts() const {
    std::vector<std::uint64_t> all;
    for (unsigned genus = 0; genus <= genusFlag; ++genus) {
      all.push_back(count(genus));
    }
    return all;
  }

  CountByDepth counts_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::removeDecisionFlag();
  lonestar::startSearch(argc, argv, kDescription, nullptr);
  SemigroupTree experiment;
  const std::string name = fmt::format("genus-{}", unsigned{genusFlag});
  return lonestar::runSearchExperiment("semigroups", experiment, {name, name});
}

} // namespace

int main(int argc, char** argv) { return lonestar::searchMain(argc, argv, program); }

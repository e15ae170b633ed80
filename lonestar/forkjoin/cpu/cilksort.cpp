/** cilksort-cpu: sorts integers of 32 bits by merging (Cilksort.h). */
#include <cstdint>
#include <span>
#include <string>

#include <fmt/format.h>

#include "Cilksort.h"
#include "SortExperiment.h"
#include "galois/Galois.h"
#include "inputs/generate/Sequences.h"
#include "liblonestar/CommandLine.h"

namespace cll = llvm::cl;

namespace {

using galois::inputs::SequenceKind;

constexpr const char* kDescription = "Sorts integers by a merge sort with a parallel merge.";

const lonestar::Examples examples{
    {"cilksort-cpu --n=100000000 --runs=5", "Sorts 10^8 integers five times"},
    {"cilksort-cpu --scheduler=help", "Lists the schedulers"}};

cll::opt<SequenceKind, false, lonestar::ChoiceParser<SequenceKind>> inputKind(
    "input", cll::desc("Distribution of the integers:"),
    cll::values(clEnumValN(SequenceKind::kRandom, "randintseq", "uniform (default)"),
                clEnumValN(SequenceKind::kExponential, "exptintseq",
                           "few are very frequent: the i-th with probability 1/i, up to a factor")),
    cll::init(SequenceKind::kRandom), cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> leafFlag("leaf", lonestar::WholeNumbers{forkjoin::kLeastSortLeaf, UINT32_MAX},
                            cll::desc("Sorts and merges of at most so many elements do not fork "
                                      "(default 2048)"),
                            cll::value_desc("count"), cll::init(2048),
                            cll::cat(lonestar::algorithmGroup()));

class Cilksort : public forkjoin::SortExperiment<std::uint32_t> {
public:
  using SortExperiment::SortExperiment;

  lonestar::Outcome run() override {
    return lonestar::runForkJoin([&](auto& context) {
      forkjoin::cilksort(context, std::span(data()), std::span(temporary()), leaf());
    });
  }
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription);
  const std::uint64_t size = lonestar::sizeOf(forkjoin::sortSize, Cilksort::kBytesPerElement);
  const lonestar::Stopwatch watch;
  Cilksort experiment(galois::inputs::generateIntegers(inputKind, size, forkjoin::inputSeed),
                      leafFlag);
  const std::string kind = inputKind == SequenceKind::kRandom ? "randintseq" : "exptintseq";
  return lonestar::runExperiment("cilksort-cpu", experiment,
                                 forkjoin::describeInput(kind, size, watch));
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

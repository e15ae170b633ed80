/** samplesort-cpu: sorts doubles by sampling (Samplesort.h). */
#include <cstdint>
#include <span>
#include <string>

#include <fmt/format.h>

#include "Samplesort.h"
#include "SortExperiment.h"
#include "galois/Galois.h"
#include "inputs/generate/Sequences.h"
#include "liblonestar/CommandLine.h"

namespace cll = llvm::cl;

namespace {

using galois::inputs::SequenceKind;

constexpr const char* kDescription = "Sorts doubles by a sample sort of about sqrt(n) blocks.";

const lonestar::Examples examples{
    {"samplesort-cpu --n=100000000 --runs=5", "Sorts 10^8 doubles five times"}};

cll::opt<SequenceKind, false, lonestar::ChoiceParser<SequenceKind>> inputKind(
    "input", cll::desc("Distribution of the doubles:"),
    cll::values(clEnumValN(SequenceKind::kRandom, "randdblseq", "uniform (default)"),
                clEnumValN(SequenceKind::kExponential, "exptseq",
                           "few are very frequent: the i-th with probability 1/i, up to a factor")),
    cll::init(SequenceKind::kRandom), cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> leafFlag("leaf", lonestar::WholeNumbers{forkjoin::kLeastSampleLeaf, UINT32_MAX},
                            cll::desc("At most so many elements are sorted without forks "
                                      "(default 8192)"),
                            cll::value_desc("count"), cll::init(8192),
                            cll::cat(lonestar::algorithmGroup()));

class Samplesort : public forkjoin::SortExperiment<double> {
public:
  using SortExperiment::SortExperiment;

  lonestar::Outcome run() override {
    return lonestar::runForkJoin([&](auto& context) {
      forkjoin::samplesort(context, std::span(data()), std::span(temporary()), leaf());
    });
  }
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription);
  const std::uint64_t size = lonestar::sizeOf(forkjoin::sortSize, Samplesort::kBytesPerElement);
  const lonestar::Stopwatch watch;
  Samplesort experiment(galois::inputs::generateDoubles(inputKind, size, forkjoin::inputSeed),
                        leafFlag);
  const std::string kind = inputKind == SequenceKind::kRandom ? "randdblseq" : "exptseq";
  return lonestar::runExperiment("samplesort-cpu", experiment,
                                 forkjoin::describeInput(kind, size, watch));
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

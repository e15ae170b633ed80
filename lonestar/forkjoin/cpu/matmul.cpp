/**
 * matmul-cpu: the product of two dense square matrices by divide and conquer (Matmul.h). The
 * matrices hold small integers, so that the answer is exact and can be checked (MatmulVerify.h).
 */
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "GeneratedInput.h"
#include "Matmul.h"
#include "MatmulVerify.h"
#include "galois/Galois.h"
#include "inputs/generate/CounterRandom.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "The product of two dense square matrices, by halving the longest side.";

const lonestar::Examples examples{
    {"matmul-cpu --n=2048 --leaf=64", "Larger matrices, smaller tasks"}};

cll::opt<std::uint64_t> sideFlag("n", lonestar::WholeNumbers{1},
                                 cll::desc("Rows and columns of the matrices (default 1024)"),
                                 cll::value_desc("side"), cll::init(1024),
                                 cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> leaf("leaf", lonestar::WholeNumbers{1, UINT32_MAX},
                        cll::desc("Products whose sides are at most this are not split (default "
                                  "128, about a millisecond; twice as much takes 8 times as long)"),
                        cll::value_desc("side"), cll::init(128),
                        cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> pollLeaves("poll-leaves",
                          cll::desc("Leaves let thieves take work after every few rows (default "
                                    "true)"),
                          cll::init(true), cll::cat(lonestar::algorithmGroup()));

using forkjoin::Matrix;

/// Returns a matrix of integers from -8 to 8.
Matrix randomMatrix(std::size_t side, std::uint32_t stream) {
  const galois::inputs::CounterRandom random(forkjoin::inputSeed);
  Matrix matrix(side * side);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = static_cast<double>(random.below(17, stream, i)) - 8;
  }
  return matrix;
}

class Matmul : public lonestar::Experiment {
public:
  explicit Matmul(std::size_t side)
      : side_(side), a_(randomMatrix(side, 0)), b_(randomMatrix(side, 1)), c_(side * side) {}

  lonestar::Json params() const override {
    return {{"n", side_},
            {"input_seed", std::uint64_t{forkjoin::inputSeed}},
            {"leaf", unsigned{leaf}},
            {"poll_leaves", bool{pollLeaves}}};
  }
  void reset() override { std::fill(c_.begin(), c_.end(), 0.0); }
  lonestar::Outcome run() override {
    const forkjoin::Product product{
        {a_.data(), side_}, {b_.data(), side_}, {c_.data(), side_}, side_, side_, side_};
    const forkjoin::MatmulOptions options{leaf, pollLeaves};
    return lonestar::runForkJoin(
        [&](auto& context) { forkjoin::multiply(context, product, options); });
  }
  /// The checksum is the sum of all elements, each times a number that depends on its place.
  lonestar::Answer answer() override {
    const galois::inputs::CounterRandom factors(0);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < c_.size(); ++i) {
      sum += static_cast<std::uint64_t>(static_cast<std::int64_t>(c_[i])) * factors(0, i);
    }
    return {sum};
  }
  std::string check(bool fully) override {
    const std::string fault = forkjoin::productFault(a_, b_, c_, side_, forkjoin::inputSeed);
    return fault.empty() && fully ? forkjoin::productFaultByDefinition(a_, b_, c_, side_) : fault;
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("The product of two matrices of {0} x {0} elements", side_)};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::size_t row = 0; row < side_; ++row) {
      std::string line;
      for (std::size_t column = 0; column < side_; ++column) {
        line += fmt::format("{}{}", column == 0 ? "" : " ", c_[row * side_ + column]);
      }
      file.write(line + '\n');
    }
  }

private:
  std::size_t side_;
  Matrix a_, b_, c_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription);
  constexpr double kBytesPerElement = 3 * sizeof(double);
  const std::uint64_t side =
      lonestar::sizeOf(sideFlag, kBytesPerElement * static_cast<double>(sideFlag));
  const lonestar::Stopwatch watch;
  Matmul experiment(side);
  return lonestar::runExperiment("matmul-cpu", experiment,
                                 forkjoin::describeInput("integers", side, watch));
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

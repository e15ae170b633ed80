/** What the sorting programs share: the input, the flags, the answer and its check. */
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "GeneratedInput.h"
#include "SortVerify.h"
#include "inputs/generate/CounterRandom.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace forkjoin {

/// --n.
inline llvm::cl::opt<std::uint64_t>
    sortSize("n", lonestar::WholeNumbers{1},
             llvm::cl::desc("Elements of the sequence (default 10000000)"),
             llvm::cl::value_desc("count"), llvm::cl::init(10'000'000),
             llvm::cl::cat(lonestar::inputGroup()));

/// An experiment that sorts elements of this type. Derived classes define sort().
template <typename T>
class SortExperiment : public lonestar::Experiment {
public:
  /// The memory per element: the input, the answer, and a temporary array.
  static constexpr double kBytesPerElement = 3 * sizeof(T);

  /// @param leaf  the least number of elements that the algorithm splits
  SortExperiment(std::vector<T> input, std::size_t leaf)
      : input_(std::move(input)), hash_(multisetHash(input_)), data_(input_.size()),
        temporary_(input_.size()), leaf_(leaf) {}

  lonestar::Json params() const override {
    return {{"n", input_.size()}, {"input_seed", std::uint64_t{inputSeed}}, {"leaf", leaf_}};
  }
  void reset() override { data_ = input_; }
  /// The checksum is the sum of all elements' bits, each times a number that depends on its place.
  lonestar::Answer answer() override {
    const galois::inputs::CounterRandom factors(0);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < data_.size(); ++i) {
      sum += bitsOf(data_[i]) * factors(0, i);
    }
    return {sum};
  }
  std::string check(bool fully) override {
    const std::string fault = sortFault(data_, hash_);
    return fault.empty() && fully ? sortFaultByComparison(data_, input_) : fault;
  }
  std::vector<std::string> summary() const override {
    return {"Sorted " + lonestar::counted(data_.size(), "element")};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (const T element : data_) {
      file.write(fmt::format("{}\n", element));
    }
  }

protected:
  std::vector<T>& data() { return data_; }
  std::vector<T>& temporary() { return temporary_; }
  std::size_t leaf() const { return leaf_; }

private:
  const std::vector<T> input_;
  const MultisetHash hash_;
  std::vector<T> data_, temporary_;
  const std::size_t leaf_;
};

} // namespace forkjoin

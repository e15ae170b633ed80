/**
 * fib-cpu: Fibonacci numbers by their recursion, which makes a task tree of known size and almost
 * no work per task. So it measures what a fork and a join cost. Calls at or below --cutoff do not
 * fork.
 */
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "FibVerify.h"
#include "galois/Galois.h"
#include "galois/substrate/Charge.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Fibonacci numbers by their recursion: the cost of forks and joins.";

const lonestar::Examples examples{
    {"fib-cpu --n=42 --cutoff=1 -t 2", "A fork for every call, on two threads"},
    {"fib-cpu --scheduler=sender --interrupts=timer", "Under another scheduler"}};

cll::opt<unsigned> index("n", lonestar::WholeNumbers{0, forkjoin::kLargestFib},
                         cll::desc("Which Fibonacci number, from 0 to 93 (default 40)"),
                         cll::value_desc("number"), cll::init(40),
                         cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> cutoff("cutoff",
                          cll::desc("Calls for this index or less do not fork (default 18; 1: "
                                    "every call for 2 or more forks)"),
                          cll::value_desc("number"), cll::init(18),
                          cll::cat(lonestar::algorithmGroup()));

std::uint64_t serialFib(unsigned n) { return n < 2 ? n : serialFib(n - 1) + serialFib(n - 2); }

/// Returns how many calls serialFib(n) makes.
std::uint64_t serialCalls(unsigned n) {
  std::uint64_t calls = 1, before = 1;
  for (unsigned i = 1; i < n; ++i) {
    before = std::exchange(calls, calls + before + 1);
  }
  return calls;
}

template <typename Context>
std::uint64_t fib(Context& context, unsigned n, unsigned least) {
  if (n <= least || n < 2) {
    const auto compute = [n] {
      galois::substrate::charge(galois::substrate::Work::kUnit, serialCalls(n));
      return serialFib(n);
    };
    return n < 2 ? compute() : context.leaf(compute);
  }
  std::uint64_t one = 0, two = 0;
  context.invoke([&](auto& branch) { one = fib(branch, n - 1, least); },
                 [&](auto& branch) { two = fib(branch, n - 2, least); });
  return one + two;
}

class Fib : public lonestar::Experiment {
public:
  lonestar::Json params() const override {
    return {{"n", unsigned{index}}, {"cutoff", unsigned{cutoff}}};
  }
  void reset() override { value_ = 0; }
  lonestar::Outcome run() override {
    return lonestar::runForkJoin([&](auto& context) { value_ = fib(context, index, cutoff); });
  }
  lonestar::Answer answer() override { return {value_}; }
  std::string check(bool /*fully*/) override { return forkjoin::fibFault(index, value_); }
  std::vector<std::string> summary() const override {
    return {fmt::format("fib({}) = {}", unsigned{index}, value_)};
  }
  void write(galois::inputs::OutputFile& file) const override {
    file.write(fmt::format("{}\n", value_));
  }

private:
  std::uint64_t value_ = 0;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription);
  Fib experiment;
  const std::string name = fmt::format("fib-{}", unsigned{index});
  return lonestar::runExperiment("fib-cpu", experiment, {name, name});
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

/** hull-cpu: the convex hull of points of the plane (Quickhull.h). */
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "GeneratedInput.h"
#include "HullVerify.h"
#include "Quickhull.h"
#include "galois/Galois.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/generate/Points.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace cll = llvm::cl;

namespace {

using forkjoin::Point;
using galois::inputs::PointKind;

constexpr const char* kDescription = "The convex hull of points of the plane, by quickhull.";

const lonestar::Examples examples{
    {"hull-cpu --input=plummer2d --n=1000000", "The hull of points of which most are inside"}};

cll::opt<PointKind, false, lonestar::ChoiceParser<PointKind>> inputKind(
    "input", cll::desc("Distribution of the points:"),
    cll::values(clEnumValN(PointKind::kUniformDisc, "uniform2d", "uniform in a disc (default)"),
                clEnumValN(PointKind::kPlummer, "plummer2d",
                           "Plummer's model of a star cluster: few are far from the centre")),
    cll::init(PointKind::kUniformDisc), cll::cat(lonestar::inputGroup()));
cll::opt<std::uint64_t> sizeFlag("n", lonestar::WholeNumbers{1},
                                 cll::desc("Number of points (default 10000000)"),
                                 cll::value_desc("count"), cll::init(10'000'000),
                                 cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> leaf("leaf", lonestar::WholeNumbers{0, UINT32_MAX},
                        cll::desc("At most so many points are divided without forks (default "
                                  "4096)"),
                        cll::value_desc("count"), cll::init(4096),
                        cll::cat(lonestar::algorithmGroup()));

class Hull : public lonestar::Experiment {
public:
  explicit Hull(std::vector<Point> points) : points_(std::move(points)) {}

  lonestar::Json params() const override {
    return {{"n", points_.size()},
            {"input_seed", std::uint64_t{forkjoin::inputSeed}},
            {"leaf", unsigned{leaf}}};
  }
  void reset() override { corners_.clear(); }
  lonestar::Outcome run() override {
    forkjoin::Quickhull hull(points_, leaf);
    return lonestar::runForkJoin([&](auto& context) { corners_ = hull.run(context); });
  }
  /// The checksum depends on the corners' coordinates and order.
  lonestar::Answer answer() override {
    const galois::inputs::CounterRandom factors(0);
    std::uint64_t sum = 0, place = 0;
    for (const std::uint32_t corner : corners_) {
      sum += std::bit_cast<std::uint64_t>(points_[corner].x) * factors(0, place);
      sum += std::bit_cast<std::uint64_t>(points_[corner].y) * factors(1, place);
      ++place;
    }
    return {sum, {{"corners", corners_.size()}}};
  }
  std::string check(bool fully) override {
    const std::string fault = forkjoin::hullFault(points_, corners_);
    return fault.empty() && fully ? forkjoin::hullFaultByChain(points_, corners_) : fault;
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("The convex hull of {} has {}", lonestar::counted(points_.size(), "point"),
                        lonestar::counted(corners_.size(), "corner"))};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (const std::uint32_t corner : corners_) {
      file.write(fmt::format("{} {}\n", points_[corner].x, points_[corner].y));
    }
  }

private:
  const std::vector<Point> points_;
  std::vector<std::uint32_t> corners_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription);
  constexpr double kBytesPerPoint = sizeof(Point) + 2 * sizeof(forkjoin::Quickhull::Index);
  const std::uint64_t size = lonestar::sizeOf(sizeFlag, kBytesPerPoint);
  if (size > UINT32_MAX) {
    throw lonestar::UsageError(fmt::format(
        "--n={}: a whole number from 1 to {} is needed, because points have numbers of 32 "
        "bits",
        size, UINT32_MAX));
  }
  const lonestar::Stopwatch watch;
  Hull experiment(galois::inputs::generatePoints(inputKind, size, forkjoin::inputSeed));
  const std::string kind = inputKind == PointKind::kPlummer ? "plummer2d" : "uniform2d";
  return lonestar::runExperiment("hull-cpu", experiment,
                                 forkjoin::describeInput(kind, size, watch));
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

/**
 * newcomer-cpu: the least node from which arcs lead to each node, under any worklist
 * (newcomerOperator.h). The answer is checked (newcomerVerify.h) and reported.
 */
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "NewcomerProblem.h"
#include "analytics/scheduler/Runs.h"
#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "newcomerVerify.h"

namespace {

constexpr const char* kDescription =
    "TODO: the least node from which arcs lead to each node. Weights have no effect.";

const lonestar::Examples examples{
    {"newcomer-cpu web.gr --output=labels.txt", "A label for each node"},
    {"newcomer-cpu web.gr --wl=smq -t 2", "On two threads, under another worklist"}};

class NewcomerExperiment : public lonestar::Experiment {
public:
  NewcomerExperiment(const newcomer::Graph& graph, const galois::inputs::NodeIdMap& names,
                     const lonestar::Method& method)
      : names_(names), method_(method), problem_{graph, labels_} {
    labels_.allocateInterleaved(graph.size());
  }

  lonestar::Json params() const override { return lonestar::Json::object(); }
  void reset() override {
    galois::do_all(galois::iterate(std::size_t{0}, labels_.size()),
                   [&](std::size_t node) { labels_[node] = static_cast<newcomer::Node>(node); });
  }

  lonestar::Outcome run() override {
    const galois::analytics::RunOptions options = lonestar::runOptions(method_.worklist);
    const lonestar::Stopwatch clock;
    galois::analytics::Execution execution =
        lonestar::runUnder(options, {}, [&](auto tag, const lonestar::WorklistSettings& settings) {
          return newcomer::runWorklist<typename decltype(tag)::type>(problem_, settings);
        });
    execution.seconds = clock.seconds(); // with what the loop needs besides graph and answer
    return execution;
  }

  lonestar::Answer answer() override {
    roots_ = sum_ = 0;
    for (std::size_t node = 0; node < labels_.size(); ++node) {
      roots_ += labels_[node] == node ? 1 : 0;
      sum_ += labels_[node];
    }
    return {sum_, {{"roots", roots_}}, labels_.size()};
  }

  std::string check(bool /*fully*/) override {
    return newcomer::verifyLabels(problem_.graph, labels_);
  }

  std::vector<std::string> summary() const override {
    return {fmt::format("{} different labels, sum {}", roots_, sum_)};
  }

  void write(galois::inputs::OutputFile& file) const override {
    for (std::size_t node = 0; node < labels_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(" ");
      galois::inputs::writeNode(file, names_.nameOf(labels_[node]));
      file.write("\n");
    }
  }

private:
  const galois::inputs::NodeIdMap& names_;
  const lonestar::Method method_;
  newcomer::Labels labels_;
  const newcomer::Problem problem_;
  std::uint64_t roots_ = 0, sum_ = 0;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  const lonestar::Method method{"worklist", &lonestar::selectedWorklist(), false};
  auto input = lonestar::loadGraph<newcomer::Graph>(false);
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  NewcomerExperiment experiment(input.graph, input.file.names, method);
  return lonestar::runExperiment("newcomer-cpu", experiment, method, description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

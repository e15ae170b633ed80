/**
 * mst-cpu: the spanning forest of least weight, by contraction under any worklist (mstOperator.h)
 * or in rounds (SynchronousBoruvka.h), or with Kruskal's algorithm (Kruskal.h), checked
 * (mstVerify.h) and reported.
 */
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "WeightKeys.h"
#include "analytics/graphs/OnDemandUndirected.h"
#include "analytics/mst/Forest.h"
#include "analytics/mst/MstProblem.h"
#include "galois/Galois.h"
#include "galois/analytics/Mst.h"
#include "galois/graphs/PackedCSR.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmChoice.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/WeightTypeFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Minimum spanning forest: the edges of least total weight that connect all nodes that the "
    "graph connects. Directions are ignored, and of parallel edges the lightest counts.";

const lonestar::Examples examples{
    {"mst-cpu roads.gr --output=forest.txt", "The edges of a lightest forest"},
    {"mst-cpu roads.gr --algo=kruskal", "The same by a sequential algorithm"}};

using galois::analytics::MstPlan;

lonestar::AlgorithmFlag<MstPlan> algorithm("Algorithm (default: worklist with --wl, else auto):",
                                           galois::analytics::mstAlgorithms());

using mst::Edge;
using Graph = lonestar::OnDemandUndirected<mst::Weight>;

using Choice = lonestar::AlgorithmChoice<MstPlan>;

class SpanningForest : public lonestar::Experiment {
public:
  /// @param names  what the input calls its nodes
  /// @param keys  what the graph's weights stand for
  SpanningForest(Graph& graph, const galois::inputs::NodeIdMap& names, const mst::WeightKeys& keys,
                 lonestar::WeightKind weights, Choice chosen)
      : graph_(graph), names_(names), keys_(keys), weights_(weights), chosen_(std::move(chosen)),
        method_(lonestar::methodOf(chosen_.algorithm.name, chosen_.algorithm.needs,
                                   lonestar::selectedWorklist())) {
    method_.chosen = !chosen_.reason.empty();
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = lonestar::Json::object();
    if (weights_ != lonestar::WeightKind::kInt) {
      params["weight-type"] = weights_ == lonestar::WeightKind::kFloat ? "float" : "signed";
    }
    if (weights_ == lonestar::WeightKind::kFloat) {
      params["weight-bytes"] = keys_.bytes();
    }
    if (!chosen_.reason.empty()) {
      params["auto"] = chosen_.reason;
    }
    return params;
  }

  void reset() override { forest_ = {}; }

  lonestar::Outcome run() override {
    return mst::findForest(mst::inputOf(graph_), forest_, MstPlan{chosen_.algorithm.algorithm},
                           lonestar::runOptions(method_.worklist));
  }

  lonestar::Answer answer() override {
    weight_ = keys_.sum(forest_);
    return {weight_, {{"weight", weight_}, {"trees", trees()}, {"edges", forest_.size()}}};
  }

  std::string check(bool fully) override { return mst::verifyAnswer(graph_, forest_, fully); }

  std::vector<std::string> summary() const override {
    return lonestar::withChoice({fmt::format("MST weight: {}", weight_.dump()),
                                 fmt::format("Num trees: {}", trees()),
                                 fmt::format("Tree edges: {}", forest_.size())},
                                method_.algorithm, chosen_.reason);
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    std::vector<Edge> edges = forest_;
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return a.ends() < b.ends(); });
    for (const Edge& edge : edges) {
      galois::inputs::writeNode(file, names_.nameOf(edge.u));
      file.write(" ");
      galois::inputs::writeNode(file, names_.nameOf(edge.v));
      file.write(" ");
      file.write(keys_.text(edge.weight));
      file.write("\n");
    }
  }

private:
  std::size_t trees() const { return graph_.size() - forest_.size(); }

  Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const mst::WeightKeys& keys_;
  const lonestar::WeightKind weights_;
  const Choice chosen_;
  lonestar::Method method_;
  std::vector<Edge> forest_;
  lonestar::Json weight_ = 0;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::outputFile.setDescription(
      "Write the forest there ('-': stdout), one line 'from to weight' per edge");
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  lonestar::OpenInput file =
      lonestar::openInput(lonestar::wantedWeights(lonestar::UsableWeights::kAny));
  const lonestar::WeightKind weights = lonestar::weightKindOf(file);
  const mst::WeightKeys keys(file.graph, *galois::inputs::weightTypeOf(weights),
                             file.prepared.name);
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<mst::Weight>>(file, true);
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  Graph graph(std::move(input.graph));
  SpanningForest experiment(graph, input.file.names, keys, weights,
                            lonestar::chosenAlgorithm(algorithm, galois::analytics::mstAlgorithms(),
                                                      mst::fastestAlgorithm));
  return lonestar::runExperiment("mst-cpu", experiment, experiment.method(), description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}

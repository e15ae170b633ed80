/**
 * pagerank-push-dist: ranks of nodes by residuals (PagerankPart.h), on a graph that is divided among
 * the ranks of MPI.
 */
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "DistExperiment.h"
#include "DistFlags.h"
#include "NodeLines.h"
#include "PagerankCheck.h"
#include "PagerankPart.h"
#include "PushLoops.h"
#include "RankProgram.h"
#include "galois/dist/MpiTransport.h"
#include "inputs/io/Messages.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/PagerankFlags.h"
#include "pagerank/RankText.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "PageRank on several ranks: the share of time that a random surfer, who follows edges and "
    "sometimes restarts, spends at each node.";

const lonestar::Examples examples{{"mpirun -n 4 pagerank-push-dist web.gr --tolerance=1e-6",
                                   "Ranks of all nodes, on four ranks"}};

using lonestar::damping;
using lonestar::Dangling;
using lonestar::danglingFlag;
using lonestar::tolerance;

cll::opt<std::string> reportNode("reportNode", cll::desc("Print the rank of this node (default 1)"),
                                 cll::value_desc("node"), cll::init("1"),
                                 cll::cat(lonestar::reportGroup()));

/// Returns the question that the flags put. @throws lonestar::UsageError
dist::PagerankQuestion question() {
  constexpr double kLeast = 1e-12;
  if (tolerance < kLeast) {
    throw lonestar::UsageError(
        fmt::format("--tolerance={}: a number from {} to 1 is needed", double{tolerance}, kLeast));
  }
  return {damping, tolerance, danglingFlag == Dangling::kUniform};
}

using Transport = galois::dist::MpiTransport;
using Endpoint = galois::dist::Endpoint<Transport>;
using Graph = galois::dist::PartitionedGraph<void>;

class Ranks : public dist::DistExperiment<Transport> {
public:
  /// All arguments must outlive this. Collective.
  Ranks(Endpoint& endpoint, dist::OpenGraph& open, const Graph& graph,
        const lonestar::WorklistInfo& worklist, const dist::DistSetting& setting)
      : DistExperiment(endpoint, setting), endpoint_(endpoint), open_(open), graph_(graph),
        worklist_(worklist), shown_(dist::nodeNamed(endpoint, open, reportNode)),
        part_(graph, question(), dist::pushOptions()) {}

  lonestar::Json params() const override {
    return {{"damping", double{damping}},
            {"dangling", danglingFlag == Dangling::kUniform ? "uniform" : "none"},
            {"tolerance", double{tolerance}},
            {"residuals", part_.residualsAllowed()}};
  }

  void reset() override {}

  lonestar::Answer answer() override {
    double sum = 0;
    for (const double rank : part_.ranks()) {
      sum += rank;
    }
    sum_ = galois::dist::sumOfAll(endpoint_, sum);
    const auto shown = graph_.ownedAt(shown_);
    shownRank_ = galois::dist::sumOfAll(endpoint_, shown ? part_.ranks()[*shown] : 0.0);
    lonestar::Json all = lonestar::Json::array();
    for (const lonestar::Json& own : dist::gatherJson(endpoint_, topOfPart())) {
      all.insert(all.end(), own.begin(), own.end());
    }
    top_.assign(all.begin(), all.end());
    std::sort(top_.begin(), top_.end(), before);
    top_.resize(std::min(top_.size(), kTop));
    std::vector<std::uint64_t> nodes(top_.size());
    std::transform(top_.begin(), top_.end(), nodes.begin(), [](auto& one) { return one.first; });
    dist::agreed(endpoint_, [&] { open_.names.learn(nodes); });
    lonestar::Json top = lonestar::Json::array();
    for (const auto& [node, rank] : top_) {
      top.push_back({open_.names.nameOf(node), rank});
    }
    // No checksum: the last digits of ranks depend on the order of tasks.
    return {nullptr, {{"sum", sum_}, {"top", top}}, useful_};
  }

  std::string check(bool fully) override {
    return dist::checkRanks(endpoint_, graph_, question(), part_.ranks(), fully);
  }

  void writeOnRanks(galois::inputs::OutputFile* file) override {
    dist::writeNodeLines(endpoint_, file, dist::graphFile, open_.called, graph_, part_.ranks(),
                         pagerank::appendRank);
  }

protected:
  dist::RankRun runRank() override {
    dist::RankRun result;
    const lonestar::WorklistSettings& settings = lonestar::worklistSettings(worklist_);
    part_.start(endpoint_);
    lonestar::visitWorklist(worklist_, [&](auto tag) {
      const auto loop = [&](const std::vector<pagerank::Task>& tasks) {
        result.loops.add(dist::runTasks<typename decltype(tag)::type>(part_, tasks, settings));
      };
      result.push = dist::execution == dist::Exec::kAsync
                        ? galois::dist::runAsync(endpoint_, part_, runOptions(), loop)
                        : galois::dist::runInRounds(endpoint_, part_, runOptions(), loop);
    });
    part_.finish(endpoint_);
    result.updates = part_.aggregator().counts();
    useful_ = galois::dist::sumOfAll(endpoint_, result.loops.executed - result.loops.stale);
    return result;
  }

  std::vector<std::string> answerLines() const override {
    std::vector<std::string> highest;
    for (std::size_t i = 0; i < std::min<std::size_t>(top_.size(), 3); ++i) {
      highest.push_back(
          fmt::format("{} ({:.6g})", open_.names.nameOf(top_[i].first), top_[i].second));
    }
    return {fmt::format("Node {} has rank {:.9g}", open_.names.nameOf(shown_), shownRank_),
            fmt::format("Highest ranks: {}", fmt::join(highest, ", ")),
            fmt::format("Sum of ranks {:.9g}", sum_)};
  }

  lonestar::Json describePart() const override { return dist::describePart(graph_); }

private:
  using Top = std::pair<std::uint64_t, double>;
  static constexpr std::size_t kTop = 10;

  static bool before(const Top& a, const Top& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  }

  /// The nodes of highest rank of this part.
  lonestar::Json topOfPart() const {
    std::vector<Top> top;
    for (std::uint32_t node = 0; node < graph_.owned(); ++node) {
      const Top here{graph_.globalOf(node), part_.ranks()[node]};
      if (top.size() < kTop || before(here, top.back())) {
        top.insert(std::upper_bound(top.begin(), top.end(), here, before), here);
        top.resize(std::min(top.size(), kTop));
      }
    }
    return top;
  }

  Endpoint& endpoint_;
  dist::OpenGraph& open_;
  const Graph& graph_;
  const lonestar::WorklistInfo& worklist_;
  const std::uint64_t shown_;
  dist::PagerankPart part_;
  std::uint64_t useful_ = 0;
  double sum_ = 0;
  double shownRank_ = 0; ///< of --reportNode
  std::vector<Top> top_;
};

int program(Transport& transport, const dist::Start& start) {
  Endpoint endpoint(transport);
  dist::OpenGraph open;
  dist::openGraph(endpoint, start, open);
  question(); // of which a wrong one is wrong usage
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::InputDescription description;
  const Graph graph = dist::readPart<void>(endpoint, open, description);
  const dist::DistSetting setting = dist::settingOf(endpoint, worklist);
  Ranks experiment(endpoint, open, graph, worklist, setting);
  const int status =
      dist::runExperiment(endpoint, experiment, "pagerank-push-dist", setting, description);
  if (status == 0 && endpoint.rank() == 0 && open.file->layout().header.edgeSize != 0) {
    lonestar::note(fmt::format("the weights of {} are ignored; pagerank-cpu --weighted uses them",
                               std::string(dist::graphFile)));
  }
  return status;
}

} // namespace

int main(int argc, char** argv) { return dist::runProgram(argc, argv, kDescription, program); }

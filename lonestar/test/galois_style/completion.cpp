/**
 * Completes a matrix by stochastic gradient descent, in the style of programs written for Galois:
 * tiles of ratings are worked on in parallel, and the factors need no locks.
 */
#include <array>
#include <cstdint>
#include <iostream>
#include <random>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/LCGraph.h"
#include "galois/runtime/TiledExecutor.h"

namespace cll = llvm::cl;

static cll::opt<unsigned> rounds("rounds", cll::desc("number of rounds"), cll::init(25));
static cll::opt<bool> exponential("exp", cll::desc("search with growing steps"), cll::init(false));

constexpr unsigned kFactors = 4, kItems = 120, kUsers = 300;
struct Node {
  std::array<double, kFactors> factor;
};
using Graph = galois::graphs::LC_CSR_Graph<Node, double>::with_no_lockable<true>::type;
using GNode = Graph::GraphNode;

static double product(const Node& a, const Node& b) {
  double sum = 0;
  for (unsigned i = 0; i < kFactors; ++i) {
    sum += a.factor[i] * b.factor[i];
  }
  return sum;
}

static double error(Graph& graph) {
  galois::GAccumulator<double> sum;
  galois::do_all(galois::iterate(graph), [&](GNode n) {
    for (auto edge : graph.edges(n)) {
      const double miss = graph.getEdgeData(edge) -
                          product(graph.getData(n), graph.getData(graph.getEdgeDst(edge)));
      sum += miss * miss;
    }
  });
  return sum.reduce();
}

template <bool UseExp>
static void learn(Graph& graph) {
  galois::runtime::Fixed2DGraphTiledExecutor<Graph, UseExp> executor(graph);
  executor.execute(
      graph.begin(), graph.begin() + kItems, graph.begin() + kItems, graph.end(), 10, 25,
      [&](GNode src, GNode dst, const Graph::edge_iterator& edge) {
        Node& item = graph.getData(src);
        Node& user = graph.getData(dst);
        const double step = 0.02 * (graph.getEdgeData(edge) - product(item, user));
        for (unsigned i = 0; i < kFactors; ++i) {
          const double old = item.factor[i];
          item.factor[i] += step * user.factor[i];
          user.factor[i] += step * old;
        }
      },
      true, rounds);
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "completion", "Completes a matrix", nullptr, nullptr);
  // Each item is rated by every fourth user; the ratings have two hidden factors.
  const auto hidden = [](unsigned n, unsigned i) { return 0.5 + (n * (i + 3) % 7) / 7.0; };
  Graph graph(
      kItems + kUsers, std::uint64_t{kItems} * (kUsers / 4),
      [](std::uint32_t n) { return n < kItems ? kUsers / 4 : 0; },
      [](std::uint32_t n, std::uint64_t e) {
        return static_cast<std::uint32_t>(kItems + 4 * e + n % 4);
      },
      [&](std::uint32_t n, std::uint64_t e) {
        const auto user = static_cast<unsigned>(4 * e + n % 4);
        return hidden(n, 0) * hidden(user, 1) + hidden(n, 2) * hidden(user, 3);
      });
  std::mt19937 random(3);
  std::uniform_real_distribution<double> draw(0, 1);
  for (GNode n : graph) {
    for (double& factor : graph.getData(n).factor) {
      factor = draw(random);
    }
  }
  const double before = error(graph);
  exponential ? learn<true>(graph) : learn<false>(graph);
  const double after = error(graph);
  std::cout << "squared error: " << before << " before, " << after << " after\n";
  if (!(after < 0.25 * before)) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}

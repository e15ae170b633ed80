/**
 * Distances in a grid, in the style of programs written for Galois: an LC_Adaptor_Graph shows arrays
 * of the program as a graph.
 */
#include <iostream>
#include <limits>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/LC_Adaptor_Graph.h"

namespace cll = llvm::cl;

static cll::opt<int> side("side", cll::desc("side of the grid"), cll::init(60));

class Grid : public galois::graphs::LC_Adaptor_Graph<int, int, Grid, int,
                                                     boost::counting_iterator<int>, int*> {
  int side_;
  std::vector<int> distances_;
  std::vector<int> ends_;

public:
  explicit Grid(int length)
      : side_(length), distances_(length * length, std::numeric_limits<int>::max()) {
    for (int n = 0; n < length * length; ++n) {
      const int x = n % length, y = n / length;
      ends_.push_back(y * length + (x + 1) % length);
      ends_.push_back(y * length + (x + length - 1) % length);
      ends_.push_back((y + 1) % length * length + x);
      ends_.push_back((y + length - 1) % length * length + x);
    }
  }
  node_data_reference get_data(GraphNode n) { return distances_[n]; }
  edge_data_reference get_edge_data(edge_iterator edge) { return *edge; }
  GraphNode get_edge_dst(edge_iterator edge) { return *edge; }
  int get_id(GraphNode n) { return n; }
  int get_size() { return side_ * side_; }
  int get_size_edges() { return 4 * get_size(); }
  iterator get_begin() { return iterator(0); }
  iterator get_end() { return iterator(get_size()); }
  edge_iterator get_edge_begin(GraphNode n) { return &ends_[4 * n]; }
  edge_iterator get_edge_end(GraphNode n) { return &ends_[4 * n] + 4; }
};

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "grid", "Distances in a grid", nullptr, nullptr);
  Grid grid(side);
  grid.getData(0) = 0;
  std::vector<int> first{0};
  galois::for_each(
      galois::iterate(first),
      [&](int n, auto& ctx) {
        const int next = grid.getData(n) + 1;
        for (auto edge : grid.edges(n)) {
          const int dst = grid.getEdgeDst(edge);
          if (next < grid.getData(dst)) {
            grid.getData(dst) = next;
            ctx.push(dst);
          }
        }
      },
      galois::loopname("grid"));
  for (int n : grid) {
    const int x = n % side, y = n / side;
    if (grid.getData(n) != std::min<int>(x, side - x) + std::min<int>(y, side - y)) {
      std::cerr << "Verification failed.\n";
      return 1;
    }
  }
  std::cout << grid.size() << " nodes, " << grid.sizeEdges() << " edges\n";
  std::cout << "Verification successful.\n";
  return 0;
}

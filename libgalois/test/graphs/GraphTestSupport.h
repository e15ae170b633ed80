/** What the tests of graphs/ share: a folder for files, small random graphs, error messages. */
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/graphs/FileGraph.h"
#include "support/TempFolder.h"

namespace graphtest {

/// A folder for the files of a test.
class TempFolder : public galois::test::TempFolder {
public:
  std::string file(const std::string& name) const { return *this / name; }
  std::size_t files() const { return names().size(); }
};

inline void writeBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string readBytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns how many bytes of this file, which the process has mapped, are in its memory.
inline std::size_t residentBytes(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  std::size_t kib = 0;
  bool ofFile = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.find('-') < line.find(' ')) { // the first line of a mapping: addresses and a name
      ofFile = line.ends_with(path);
    } else if (ofFile && line.starts_with("Rss:")) {
      kib += std::stoull(line.substr(4));
    }
  }
  return kib * 1024;
}

struct Edge {
  std::uint32_t src;
  std::uint32_t dst;
  std::uint32_t weight;
};

struct EdgeList {
  std::uint32_t nodes = 0;
  std::vector<Edge> edges;
};

/// A multigraph with self loops and isolated nodes, the same for the same arguments.
inline EdgeList randomGraph(std::uint32_t nodes, std::size_t edges, unsigned seed = 1) {
  EdgeList list{nodes, {}};
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < edges; ++i) {
    // The product of two random numbers gives a few nodes many edges.
    const auto draw = [&] { return static_cast<std::uint32_t>(random() % nodes); };
    const std::uint32_t src = static_cast<std::uint32_t>(std::uint64_t{draw()} * draw() / nodes);
    list.edges.push_back({src, draw(), static_cast<std::uint32_t>(random())});
  }
  return list;
}

/// Returns the graph with all edges reversed.
inline EdgeList transposed(EdgeList list) {
  for (Edge& e : list.edges) {
    std::swap(e.src, e.dst);
  }
  return list;
}

/// Converts the list to a graph with edge data of type EdgeTy; each weight is cast to it.
template <typename EdgeTy>
galois::graphs::FileGraph toFileGraph(const EdgeList& list) {
  galois::graphs::FileGraphWriter w;
  w.setNumNodes(list.nodes);
  w.setNumEdges<EdgeTy>(list.edges.size());
  w.phase1();
  for (const Edge& e : list.edges) {
    w.incrementDegree(e.src);
  }
  w.phase2();
  for (const Edge& e : list.edges) {
    if constexpr (std::is_void_v<EdgeTy>) {
      w.addNeighbor(e.src, e.dst);
    } else {
      w.addNeighbor<EdgeTy>(e.src, e.dst, static_cast<EdgeTy>(e.weight));
    }
  }
  w.finish();
  return w;
}

/// Returns the rows of the list, each in the order of the list.
inline std::vector<std::vector<Edge>> rowsOf(const EdgeList& list) {
  std::vector<std::vector<Edge>> rows(list.nodes);
  for (const Edge& e : list.edges) {
    rows[e.src].push_back(e);
  }
  return rows;
}

/// Checks that a graph has exactly the rows of the list, in order, with each weight cast to EdgeTy.
template <typename EdgeTy, typename Graph>
void expectRows(const EdgeList& list, Graph& graph) {
  ASSERT_EQ(graph.size(), list.nodes);
  ASSERT_EQ(graph.sizeEdges(), list.edges.size());
  const auto rows = rowsOf(list);
  for (std::uint32_t n = 0; n < list.nodes; ++n) {
    ASSERT_EQ(graph.getDegree(n), rows[n].size()) << "node " << n;
    std::size_t i = 0;
    for (auto e : graph.edges(n)) {
      ASSERT_EQ(graph.getEdgeDst(e), rows[n][i].dst) << "node " << n << " edge " << i;
      if constexpr (!std::is_void_v<EdgeTy>) {
        if constexpr (requires { graph.template getEdgeData<EdgeTy>(e); }) {
          ASSERT_EQ(graph.template getEdgeData<EdgeTy>(e), static_cast<EdgeTy>(rows[n][i].weight));
        } else {
          ASSERT_EQ(graph.getEdgeData(e), static_cast<EdgeTy>(rows[n][i].weight));
        }
      }
      ++i;
    }
  }
}

/// Returns the message of the GraphError that fn throws, or an empty string if it throws none.
template <typename Fn>
std::string errorOf(const Fn& fn) {
  try {
    fn();
  } catch (const galois::graphs::GraphError& error) {
    return error.what();
  }
  return {};
}

/// Returns the message of the error that opening a file with these bytes gives.
inline std::string errorOfFile(const std::string& path, const std::string& bytes) {
  writeBytes(path, bytes);
  return errorOf([&] {
    galois::graphs::FileGraph g;
    g.fromFile(path);
    g.checkDestinations();
  });
}

/// Returns the words as bytes, as they are stored in a file.
inline std::string bytesOf(const std::vector<std::uint64_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
}

} // namespace graphtest

/** A graph in compressed sparse rows, read from a .gr file of version 1. */
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "galois/MethodFlags.h"

namespace galois::graphs {

/// An iterator over numbers, whose elements are the numbers or the iterators themselves.
template <typename Number, bool Itself = false>
class Counter {
public:
  using value_type = std::conditional_t<Itself, Counter<Number>, Number>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = value_type;
  using iterator_category = std::input_iterator_tag;
  Counter() = default;
  explicit Counter(Number number) : number_(number) {}
  value_type operator*() const { return value_type(number_); }
  Counter& operator++() {
    ++number_;
    return *this;
  }
  Counter operator++(int) {
    Counter old = *this;
    ++number_;
    return old;
  }
  Counter& operator+=(difference_type by) {
    number_ = static_cast<Number>(number_ + static_cast<Number>(by));
    return *this;
  }
  difference_type operator-(Counter other) const {
    return static_cast<difference_type>(number_) - static_cast<difference_type>(other.number_);
  }
  bool operator==(Counter other) const { return number_ == other.number_; }
  bool operator!=(Counter other) const { return number_ != other.number_; }

private:
  Number number_ = 0;
};

template <typename NodeTy, typename EdgeTy, bool HasNoLockable = false, bool UseNumaAlloc = false>
class LC_CSR_Graph {
public:
  template <bool B>
  struct with_no_lockable {
    using type = LC_CSR_Graph<NodeTy, EdgeTy, B, UseNumaAlloc>;
  };
  template <bool B>
  struct with_numa_alloc {
    using type = LC_CSR_Graph<NodeTy, EdgeTy, HasNoLockable, B>;
  };
  using GraphNode = std::uint32_t;
  using edge_iterator = Counter<std::uint64_t>;
  using iterator = Counter<std::uint32_t>;
  using edge_data_type = EdgeTy;
  using node_data_type = NodeTy;

  class Edges {
  public:
    Edges(std::uint64_t first, std::uint64_t last) : first_(first), last_(last) {}
    Counter<std::uint64_t, true> begin() { return Counter<std::uint64_t, true>(first_); }
    Counter<std::uint64_t, true> end() { return Counter<std::uint64_t, true>(last_); }

  private:
    std::uint64_t first_, last_;
  };

  std::size_t size() const { return ends_.size(); }
  std::size_t sizeEdges() const { return targets_.size(); }
  iterator begin() const { return iterator(0); }
  iterator end() const { return iterator(static_cast<std::uint32_t>(size())); }
  NodeTy& getData(GraphNode node, MethodFlag = MethodFlag::WRITE) { return data_[node]; }
  Edges edges(GraphNode node, MethodFlag = MethodFlag::WRITE) const {
    return Edges(node == 0 ? 0 : ends_[node - 1], ends_[node]);
  }
  GraphNode getEdgeDst(edge_iterator edge) const { return targets_[*edge]; }
  template <typename E = EdgeTy>
  E& getEdgeData(edge_iterator edge, MethodFlag = MethodFlag::UNPROTECTED) {
    return weights_[*edge];
  }

  void read(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    std::uint64_t head[4];
    file.read(reinterpret_cast<char*>(head), sizeof head);
    if (!file || head[0] != 1) {
      std::cerr << name << ": not a .gr file\n";
      std::exit(1);
    }
    ends_.resize(head[2]);
    targets_.resize(head[3]);
    data_ = std::make_unique<NodeTy[]>(head[2]);
    load(file, ends_);
    load(file, targets_);
    if constexpr (!std::is_void_v<EdgeTy>) {
      file.ignore(head[3] % 2 * sizeof(GraphNode));
      weights_.resize(head[3]);
      load(file, weights_);
    }
  }

private:
  using Weight = std::conditional_t<std::is_void_v<EdgeTy>, char, EdgeTy>;

  template <typename T>
  static void load(std::istream& file, std::vector<T>& into) {
    file.read(reinterpret_cast<char*>(into.data()),
              static_cast<std::streamsize>(into.size() * sizeof(T)));
  }

  std::vector<std::uint64_t> ends_;
  std::vector<GraphNode> targets_;
  std::vector<Weight> weights_;
  std::unique_ptr<NodeTy[]> data_;
};

template <typename Graph>
void readGraph(Graph& graph, const std::string& name) {
  graph.read(name);
}

} // namespace galois::graphs

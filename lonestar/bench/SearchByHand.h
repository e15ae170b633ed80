/**
 * Two searches written by hand as plain recursions: what the skeletons of tree search are measured
 * against. They use the same operations on nodes as the programs, in the same order, and differ only
 * in the control: the recursion instead of Explorer, and no statistics.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "maxclique/Clique.h"
#include "semigroups/Semigroups.h"

namespace lonestar::search {

/// Counts the semigroups of each genus up to the size of `counts` minus 1, which is 1 or more.
template <unsigned Blocks>
class SemigroupsByHand {
public:
  explicit SemigroupsByHand(std::vector<std::uint64_t>& counts) : counts_(counts) {}

  /// Counts all.
  void run() {
    counts_[0] = 1;
    below(Semigroup<Blocks>::root(), 0);
  }

private:
  void below(const Semigroup<Blocks>& parent, std::size_t genus) {
    GeneratorBits left = SemigroupSteps<Blocks>::generators(parent);
    counts_[genus + 1] += left.count();
    if (genus + 2 == counts_.size()) {
      return;
    }
    for (std::size_t i = left.count(); i > 0; --i) {
      below(SemigroupSteps<Blocks>::without(parent, parent.conductor + left.takeFirst()),
            genus + 1);
    }
  }

  std::vector<std::uint64_t>& counts_;
};

/// Finds a largest clique.
template <unsigned Words>
class CliqueByHand {
public:
  explicit CliqueByHand(const BitGraph<Words>& graph) : graph_(graph) {}

  /// Searches the whole tree.
  void run() {
    if (graph_.vertices > 0) {
      expand(CliqueNode<Words>::root(graph_));
    }
  }

  const VertexSet<Words>& members() const { return best_; } ///< of the clique
  unsigned size() const { return size_; }                   ///< of the clique
  std::uint64_t expansions() const { return expansions_; }  ///< cliques with candidates

private:
  void expand(const CliqueNode<Words>& parent) {
    ++expansions_;
    const GreedyColouring<Words> colouring(graph_, parent.candidates);
    VertexSet<Words> left = parent.candidates;
    for (std::size_t i = colouring.size(); i-- > 0;) {
      if (parent.size + colouring.colour(i) <= size_) {
        return;
      }
      const unsigned vertex = colouring.vertex(i);
      CliqueNode<Words> child;
      child.members = parent.members;
      child.members.insert(vertex);
      child.candidates = left;
      child.candidates.intersect(graph_.neighbours[vertex]);
      child.size = parent.size + 1;
      left.erase(vertex);
      if (child.size > size_) {
        size_ = child.size;
        best_ = child.members;
      }
      if (child.candidates.size() > 0) {
        expand(child);
      }
    }
  }

  const BitGraph<Words>& graph_;
  VertexSet<Words> best_;
  unsigned size_ = 0;
  std::uint64_t expansions_ = 0;
};

} // namespace lonestar::search

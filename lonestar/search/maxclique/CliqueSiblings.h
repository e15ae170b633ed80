/**
 * How a best-first search keeps the candidates of a clique that are still to be tried: the clique,
 * the candidates, and the numbers of those vertices that are worth a try, in the order of their
 * colours. That is two sets of bits and two bytes per such vertex.
 *
 * The colouring is that of GreedyColouring, but vertices whose colour is too small to improve on the
 * incumbent are not noted: they are never tried, because the incumbent only grows. This is the bound
 * k_min of San Segundo, Rodriguez-Losada and Jimenez (2011).
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "galois/search/Explorer.h"
#include "maxclique/Clique.h"

namespace lonestar::search {

/// See galois/search/Siblings.h.
template <unsigned Words, typename Problem>
class CliqueSiblings {
public:
  using Space = BitGraph<Words>;
  using Node = CliqueNode<Words>;
  using Value = typename Problem::Value;
  static constexpr bool kVisited = false;

  CliqueSiblings(const CliqueSiblings&) = delete;
  CliqueSiblings& operator=(const CliqueSiblings&) = delete;

  std::size_t left() const { return left_; }
  Value bound(const Space& /*graph*/, const Problem& /*problem*/) const { return size_ + colour_; }

  Node next(const Space& graph) {
    const std::uint16_t entry = vertices()[--left_];
    const unsigned vertex = entry & ~kFirstOfColour;
    Node child;
    child.members = members_;
    child.members.insert(vertex);
    child.candidates = candidates_;
    child.candidates.intersect(graph.neighbours[vertex]);
    child.size = size_ + 1;
    child.bound = size_ + colour_;
    candidates_.erase(vertex);
    colour_ -= (entry & kFirstOfColour) != 0 ? 1 : 0;
    return child;
  }

  /// See galois/search/Siblings.h.
  class Draft {
  public:
    template <typename Tree>
    bool open(Tree& tree, const Node& parent, unsigned /*depth*/) {
      const unsigned most = parent.candidates.size();
      unsigned least = 1; // colour
      while (least <= most && !tree.goal().suffices(parent.size + least)) {
        ++least;
      }
      if (least <= most) {
        colour(tree.space(), parent.candidates, least);
      } else {
        count_ = 0;
      }
      tree.countExpansion(0, most - count_);
      return count_ > 0;
    }
    std::size_t bytes() const { return sizeof(CliqueSiblings) + count_ * sizeof(std::uint16_t); }
    CliqueSiblings* place(void* memory, const Space& /*graph*/, Node&& parent) {
      auto* const made = ::new (memory) CliqueSiblings(parent, colour_, count_);
      std::copy_n(vertices_.begin(), count_, made->vertices());
      return made;
    }
    template <typename Search>
    void withoutMemory(Node&& parent, unsigned depth, Search&& search) {
      search(galois::search::Task<Node>{std::move(parent), depth});
    }

  private:
    /// Colours a set, and notes its vertices of the colours from `least` on.
    [[gnu::noinline]] void colour(const Space& graph, const VertexSet<Words>& set,
                                  std::uint32_t least) {
      std::uint32_t count = 0, before = 0;
      colour_ = colourGreedily(
          graph, set,
          [&](unsigned vertex, std::uint32_t colour) {
            vertices_[count] = static_cast<std::uint16_t>(vertex);
            count += colour >= least ? 1 : 0;
          },
          [&] {
            if (count > before) {
              vertices_[before] |= kFirstOfColour;
            }
            before = count;
          });
      count_ = count;
    }

    std::uint32_t colour_ = 0, count_ = 0;
    std::array<std::uint16_t, 64 * Words + 1> vertices_;
  };

private:
  static constexpr std::uint16_t kFirstOfColour = 1u << 15;
  static_assert(64 * Words <= kFirstOfColour, "a vertex and the mark fit into 16 bits");

  CliqueSiblings(const Node& parent, std::uint32_t colour, std::uint32_t count)
      : members_(parent.members), candidates_(parent.candidates), size_(parent.size),
        colour_(colour), left_(count) {}

  /// They come behind this object in memory.
  std::uint16_t* vertices() { return reinterpret_cast<std::uint16_t*>(this + 1); }

  const VertexSet<Words> members_;
  VertexSet<Words> candidates_; ///< without those that were tried
  const std::uint32_t size_;
  std::uint32_t colour_; ///< of the next vertex
  std::uint32_t left_;
};

} // namespace lonestar::search

/** Iterators by which std::sort sorts the in-edges of a node in the arrays that hold them. */
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <boost/iterator/iterator_facade.hpp>

namespace galois::graphs::internal {

/// In the place of the type of data where a payload is the data.
struct DataInPlace {};

/// Returns the data of an in-edge: its payload, or that of the edge whose number the payload is, or
/// null without data.
template <typename Payload, typename EdgeTy>
decltype(auto) dataOfInEdge([[maybe_unused]] Payload& payload, [[maybe_unused]] EdgeTy* all) {
  if constexpr (std::is_void_v<EdgeTy>) {
    return nullptr;
  } else if constexpr (std::is_same_v<EdgeTy, DataInPlace>) {
    return static_cast<const Payload&>(payload);
  } else {
    return static_cast<const EdgeTy&>(all[payload]);
  }
}

/// An in-edge that std::sort has taken out of the arrays.
template <typename GraphNode, typename Payload, typename EdgeTy>
struct InEdgeSortValue {
  GraphNode dst; ///< the node from which it comes
  Payload payload;
  EdgeTy* all;
  /// Returns the data.
  decltype(auto) get() const { return dataOfInEdge<const Payload, EdgeTy>(payload, all); }
};

/// An in-edge in the arrays. Assigning to it changes the arrays.
template <typename GraphNode, typename Payload, typename EdgeTy>
struct InEdgeSortReference {
  using Value = InEdgeSortValue<GraphNode, Payload, EdgeTy>;
  GraphNode& dst; ///< the node from which it comes
  Payload& payload;
  EdgeTy* all;

  InEdgeSortReference(GraphNode& node, Payload& data, EdgeTy* values)
      : dst(node), payload(data), all(values) {}
  InEdgeSortReference(const InEdgeSortReference&) = default;
  ~InEdgeSortReference() = default;
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): the value is taken out first
  InEdgeSortReference& operator=(const InEdgeSortReference& other) { return *this = Value(other); }
  InEdgeSortReference& operator=(Value value) {
    dst = value.dst;
    payload = std::move(value.payload);
    return *this;
  }
  operator Value() const { // NOLINT(google-explicit-constructor): as other references
    return {dst, std::move(payload), all};
  }
  /// Returns the data.
  decltype(auto) get() const { return dataOfInEdge<Payload, EdgeTy>(payload, all); }
  friend void swap(InEdgeSortReference a, InEdgeSortReference b) noexcept {
    using std::swap;
    swap(a.dst, b.dst);
    swap(a.payload, b.payload);
  }
};

/// @tparam Payload  what stands beside a source: a copy of the data, or the number of the edge
/// @tparam EdgeTy   the type of the data that numbers lead to; DataInPlace: payloads are the data; void:
///                  there is none
template <typename GraphNode, typename Payload, typename EdgeTy>
class InEdgeSortIterator
    : public boost::iterator_facade<InEdgeSortIterator<GraphNode, Payload, EdgeTy>,
                                    InEdgeSortValue<GraphNode, Payload, EdgeTy>,
                                    std::random_access_iterator_tag,
                                    InEdgeSortReference<GraphNode, Payload, EdgeTy>> {
  using Reference = InEdgeSortReference<GraphNode, Payload, EdgeTy>;

public:
  InEdgeSortIterator() = default;
  /// Points to an element of the two arrays.
  /// @param all  the data of all edges, if payloads are their numbers
  InEdgeSortIterator(GraphNode* source, Payload* payload, EdgeTy* all)
      : source_(source), payload_(payload), all_(all) {}

private:
  friend class boost::iterator_core_access;

  Reference dereference() const { return Reference(*source_, *payload_, all_); }
  bool equal(const InEdgeSortIterator& other) const { return source_ == other.source_; }
  void increment() { advance(1); }
  void decrement() { advance(-1); }
  void advance(std::ptrdiff_t steps) {
    source_ += steps;
    payload_ += steps;
  }
  std::ptrdiff_t distance_to(const InEdgeSortIterator& other) const {
    return other.source_ - source_;
  }

  GraphNode* source_ = nullptr;
  Payload* payload_ = nullptr;
  EdgeTy* all_ = nullptr;
};

} // namespace galois::graphs::internal

/**
 * Free lists of nodes, one a thread. A thread that has too many leaves batches of them in a depot
 * (Depot.h), where those look who have run out.
 *
 * Invariant. A spare node is in one chain: that of its thread, or one that lies in the depot or is
 * held by the thread that took it out. Chains in the depot have a multiple of `Batch` nodes and end
 * in null; only who has taken one out follows or changes its links, so these need no order of their
 * own.
 *
 * Room never runs out: where slots are full, a batch is laid on top of a chain that lies there, so
 * that threads that only free feed threads that only allocate, whatever the number of nodes.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MEMORY_SPARENODES_H
#define GALOIS_WORKLISTS_PARTS_MEMORY_SPARENODES_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/memory/Depot.h"

namespace galois::worklists {

/// What threads have left for each other. Thread-safe, wait-free, O(1) amortised; a part of it that
/// another thread holds at the moment is not seen.
/// @tparam Next   has `static Node* get(Node*)` and `static void set(Node*, Node*)`, the link of a
///                spare node
/// @tparam Keep   nodes that a thread keeps for itself: a multiple of Batch
/// @tparam Batch  nodes that change from thread to thread at once
template <typename Node, typename Next, std::uint32_t Keep,
          typename Atomics = substrate::DefaultAtomics, std::uint32_t Batch = 64,
          std::uint32_t Lines = 8, std::size_t PerLine = substrate::kCacheLineSize / sizeof(void*)>
class SpareNodes {
  static_assert(Batch > 0 && Keep % Batch == 0, "a thread keeps whole batches");

public:
  /// One thread's spare nodes; for that thread alone.
  class Own {
  public:
    /// @param turn  best another for each thread: where it begins to look in the depot
    explicit Own(std::uint32_t turn = 0) noexcept : turn_(turn) {}

    bool empty() const noexcept { return first_ == nullptr; }

    /// Keeps a node.
    void add(Node* node) noexcept {
      Next::set(node, first_);
      first_ = node;
      ++count_;
    }

    /// Keeps a node, or leaves a batch to others when it has more than enough.
    void add(Node* node, SpareNodes& all) noexcept {
      add(node);
      if (count_ >= Keep + Batch && count_ % Batch == 0) {
        leave(all);
      }
    }

    /// The node that was added last; not of an empty list.
    Node* take() noexcept {
      assert(!empty());
      Node* const node = first_;
      first_ = Next::get(node);
      --count_;
      return node;
    }

    /// Gets what others have left. Only when empty. @return false when it found nothing
    bool fetch(SpareNodes& all) noexcept {
      assert(empty());
      first_ = all.depot_.take(turn_++);
      if (first_) {
        Node* const last = behind(first_, Batch - 1);
        Node* const rest = Next::get(last);
        Next::set(last, nullptr);
        count_ = Batch;
        if (rest && !all.put(turn_, rest)) {
          Next::set(last, rest);
          count_ = length(first_);
        }
      }
      return first_ != nullptr;
    }

  private:
    /// Leaves the batch that was added last to others.
    void leave(SpareNodes& all) noexcept {
      const std::uint32_t turn = turn_++;
      Node* const last = behind(first_, Batch - 1);
      Node* const rest = Next::get(last);
      Next::set(last, nullptr);
      bool left = all.depot_.give(turn, first_);
      if (!left) {
        // This line is full: on top of what lies there. (Unless that is gone by now.)
        Next::set(last, all.depot_.take(turn));
        left = all.put(turn, first_);
      }
      if (left) {
        first_ = rest;
        count_ -= Batch;
      } else { // others have filled every slot meanwhile
        Node* const end = behind(first_, length(first_) - 1);
        Next::set(end, rest);
        count_ = length(first_);
      }
    }

    static Node* behind(Node* node, std::uint32_t steps) noexcept {
      for (; steps > 0; --steps) {
        node = Next::get(node);
      }
      return node;
    }
    static std::uint32_t length(Node* chain) noexcept {
      std::uint32_t count = 0;
      for (; chain; chain = Next::get(chain)) {
        ++count;
      }
      return count;
    }

    Node* first_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t turn_; ///< see Depot::give()
  };

private:
  /// Lays a chain into any empty slot. @return false when it found none
  bool put(std::uint32_t turn, Node* chain) noexcept {
    for (std::uint32_t line = 0; line < Lines; ++line) {
      if (depot_.give(turn + line, chain)) {
        return true;
      }
    }
    return false;
  }

  Depot<Node, Atomics, Lines, PerLine> depot_;
};

} // namespace galois::worklists

#endif

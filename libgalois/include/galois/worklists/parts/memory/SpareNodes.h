/**
 * Free lists of nodes, one per thread. A thread that has too many nodes puts batches of them into a
 * depot (Depot.h), from which threads without nodes take them.
 *
 * Invariant. A spare node is in one chain. This is the chain of its thread, a chain in the depot,
 * or one that a thread has taken out of the depot. Chains in the depot have a multiple of `Batch`
 * nodes and end in null. Only the thread that has taken a chain out reads or changes its links, so
 * the links need no memory order of their own.
 *
 * The depot has room for any number of nodes: if the slots of a line are full, a batch is linked to
 * a chain that is already there. So threads that only free nodes always supply threads that only
 * allocate.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/memory/Depot.h"

namespace galois::worklists {

/// The spare nodes that threads pass to each other. Thread-safe, wait-free, O(1) amortised. Nodes
/// that another thread is moving at the moment are not found.
/// @tparam Next   has `static Node* get(Node*)` and `static void set(Node*, Node*)`, which read and
///                write the link of a spare node
/// @tparam Keep   number of nodes that a thread keeps for itself: a multiple of Batch
/// @tparam Batch  number of nodes that move from thread to thread at once
template <typename Node, typename Next, std::uint32_t Keep,
          typename Atomics = substrate::DefaultAtomics, std::uint32_t Batch = 64,
          std::uint32_t Lines = 8, std::size_t PerLine = substrate::kCacheLineSize / sizeof(void*)>
class SpareNodes {
  static_assert(Batch > 0 && Keep % Batch == 0, "a thread keeps whole batches");

public:
  /// The spare nodes of one thread. Only that thread uses it.
  class Own {
  public:
    /// @param turn  where the thread begins to search the depot; best different for each thread
    explicit Own(std::uint32_t turn = 0) noexcept : turn_(turn) {}

    bool empty() const noexcept { return first_ == nullptr; }

    /// Adds a node.
    void add(Node* node) noexcept {
      Next::set(node, first_);
      first_ = node;
      ++count_;
    }

    /// Adds a node, and passes a batch on to other threads if there are more than enough.
    void add(Node* node, SpareNodes& all) noexcept {
      add(node);
      if (count_ >= Keep + Batch && count_ % Batch == 0) {
        leave(all);
      }
    }

    /// Returns the node that was added last. The list must not be empty.
    Node* take() noexcept {
      assert(!empty());
      Node* const node = first_;
      first_ = Next::get(node);
      --count_;
      return node;
    }

    /// Gets nodes that other threads have passed on. Only if empty. @return false if it found none
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
    /// Passes the batch that was added last on to other threads.
    void leave(SpareNodes& all) noexcept {
      const std::uint32_t turn = turn_++;
      Node* const last = behind(first_, Batch - 1);
      Node* const rest = Next::get(last);
      Next::set(last, nullptr);
      bool left = all.depot_.give(turn, first_);
      if (!left) {
        // This line is full. Links the batch to a chain from there, if one is still there.
        Next::set(last, all.depot_.take(turn));
        left = all.put(turn, first_);
      }
      if (left) {
        first_ = rest;
        count_ -= Batch;
      } else { // other threads have filled every slot meanwhile
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
  /// Puts a chain into any empty slot. @return false if it found none
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

/**
 * How threads add to a node's residual, and which thread runs its task. These are the words of a
 * node that the asynchronous algorithm shares (pagerankOperator.h).
 *
 * Invariant: a node whose residual is at least its threshold has a task, or a thread is about to
 * make one or to test the residual again. No node has two tasks. `queued` is 1 from just before the
 * task is made until the task begins.
 *
 * - A thread that raises a residual over the threshold sets `queued`, and makes the task if
 *   `queued` was clear. If it was set, the existing task begins later, by an exchange of the same
 *   word, so it finds what was added: (5) releases it, and (6) acquires it. Nothing is published in
 *   the other direction: a thread that finds `queued` cleared makes a task whatever the previous
 *   task has done.
 * - PullPush: `busy` keeps two threads from working on a node at once. The second thread leaves.
 *   When the first thread is done, it sees the residual that brought the second one there, and
 *   tests it again. Both exchanges release and acquire. The next thread to work on the node sees
 *   what the first one computed.
 *
 * Every change of these words but the first is a read-modify-write, so a thread that acquires one
 * acquires all that came before it.
 */
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "galois/substrate/Atomics.h"

namespace pagerank {

/// The protocol on the words of all nodes.
/// @tparam Amount  type of a residual
/// @tparam Words   has residual(node), queued(node) and busy(node), which return atomic words or
///                 references to them; copied
template <typename Amount, typename Words>
class Residuals {
public:
  using Node = std::uint32_t;

  explicit Residuals(const Words& words) : words_(words) {}

  Amount of(Node node) const { return words_.residual(node).load(galois::order::relaxed); }

  /// Adds to the residual. The task that takes the amount sees everything that the caller wrote
  /// before.
  /// @param make  make(residual) makes a task of the node
  template <typename Make>
  void add(Node node, Amount amount, Amount threshold, Make&& make) const {
    // (1) release: synchronizes with (2), so that the neighbour's task can pull the change.
    const Amount old = words_.residual(node).fetch_add(amount, galois::order::release);
    if (std::abs(old) < threshold && std::abs(old + amount) >= threshold) {
      makeTask(node, old + amount, make);
    }
  }

  /// Runs a task that takes the residual, or all but a part of it.
  /// @param keep  keep(residual) returns the fraction that is left
  /// @param tell  tell(taken) passes the amount on to the neighbours
  /// @return false if the residual was below the threshold
  template <typename Keep, typename Tell, typename Make>
  bool push(Node node, Amount threshold, Keep&& keep, Tell&& tell, Make&& make) const {
    begin(node);
    auto&& residual = words_.residual(node);
    Amount old = residual.load(galois::order::relaxed);
    const Amount kept = keep(old);
    do {
      if (std::abs(old) < threshold) {
        return false;
      }
    } while (!residual.compare_exchange_weak(old, old * kept, galois::order::relaxed));
    tell(old - old * kept);
    lookAgain(node, old * kept, threshold, make);
    return true;
  }

  /// Runs a task that computes the node's rank again while no other thread does.
  /// @param improve  improve() computes it, and returns an amount too small to pass on yet
  /// @return false if the residual was below the threshold, or if another thread is working on the
  ///         node and will test the residual again
  template <typename Improve, typename Make>
  bool pullPush(Node node, Amount threshold, Improve&& improve, Make&& make) const {
    begin(node);
    auto&& residual = words_.residual(node);
    if (residual.load(galois::order::relaxed) < threshold) {
      return false;
    }
    auto&& busy = words_.busy(node);
    // (3) acq_rel: synchronizes with (4), in both directions: the thread that is working finds the
    // residual that brought us here, and we find what it has computed.
    if (busy.exchange(1, galois::order::acq_rel) != 0) {
      return false;
    }
    // (2) acquire: synchronizes with (1), so that improve() sees the shares of all neighbours whose
    // amounts are in the residual.
    residual.exchange(0, galois::order::acquire);
    const Amount rest = improve();
    if (rest != 0) {
      residual.fetch_add(rest, galois::order::relaxed);
    }
    busy.exchange(0, galois::order::acq_rel); // (4) acq_rel: synchronizes with (3)
    lookAgain(node, residual.load(galois::order::relaxed), threshold, make);
    return true;
  }

private:
  void begin(Node node) const {
    // (6) acquire: synchronizes with (5).
    words_.queued(node).exchange(0, galois::order::acquire);
  }

  /// Makes a task of the node, whose residual is at least the threshold, unless it has one.
  template <typename Make>
  void makeTask(Node node, Amount residual, Make&& make) const {
    // (5) release: synchronizes with (6), so that an existing task finds what we have added. If
    // that task has begun before, the word is clear and we make another one.
    if (words_.queued(node).exchange(1, galois::order::release) == 0) {
      make(residual);
    }
  }

  template <typename Make>
  void lookAgain(Node node, Amount residual, Amount threshold, Make&& make) const {
    if (std::abs(residual) >= threshold) {
      makeTask(node, residual, make);
    }
  }

  Words words_;
};

} // namespace pagerank

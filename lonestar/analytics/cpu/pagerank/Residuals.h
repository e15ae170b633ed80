/**
 * How threads tell a node of changes, and who runs its task: the words of a node that the
 * asynchronous algorithm shares (pagerankOperator.h).
 *
 * Invariant: a node whose residual is at least its threshold has a task, or a thread is on its way
 * to make one or to look again; and no node has two tasks. `queued` is 1 from when somebody is
 * about to make the task until the task begins.
 *
 * - Who raises a residual over the threshold sets `queued`, and makes the task if it was not set.
 * If it was, the task that is there begins later, by an exchange of the same word, so it finds what
 *   was added: (5) releases it, and (6) acquires it. Nothing goes the other way. A thread that
 * finds `queued` cleared makes a task whatever the one before has done.
 * - PullPush: `busy` keeps two threads from working on a node at once. The second one leaves. The
 *   first one, when it is done, finds what brought the second one there, and looks again: both
 *   exchanges release and acquire. What the first one has computed is there for the next one.
 *
 * Every change of these words but the first is a read-modify-write, so whoever acquires one
 * acquires all that came before it.
 */
#ifndef GALOIS_LONESTAR_PAGERANK_RESIDUALS_H
#define GALOIS_LONESTAR_PAGERANK_RESIDUALS_H

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "galois/substrate/Atomics.h"

namespace pagerank {

/// @tparam Amount  what a residual is
/// @tparam Words   residual(node), queued(node), busy(node): atomic words, or references. Copied
template <typename Amount, typename Words>
class Residuals {
public:
  using Node = std::uint32_t;

  explicit Residuals(const Words& words) : words_(words) {}

  Amount of(Node node) const { return words_.residual(node).load(galois::order::relaxed); }

  /// Adds to the residual. What the caller has written before is seen by the task that takes it.
  /// @param make  make(residual) makes a task of the node
  template <typename Make>
  void add(Node node, Amount amount, Amount threshold, Make&& make) const {
    // (1) release: synchronizes with (2), so that who is told of a change can pull it.
    const Amount old = words_.residual(node).fetch_add(amount, galois::order::release);
    if (std::abs(old) < threshold && std::abs(old + amount) >= threshold) {
      makeTask(node, old + amount, make);
    }
  }

  /// A task that takes the residual, or all but a part of it.
  /// @param keep  keep(residual): the part, as a factor, that is left
  /// @param tell  tell(taken) hands it on
  /// @return false if there was too little
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

  /// A task that computes the node anew, alone.
  /// @param improve  improve() does so; returns what is too little to hand on yet
  /// @return false if there was too little, or another thread is at it and will look again
  template <typename Improve, typename Make>
  bool pullPush(Node node, Amount threshold, Improve&& improve, Make&& make) const {
    begin(node);
    auto&& residual = words_.residual(node);
    if (residual.load(galois::order::relaxed) < threshold) {
      return false;
    }
    auto&& busy = words_.busy(node);
    // (3) acq_rel: synchronizes with (4), both ways: the thread that is at work finds the residual
    // that brought us here, and we find what it has left.
    if (busy.exchange(1, galois::order::acq_rel) != 0) {
      return false;
    }
    // (2) acquire: synchronizes with (1): what all who have told us so far have to give is seen.
    residual.exchange(0, galois::order::acquire);
    const Amount rest = improve();
    if (rest != 0) {
      residual.fetch_add(rest, galois::order::relaxed);
    }
    busy.exchange(0, galois::order::acq_rel); // (4) acq_rel: synchronizes with (3), both ways
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
    // (5) release: synchronizes with (6), so that the task that is there already finds what we have
    // added; or we come after it has begun, and make another.
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

#endif

/**
 * Finds a rank that does not communicate any more, although its process has not ended: a node of a
 * search that takes for ever, a stopped process, a file system that does not answer.
 *
 * Ranks that are neighbours in the binomial tree below rank 0 send each other messages, four per
 * limit, and count for how long no such message has come. So a rank sends and receives at most
 * log2(ranks) of them per period, and every rank is watched by another one. Only time in which this
 * rank itself looks counts, at most an eighth of the limit per look: a rank that was stopped
 * together with its neighbours does not take them for stuck.
 */
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "galois/dist/messages/BinomialTree.h"
#include "galois/dist/search/SearchMessages.h"
#include "galois/dist/transport/Transport.h"

namespace galois::dist {

/// Watches the neighbours of a rank during one search. Only the thread that holds the lock of
/// messages uses this.
template <Transport T>
class Heartbeats {
public:
  /// @param limit  microseconds after which a silent rank is stuck; 0 watches nobody
  Heartbeats(SearchMessages<T>& messages, double limit)
      : messages_(messages), limit_(limit), looked_(messages.now()), told_(looked_) {
    if (limit_ <= 0) {
      return;
    }
    const BinomialTree tree(messages.rank(), messages.ranks());
    for (const Rank child : tree.children) {
      neighbours_.push_back({child, 0});
    }
    if (tree.parent != messages.rank()) {
      neighbours_.push_back({tree.parent, 0});
    }
    messages.handle(Kind::kAlive, [this](Rank from, Reader&) {
      for (Neighbour& one : neighbours_) {
        one.silent = one.rank == from ? 0 : one.silent;
      }
    });
  }

  /// Tells the neighbours that this rank is not stuck, if it is time. Call it again and again, after
  /// the messages that have arrived were handled.
  /// @return the number of a rank that is stuck, or the number of ranks if there is none
  Rank step() {
    const double now = messages_.now();
    const double passed = std::min(now - looked_, limit_ / 8);
    looked_ = now;
    if (now - told_ >= limit_ / 4) {
      told_ = now;
      for (const Neighbour& one : neighbours_) {
        messages_.sendValues(one.rank, Kind::kAlive);
      }
    }
    for (Neighbour& one : neighbours_) {
      one.silent += passed;
      if (one.silent > limit_) {
        return one.rank;
      }
    }
    return messages_.ranks();
  }

private:
  struct Neighbour {
    Rank rank;
    double silent; ///< microseconds
  };

  SearchMessages<T>& messages_;
  const double limit_;
  double looked_, told_;
  std::vector<Neighbour> neighbours_;
};

} // namespace galois::dist

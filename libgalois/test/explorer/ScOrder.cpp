#include "explorer/ScOrder.h"

namespace galois::test::explorer {

ScOrder::ScOrder(const Graph& graph) {
  graph.forEach([&](Id id, const Event& event) {
    if (event.order == std::memory_order_seq_cst && event.kind != Kind::kChoice) {
      sc_.push_back(events_.size());
    }
    ids_.push_back(id);
    events_.push_back(&event);
  });
  if (sc_.size() < 2) {
    return; // What one event alone forbids, coherence forbids.
  }
  hb_.resize(events_.size());
  elsewhere_.resize(events_.size());
  scb_.resize(events_.size());
  eco_.resize(events_.size());
  const auto rank = [&graph](const Event& event) {
    return event.kind == Kind::kRead ? graph.rank(event.rf) : unsigned{event.co};
  };
  for (std::size_t x = 0; x < events_.size(); ++x) {
    for (std::size_t y = 0; y < events_.size(); ++y) {
      if (x == y) {
        continue;
      }
      const Event& from = *events_[x];
      const Event& to = *events_[y];
      const bool accesses = from.kind <= Kind::kWrite && to.kind <= Kind::kWrite;
      const bool sameLocation = accesses && from.request.location == to.request.location;
      const bool hb = covers(to.hb, ids_[x]);
      const bool po = hb && ids_[x].thread == ids_[y].thread;
      hb_[x][y] = hb;
      elsewhere_[x][y] = po && !sameLocation;
      const bool later = sameLocation && rank(from) < rank(to); // co, fr, and either followed by rf
      const bool reads =
          sameLocation && from.kind == Kind::kWrite && to.kind == Kind::kRead && to.rf == ids_[x];
      eco_[x][y] = later || reads;
      scb_[x][y] = po || (hb && sameLocation) || (later && to.kind == Kind::kWrite);
    }
  }
  for (std::size_t x = 0; x < events_.size(); ++x) {
    scb_[x] |= image(elsewhere_, image(hb_, elsewhere_[x]));
  }
}

ScOrder::Set ScOrder::image(const std::vector<Set>& relation, const Set& from) const {
  Set reached;
  for (std::size_t x = from._Find_first(); x < events_.size(); x = from._Find_next(x)) {
    reached |= relation[x];
  }
  return reached;
}

/// What psc reaches from an event.
ScOrder::Set ScOrder::successors(std::size_t from) const {
  const bool fence = events_[from]->kind == Kind::kFence;
  Set begin;
  begin[from] = true;
  if (fence) {
    begin |= hb_[from];
  }
  const Set base = image(scb_, begin);
  Set toFences = base | image(hb_, base);
  if (fence) {
    toFences |= hb_[from] | image(hb_, image(eco_, hb_[from]));
  }
  Set reached;
  for (const std::size_t to : sc_) {
    reached[to] = events_[to]->kind == Kind::kFence ? toFences[to] : base[to];
  }
  return reached;
}

bool ScOrder::exists() const {
  if (sc_.size() < 2) {
    return true;
  }
  std::vector<Set> psc(events_.size());
  for (const std::size_t x : sc_) {
    psc[x] = successors(x);
  }
  // Remove events without successors until none is left.
  std::vector<std::size_t> left = sc_;
  Set alive;
  for (const std::size_t x : left) {
    alive[x] = true;
  }
  for (bool removed = true; removed;) {
    removed = false;
    std::vector<std::size_t> kept;
    for (const std::size_t x : left) {
      if ((psc[x] & alive).none()) {
        alive[x] = false;
        removed = true;
      } else {
        kept.push_back(x);
      }
    }
    left.swap(kept);
  }
  return left.empty();
}

} // namespace galois::test::explorer

#include "explorer/Graph.h"

#include <algorithm>

#include "explorer/ScOrder.h"

namespace galois::test::explorer {

namespace {

bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

void join(Clock& to, const Clock& from) {
  for (unsigned t = 0; t < kMostThreads; ++t) {
    to[t] = std::max(to[t], from[t]);
  }
}

} // namespace

unsigned Graph::size() const {
  unsigned all = 0;
  for (const auto& events : threads_) {
    all += static_cast<unsigned>(events.size());
  }
  return all;
}

Id Graph::add(unsigned thread, const Request& request) {
  Event event;
  event.kind = request.kind;
  event.read = request.read;
  event.order = request.order;
  event.request = request;
  event.value = request.value;
  event.stamp = ++stamps_;
  auto& events = threads_[thread];
  if (!events.empty()) {
    const Event& before = events.back();
    event.hb = before.hb;
    event.porf = before.porf;
    event.acquirable = before.acquirable;
    event.fenced = before.fenced;
    event.updates = request.kind == Kind::kWrite && before.kind == Kind::kRead && before.updates;
  }
  const Id id{static_cast<std::uint16_t>(thread), static_cast<std::uint16_t>(events.size() + 1)};
  event.hb[thread] = event.porf[thread] = id.index;
  if (event.kind == Kind::kFence) {
    if (acquires(event.order)) {
      join(event.hb, event.acquirable);
    }
    if (releases(event.order)) {
      event.fenced = event.hb;
    }
  } else if (event.kind == Kind::kWrite) {
    event.released = releases(event.order) ? event.hb : event.fenced;
    if (event.updates && events.back().rf.index != 0) {
      join(event.released, at(events.back().rf).released);
    }
  }
  events.push_back(event);
  return id;
}

std::vector<Id> Graph::writesOf(std::uint32_t location) const {
  std::vector<Id> found;
  forEach([&](Id id, const Event& event) {
    if (event.kind == Kind::kWrite && event.request.location == location && event.co != 0) {
      found.push_back(id);
    }
  });
  std::sort(found.begin(), found.end(),
            [this](Id left, Id right) { return at(left).co < at(right).co; });
  return found;
}

/// The rank of the last write that the event's thread knows, by what happens before the event.
unsigned Graph::oldest(const Event& event) const {
  unsigned oldest = 0;
  forEach([&](Id id, const Event& other) {
    if (&other != &event && other.request.location == event.request.location &&
        covers(event.hb, id)) {
      if (other.kind == Kind::kWrite) {
        oldest = std::max<unsigned>(oldest, other.co);
      } else if (other.kind == Kind::kRead) {
        oldest = std::max(oldest, rank(other.rf));
      }
    }
  });
  return oldest;
}

std::vector<Id> Graph::readable(Id read) const {
  const unsigned first = oldest(at(read));
  std::vector<Id> found;
  if (first == 0) {
    found.push_back(kInitial);
  }
  for (const Id write : writesOf(at(read).request.location)) {
    if (at(write).co >= first) {
      found.push_back(write);
    }
  }
  return found;
}

void Graph::setRead(Id read, Id write, const Value& value) {
  Event& event = at(read);
  event.rf = write;
  event.value = value;
  event.updates = event.read == ReadKind::kUpdate ||
                  (event.read == ReadKind::kCompare && value == event.request.value);
  event.order = event.read == ReadKind::kCompare && !event.updates ? event.request.failure
                                                                   : event.request.order;
  // The clocks of the event before, and what the read adds.
  if (read.index > 1) {
    const Event& before = threads_[read.thread][read.index - 2u];
    event.hb = before.hb;
    event.porf = before.porf;
    event.acquirable = before.acquirable;
  } else {
    event.hb = event.porf = event.acquirable = Clock{};
  }
  if (write.index != 0) {
    const Event& source = at(write);
    join(event.porf, source.porf);
    join(event.acquirable, source.released);
    if (acquires(event.order)) {
      join(event.hb, source.released);
    }
  }
  event.hb[read.thread] = event.porf[read.thread] = read.index;
}

std::vector<Id> Graph::places(Id write) const {
  const Event& event = at(write);
  const unsigned first = oldest(event);
  const Id source = event.updates
                        ? at({write.thread, static_cast<std::uint16_t>(write.index - 1u)}).rf
                        : kInitial;
  std::vector<Id> writes = writesOf(event.request.location);
  writes.insert(writes.begin(), kInitial);
  std::vector<Id> found;
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (rank(writes[i]) < first || (event.updates && !(writes[i] == source))) {
      continue;
    }
    if (i + 1 < writes.size() && at(writes[i + 1]).updates) {
      continue; // Nothing may come between an update and what it read.
    }
    found.push_back(writes[i]);
  }
  return found;
}

void Graph::place(Id write, Id after) {
  const unsigned before = rank(after);
  const std::uint32_t location = at(write).request.location;
  for (auto& events : threads_) {
    for (Event& event : events) {
      if (event.kind == Kind::kWrite && event.request.location == location && event.co > before) {
        ++event.co;
      }
    }
  }
  at(write).co = static_cast<std::uint16_t>(before + 1);
}

/// Was the event, when it was added, the one of all possible ones that came first: did it read the
/// last write, or become it? Before it count the events that were added before it, and those that
/// the new write depends on.
bool Graph::addedLast(Id id, Id write) const {
  const Event& event = at(id);
  if (event.kind == Kind::kFence) {
    return true;
  }
  if (event.kind == Kind::kChoice) {
    return event.value[0] == 0;
  }
  const Clock& needed = at(write).porf;
  const auto isBefore = [&](Id other, const Event& what) {
    return !(other == write) && (what.stamp <= event.stamp || covers(needed, other));
  };
  const Id source = event.kind == Kind::kRead ? event.rf : id;
  if (source.index != 0 && !isBefore(source, at(source))) {
    return false;
  }
  const unsigned mine = rank(source);
  bool last = true;
  forEach([&](Id other, const Event& what) {
    if (!last || what.request.location != event.request.location || !isBefore(other, what)) {
      return;
    }
    if (what.kind == Kind::kWrite
            ? what.co > mine
            : event.kind == Kind::kWrite && what.kind == Kind::kRead && what.rf == id) {
      last = false;
    }
  });
  return last;
}

std::vector<Id> Graph::revisits(Id write) const {
  const Event& event = at(write);
  std::vector<Id> found;
  forEach([&](Id read, const Event& candidate) {
    if (candidate.kind != Kind::kRead || candidate.request.location != event.request.location ||
        covers(event.porf, read) || !addedLast(read, write)) {
      return;
    }
    bool possible = true;
    forEach([&](Id other, const Event& what) {
      if (possible && what.stamp > candidate.stamp && !covers(event.porf, other)) {
        possible = addedLast(other, write);
      }
    });
    if (possible) {
      found.push_back(read);
    }
  });
  return found;
}

Graph Graph::restricted(Id read, Id write) const {
  Graph less(*this);
  const std::uint32_t stamp = at(read).stamp;
  const Clock& needed = at(write).porf;
  for (unsigned t = 0; t < threads(); ++t) {
    auto& events = less.threads_[t];
    while (!events.empty() && events.back().stamp > stamp && needed[t] < events.size()) {
      events.pop_back();
    }
  }
  return less;
}

bool Graph::isLast(Id id) const {
  const Event& event = at(id);
  return lastWrite(event.request.location) == (event.kind == Kind::kRead ? event.rf : id);
}

Id Graph::lastWrite(std::uint32_t location) const {
  Id last = kInitial;
  forEach([&](Id id, const Event& event) {
    if (event.kind == Kind::kWrite && event.request.location == location && event.co > rank(last)) {
      last = id;
    }
  });
  return last;
}

std::vector<Id> Graph::inOrder() const {
  std::vector<Id> all;
  forEach([&](Id id, const Event&) { all.push_back(id); });
  std::sort(all.begin(), all.end(),
            [this](Id left, Id right) { return at(left).stamp < at(right).stamp; });
  return all;
}

std::uint64_t Graph::hash() const {
  std::uint64_t hash = 14695981039346656037u; // FNV-1a
  const auto add = [&hash](std::uint64_t word) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      hash = (hash ^ (word >> 8 * byte & 0xff)) * 1099511628211u;
    }
  };
  forEach([&](Id id, const Event& event) {
    add(std::uint64_t{id.thread} << 32 | id.index);
    add(std::uint64_t(event.kind) << 32 | event.request.location);
    add(event.kind == Kind::kRead     ? std::uint64_t{event.rf.thread} << 32 | event.rf.index
        : event.kind == Kind::kChoice ? event.value[0]
                                      : 0);
    if (event.kind == Kind::kWrite) { // ranks have gaps, so count
      unsigned before = 0;
      forEach([&](Id, const Event& other) {
        before += other.kind == Kind::kWrite && other.request.location == event.request.location &&
                  other.co < event.co;
      });
      add(before);
    }
  });
  return hash;
}

bool Graph::consistent() const { return ScOrder(*this).exists(); }

} // namespace galois::test::explorer

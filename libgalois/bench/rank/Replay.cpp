#include "rank/Replay.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <tuple>

#include "rank/FenwickTree.h"

namespace galois::bench {

namespace {

/// The undelivered tasks of each priority, oldest first, as linked lists in one array.
class Waiting {
public:
  explicit Waiting(std::size_t priorities)
      : first_(priorities, kNone), last_(priorities, kNone), owed_(priorities) {}

  /// Adds the next task. `overtakers` is the number of deliveries of less urgent tasks so far.
  void add(std::size_t place, std::int64_t overtakers) {
    const auto task = static_cast<std::uint32_t>(next_.size());
    next_.push_back(kNone);
    seen_.push_back(overtakers);
    (first_[place] == kNone ? first_[place] : next_[last_[place]]) = task;
    last_[place] = task;
  }
  bool any(std::size_t place) const { return first_[place] != kNone; }
  /// Removes the oldest task and returns what add() was given for it.
  std::int64_t take(std::size_t place) {
    const std::uint32_t task = first_[place];
    first_[place] = next_[task];
    return seen_[task];
  }

  /// Notes a pop that came before its push; the next push of the place is cancelled.
  void owe(std::size_t place) { ++owed_[place]; }
  bool settle(std::size_t place) { return owed_[place] > 0 && owed_[place]-- > 0; }

private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> first_, last_, next_;
  std::vector<std::int64_t> seen_;
  std::vector<std::uint32_t> owed_;
};

/// Calls visit(event) for all events, in the order of the replay.
template <typename Visit>
void forEachInOrder(const std::vector<Trace>& traces, Visit&& visit) {
  // The stamp and the kind of an event are one word; the second word is the thread.
  using Head = std::tuple<std::uint64_t, std::size_t, std::size_t>;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (std::size_t thread = 0; thread < traces.size(); ++thread) {
    if (!traces[thread].empty()) {
      heads.emplace(traces[thread][0].stampAndKind, thread, 0);
    }
  }
  while (!heads.empty()) {
    const auto [word, thread, index] = heads.top();
    heads.pop();
    const Trace& trace = traces[thread];
    visit(trace[index]);
    if (index + 1 < trace.size()) {
      heads.emplace(trace[index + 1].stampAndKind, thread, index + 1);
    }
  }
}

std::uint32_t clamped(std::int64_t value) {
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(value, 0, kMost));
}

} // namespace

Distribution summarize(std::vector<std::uint32_t>& values) {
  Distribution out;
  if (values.empty()) {
    return out;
  }
  for (const std::uint32_t value : values) {
    out.sum += value;
    out.max = std::max<std::uint64_t>(out.max, value);
  }
  out.mean = static_cast<double>(out.sum) / static_cast<double>(values.size());
  // This is the smallest index with (index + 1) / size >= 99 / 100.
  const std::size_t index = (values.size() * 99 + 99) / 100 - 1;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), at, values.end());
  out.p99 = *at;
  return out;
}

RankReport replay(const std::vector<Trace>& traces) {
  std::vector<std::uint64_t> priorities;
  for (const Trace& trace : traces) {
    for (const Event& event : trace) {
      priorities.push_back(event.priority);
    }
  }
  std::sort(priorities.begin(), priorities.end());
  priorities.erase(std::unique(priorities.begin(), priorities.end()), priorities.end());
  const auto placeOf = [&](std::uint64_t priority) {
    return static_cast<std::size_t>(
        std::lower_bound(priorities.begin(), priorities.end(), priority) - priorities.begin());
  };

  FenwickTree present(priorities.size());   // tasks in the worklist
  FenwickTree delivered(priorities.size()); // pops so far
  Waiting waiting(priorities.size());
  std::vector<std::uint32_t> ranks, delays;
  RankReport report;
  forEachInOrder(traces, [&](const Event& event) {
    const std::size_t place = placeOf(event.priority);
    if (!event.isPop()) {
      ++report.pushes;
      if (waiting.settle(place)) {
        delays.push_back(0);
        return;
      }
      present.add(place, 1);
      waiting.add(place, delivered.above(place));
      return;
    }
    ++report.pops;
    ranks.push_back(clamped(present.below(place)));
    if (waiting.any(place)) {
      present.add(place, -1);
      delays.push_back(clamped(delivered.above(place) - waiting.take(place)));
    } else {
      ++report.early;
      waiting.owe(place);
    }
    delivered.add(place, 1);
  });
  for (std::size_t place = 0; place < priorities.size(); ++place) {
    while (waiting.any(place)) {
      delays.push_back(clamped(delivered.above(place) - waiting.take(place)));
    }
  }
  report.rank = summarize(ranks);
  report.delay = summarize(delays);
  return report;
}

} // namespace galois::bench

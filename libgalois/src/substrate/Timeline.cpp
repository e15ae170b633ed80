#include "galois/substrate/Timeline.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace galois::substrate {
namespace {

constexpr const char* kNames[] = {"parked", "work", "search", "wait"};

const char* nameOf(Phase phase) { return kNames[static_cast<std::size_t>(phase)]; }

/// Returns the text as a JSON string, in quotation marks.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
  }
  return out + '"';
}

} // namespace

/// Ends phase_ at time `at` and begins `phase`.
void TimelineTrack::change(Phase phase, std::uint64_t at) {
  at = std::max(at, since_); // a thread may move to a core whose clock is behind
  const std::uint64_t length = at - since_;
  spent_[static_cast<std::size_t>(phase_)] += length;
  if (length >= shortest_ || phase_ == Phase::kParked) {
    flush();
    put({since_, at, phase_});
  } else {
    mixed_[static_cast<std::size_t>(phase_)] += length;
    if (at - open_.end >= shortest_) {
      put({open_.end, at, mostMixed()});
      mixed_ = {};
    }
  }
  phase_ = phase;
  since_ = at;
  if (phase == Phase::kParked) {
    flush();
  }
}

/// Appends the pending short phases to the span before them, if there is one.
void TimelineTrack::flush() {
  if (since_ > open_.end) {
    put({open_.end, since_, open_.phase == Phase::kParked ? mostMixed() : open_.phase});
    mixed_ = {};
  }
}

void TimelineTrack::put(const Span& span) {
  if (span.phase == open_.phase) {
    open_.end = span.end;
  } else {
    keep(open_);
    open_ = span;
  }
}

void TimelineTrack::keep(const Span& span) {
  if (span.phase == Phase::kParked || span.begin == span.end) {
    return;
  }
  if (spans_.size() < most_) {
    spans_.push_back(span);
  } else {
    ++dropped_;
  }
}

Phase TimelineTrack::mostMixed() const {
  return static_cast<Phase>(std::max_element(mixed_.begin(), mixed_.end()) - mixed_.begin());
}

std::vector<TimelineTrack::Span> TimelineTrack::spans() const {
  // Two more spans: the open one, and the short phases after it.
  TimelineTrack ended(shortest_, spans_.size() + 2);
  ended.spans_ = spans_;
  ended.open_ = open_;
  ended.since_ = since_;
  ended.mixed_ = mixed_;
  ended.flush();
  ended.keep(ended.open_);
  return std::move(ended.spans_);
}

Timeline::Timeline(const std::vector<unsigned>& groupOf, std::uint64_t shortest, std::size_t most)
    : groupOf_(groupOf) {
  for (std::size_t index = 0; index < groupOf.size(); ++index) {
    tracks_.push_back(std::make_unique<TimelineTrack>(shortest, most));
  }
}

std::string Timeline::text(const std::string& kind, const std::string& note,
                           double ticksPerMicrosecond) const {
  const std::uint64_t first = loops_.empty() ? 0 : loops_.front().begin;
  const auto span = [ticksPerMicrosecond](std::uint64_t from, std::uint64_t to) {
    return static_cast<double>(to > from ? to - from : 0) / ticksPerMicrosecond;
  };
  std::string json;
  const auto out = std::back_inserter(json);
  std::uint64_t dropped = 0;
  for (const auto& track : tracks_) {
    dropped += track->dropped();
  }
  fmt::format_to(out, R"({{"displayTimeUnit":"ns","otherData":{{"note":{},"dropped":{},"loops":[)",
                 quoted(note), dropped);
  const char* comma = "";
  for (const Loop& loop : loops_) {
    fmt::format_to(out, R"({}{{"name":{},"begin":{:.3f},"end":{:.3f}}})", comma, quoted(loop.name),
                   span(first, loop.begin), span(first, loop.end));
    comma = ",";
  }
  json += "],\"threads\":[";
  comma = "\n";
  for (std::size_t tid = 0; tid < tracks_.size(); ++tid) {
    const TimelineTrack& track = *tracks_[tid];
    const auto spent = [&](Phase phase) { return span(0, track.spent(phase)); };
    fmt::format_to(
        out, R"({}{{"tid":{},"work":{:.3f},"search":{:.3f},"wait":{:.3f},"dropped":{}}})", comma,
        tid, spent(Phase::kWork), spent(Phase::kSearch), spent(Phase::kWait), track.dropped());
    comma = ",\n";
  }
  json += "]},\n\"traceEvents\":[";
  comma = "\n";
  for (std::size_t tid = 0; tid < tracks_.size(); ++tid) {
    fmt::format_to(
        out, R"({}{{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"{} {}"}}}})",
        comma, groupOf_[tid], tid, kind, tid);
    comma = ",\n";
  }
  for (std::size_t tid = 0; tid < tracks_.size(); ++tid) {
    for (const TimelineTrack::Span& each : tracks_[tid]->spans()) {
      fmt::format_to(
          out,
          ",\n{{\"name\":\"{}\",\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f}}}",
          nameOf(each.phase), groupOf_[tid], tid, span(first, each.begin),
          span(each.begin, each.end));
    }
  }
  return json + "\n]}\n";
}

} // namespace galois::substrate

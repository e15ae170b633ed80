#include "Timeline.h"

#include <iterator>

#include <fmt/format.h>

namespace galois::substrate::virt {
namespace {

constexpr const char* kNames[] = {"parked", "work", "search", "wait"};

const char* nameOf(Phase phase) { return kNames[static_cast<unsigned>(phase)]; }

} // namespace

/// The phase that lasts since `since` has lasted long enough to be a span of its own.
void Timeline::settle(unsigned core, Track& track) {
  if (track.phase == track.open) return;
  if (track.since > track.opened && track.open != Phase::kParked) {
    spans_.push_back({track.opened, track.since, core, track.open});
  }
  track.open = track.phase;
  track.opened = track.since;
}

std::string Timeline::text(const std::string& note) const {
  std::string json = R"({"displayTimeUnit":"ns","otherData":{"note":")" + note + "\"},\n";
  json += R"("traceEvents":[)";
  const auto out = std::back_inserter(json);
  const char* comma = "";
  for (unsigned core = 0; core < cores_.size(); ++core) {
    fmt::format_to(out,
                   "{}\n{{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":{},\"tid\":{},"
                   "\"args\":{{\"name\":\"core {}\"}}}}",
                   comma, socketOf_[core], core, core);
    comma = ",";
  }
  const auto span = [&](const Span& each) {
    fmt::format_to(out,
                   ",\n{{\"name\":\"{}\",\"ph\":\"X\",\"pid\":{},\"tid\":{},\"ts\":{:.3f},"
                   "\"dur\":{:.3f}}}",
                   nameOf(each.phase), socketOf_[each.core], each.core,
                   static_cast<double>(each.begin) * 1e-6,
                   static_cast<double>(each.end - each.begin) * 1e-6);
  };
  for (const Span& each : spans_) span(each);
  for (unsigned core = 0; core < cores_.size(); ++core) { // what is still open
    const Track& track = cores_[core];
    if (track.open != Phase::kParked && track.since > track.opened) {
      span({track.opened, track.since, core, track.open});
    }
  }
  return json + "\n]}\n";
}

} // namespace galois::substrate::virt

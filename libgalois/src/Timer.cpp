#include "galois/Timer.h"

#include "galois/runtime/Statistics.h"

namespace galois {

StatTimer::StatTimer(const char* name, const char* region)
    : name_(name == nullptr ? "Time" : name),
      region_(region == nullptr ? runtime::kNoRegion : std::string_view(region)) {}

StatTimer::~StatTimer() {
  if (running_) {
    stop();
  }
  if (used_) {
    try {
      runtime::reportStat_Tmax(region_, name_, get());
    } catch (...) { // NOLINT(bugprone-empty-catch): out of memory; the time is left out
    }
  }
}

void StatTimer::start() {
  TimeAccumulator::start();
  running_ = true;
  used_ = true;
}

void StatTimer::stop() {
  if (running_) {
    TimeAccumulator::stop();
  }
  running_ = false;
}

} // namespace galois

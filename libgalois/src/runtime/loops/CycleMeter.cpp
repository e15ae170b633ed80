#include "galois/runtime/loops/CycleMeter.h"

#include <memory>
#include <mutex>

namespace galois::runtime {

double CycleMeter::measureLap() noexcept {
  constexpr unsigned kRounds = 20, kLaps = 1000;
  double least = std::numeric_limits<double>::max();
  for (unsigned rounds = kRounds; rounds > 0; --rounds) {
    CycleMeter meter;
    meter.start();
    for (unsigned laps = kLaps; laps > 0; --laps) {
      meter.lap(Spent::kMeter);
    }
    const auto spent = static_cast<double>(meter.cycles_[static_cast<std::size_t>(Spent::kMeter)]);
    least = std::min(least, spent / kLaps);
  }
  return least;
}

double CycleMeter::lapCost() noexcept {
  static const double cost = measureLap();
  return cost;
}

LoopReport::Breakdown CycleMeter::breakdown(double good, double cost) const {
  std::array<double, kKinds> net{};
  double all = 0, meter = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const double cycles = static_cast<double>(cycles_[kind]);
    all += cycles;
    net[kind] = std::max(0.0, cycles - cost * static_cast<double>(laps_[kind]));
    meter += cycles - net[kind];
  }
  const auto of = [&net](Spent kind) { return net[static_cast<std::size_t>(kind)]; };
  meter += of(Spent::kMeter);
  const double kept = all - meter;
  const auto share = [kept](double cycles) { return kept > 0 ? cycles / kept : 0; };
  const auto each = [](double cycles, std::uint64_t tasks) {
    return tasks ? cycles / static_cast<double>(tasks) : 0;
  };
  good = std::min(good, of(Spent::kOperator));
  LoopReport::Breakdown breakdown;
  breakdown.goodWork = share(good);
  breakdown.uselessWork = share(of(Spent::kOperator) - good);
  breakdown.enqueue = share(of(Spent::kEnqueue));
  breakdown.dequeue = share(of(Spent::kDequeue));
  breakdown.failedDequeue = share(of(Spent::kFailedDequeue));
  breakdown.other = share(of(Spent::kOther));
  breakdown.cyclesPerEnqueue = each(of(Spent::kEnqueue), enqueued_);
  breakdown.cyclesPerDequeue = each(of(Spent::kDequeue), dequeued_);
  breakdown.cycles = kept;
  breakdown.overhead = all > 0 ? meter / all : 0;
  breakdown.lapCost = cost;
  return breakdown;
}

NodeCycles::Words& NodeCycles::make(std::size_t page) {
  const std::lock_guard<substrate::BasicSimpleLock<substrate::RealAtomics>> guard(making_);
  if (pages_[page].get() == nullptr) {
    pages_[page].publish(std::make_unique<Words>().release());
  }
  return *pages_[page].get();
}

double NodeCycles::total() const {
  double sum = 0;
  for (const auto& page : pages_) {
    if (const Words* const made = page.get()) {
      for (const auto& word : *made) {
        // relaxed: the loop has ended.
        sum += word.load(order::relaxed);
      }
    }
  }
  return sum;
}

} // namespace galois::runtime

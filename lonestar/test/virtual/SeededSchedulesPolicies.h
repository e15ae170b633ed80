/** The definitions of SeededSchedules.h, instantiated in one file per policy. */
#pragma once

#include <tuple>
#include <type_traits>

#include "SeededSchedules.h"
#include "VirtualPolicies.h"
#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/VirtualMachine.h"
#include "galois/worklists/Concept.h"

namespace virtual_policies {

/// The loop of one thread of stallOne(). Fibers run one at a time, so plain memory is enough for
/// the counts.
template <typename WL>
class StalledLoop {
public:
  StalledLoop(WL& wl, std::uint32_t tasks, StallReport& report)
      : wl_(wl), tasks_(tasks), left_(tasks), report_(report) {
    report.times.assign(tasks, 0);
    report.moved.assign(galois::getActiveThreads(), false);
  }

  void operator()(unsigned tid, unsigned threads) {
    report_.begun = galois::substrate::nowNs();
    for (std::uint32_t id = tid; id < kInitial; id += threads) {
      wl_.push(itemOf(id));
    }
    galois::substrate::Backoff backoff;
    while (left_ > 0) {
      if (const auto item = wl_.pop()) {
        run(*item);
        backoff.reset();
      } else {
        backoff();
      }
      returned(tid);
    }
  }

private:
  void run(const Item& item) {
    ++report_.times[item.id];
    --left_;
    report_.ended = galois::substrate::nowNs();
    forChildren(item.id, tasks_, [this](const Item& child) { wl_.push(child); });
  }
  void returned(unsigned tid) {
    const galois::substrate::virt::Stall stall = galois::substrate::virt::stall();
    const std::uint64_t now = galois::substrate::nowNs();
    if (stall.happened && now < stall.to) {
      report_.moved[tid] = report_.moved[tid] || now > stall.from + (stall.to - stall.from) / 2;
    }
  }

  WL& wl_;
  const std::uint32_t tasks_;
  std::uint32_t left_;
  StallReport& report_;
};

template <typename Policy>
StallReport stallOne(std::uint32_t tasks, const lonestar::WorklistSettings& settings) {
  StallReport report;
  Policy::visit(PriorityOf(), settings, [&](const auto& worklist) {
    using WL = typename std::decay_t<decltype(worklist)>::type::template retype<Item>;
    if constexpr (galois::worklists::kHasEmpty<WL>) {
      report.skipped = true;
    } else {
      std::apply(
          [&](const auto&... args) {
            WL wl(args...);
            StalledLoop<WL> loop(wl, tasks, report);
            galois::on_each([&loop](unsigned tid, unsigned threads) { loop(tid, threads); });
          },
          worklist.args);
    }
  });
  return report;
}

} // namespace virtual_policies

#undef LONESTAR_INSTANTIATE
#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template virtual_policies::Delivered virtual_policies::deliver<lonestar::worklists::Policy>(     \
      std::uint32_t, const lonestar::WorklistSettings&);                                           \
  template void virtual_policies::deliverInto<lonestar::worklists::Policy>(                        \
      virtual_policies::Delivered&, const lonestar::WorklistSettings&);                            \
  template virtual_policies::StallReport virtual_policies::stallOne<lonestar::worklists::Policy>(  \
      std::uint32_t, const lonestar::WorklistSettings&);

/**
 * Pushes that throw, on simulated machines of one, two and four sockets. The indexer of a policy is
 * code of the program. Where it throws, the task is not added, and no other is lost or repeated.
 */
#pragma once

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "support/Deliveries.h"
#include "virtual/SixteenCores.h"
#include "worklists/PolicyKit.h"

namespace galois::test {

/// Runs a tree of tasks, in which each is pushed with a priority that throws, and then with another.
inline void expectEachOnceIfPushesThrow(const PolicyKit& kit) {
  constexpr std::uint32_t kTasks = 4000, kRoots = 16;
  for (const char* const topology : {"pack:2 core:8", "pack:4 core:4", ""}) {
    simulateSixteenCores(topology);
    const SharedMemSys system;
    for (const unsigned threads : {1U, 3U, 16U}) {
      SCOPED_TRACE(topology + std::string("; threads: ") + std::to_string(threads));
      setActiveThreads(threads);
      Deliveries seen(kTasks);
      TaskPriority::thrown = 0;
      TaskPriority::throws = true;
      kit.loop(kRoots, [&](const Delivered& task, const PushTask& push) {
        seen.record(task);
        for (std::uint32_t k = 0; k < 2; ++k) {
          const std::uint32_t child = task.id * 2 + kRoots + k;
          if (child < kTasks) {
            EXPECT_THROW(push(child, TaskPriority::kLast), NoPriority);
            push(child, child * 37 % TaskPriority::kLast);
          }
        }
      });
      TaskPriority::throws = false;
      EXPECT_EQ(TaskPriority::thrown, kTasks - kRoots);
      seen.expectEachOnce();
    }
  }
}

} // namespace galois::test

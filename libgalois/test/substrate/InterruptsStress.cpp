// Threads enter and leave scopes while others post requests and interrupt them. No request is
// missed: the owner finds it after enter(), or its handler does.
#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "galois/substrate/Interrupts.h"
#include "support/Child.h"

namespace {

using galois::substrate::Interruptible;
using galois::substrate::Waits;

/// A thread that answers requests inside scopes only.
struct Owner {
  Interruptible thread;
  std::atomic<unsigned> requests{0}; ///< that were posted
  std::atomic<unsigned> answers{0};  ///< the latest request that was seen
  static void answer(void* owner) {
    auto& self = *static_cast<Owner*>(owner);
    self.answers.store(self.requests.load(std::memory_order_acquire), std::memory_order_release);
  }
};

TEST(InterruptsStress, NoRequestIsMissed) {
  constexpr unsigned kOwners = 3;
  constexpr unsigned kRequests = galois::test::kSanitized ? 300 : 3000;
  std::vector<std::unique_ptr<Owner>> owners;
  for (unsigned i = 0; i < kOwners; ++i) {
    owners.push_back(std::make_unique<Owner>());
  }
  std::atomic<bool> ends{false};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kOwners; ++i) {
    threads.emplace_back([&, i] {
      Owner& self = *owners[i];
      std::minstd_rand random(i + 1);
      while (!ends) {
        self.thread.enter(Owner::answer, &self);
        Owner::answer(&self);
        if (random() % 4 == 0) {
          Waits::sleep(random() % 200);
        }
        self.thread.leave();
      }
    });
  }
  // One thread per owner posts a request and waits for its answer.
  std::vector<std::thread> askers;
  for (unsigned i = 0; i < kOwners; ++i) {
    askers.emplace_back([&, i] {
      Owner& owner = *owners[i];
      for (unsigned request = 1; request <= kRequests; ++request) {
        owner.requests.store(request, std::memory_order_release);
        owner.thread.interrupt();
        galois::substrate::Backoff wait;
        while (owner.answers.load(std::memory_order_acquire) != request) {
          wait();
        }
      }
    });
  }
  for (auto& thread : askers) {
    thread.join();
  }
  ends = true;
  for (auto& thread : threads) {
    thread.join();
  }
  for (const auto& owner : owners) {
    EXPECT_EQ(owner->answers, kRequests);
  }
}

} // namespace

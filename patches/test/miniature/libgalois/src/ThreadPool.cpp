#include "galois/substrate/ThreadPool.h"

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <vector>

#include "galois/Threads.h"
#include "galois/substrate/Barrier.h"

namespace galois {
namespace substrate {

thread_local unsigned ThreadPool::tid_ = 0;

unsigned ThreadPool::checked(unsigned tid) {
  if (tid >= kThreads) {
    std::cerr << "there is no thread " << tid << "\n";
    std::abort();
  }
  return tid;
}

void ThreadPool::runAll(unsigned num, const std::function<void()>& body) {
  std::vector<std::thread> others;
  for (unsigned tid = 1; tid < num; ++tid) {
    others.emplace_back([&body, tid] {
      tid_ = tid;
      body();
    });
  }
  body();
  for (std::thread& other : others) {
    other.join();
  }
}

ThreadPool& getThreadPool() {
  static ThreadPool pool;
  return pool;
}

Barrier::~Barrier() = default;

namespace {

class CountingBarrier final : public Barrier {
public:
  void reinit(unsigned num) override { num_ = num; }
  void wait() override {
    const unsigned round = round_.load();
    if (arrived_.fetch_add(1) + 1 == num_) {
      arrived_.store(0);
      round_.store(round + 1);
    }
    while (round_.load() == round) {
      std::this_thread::yield();
    }
  }
  const char* name() const override { return "CountingBarrier"; }

private:
  std::atomic<unsigned> num_{1}, arrived_{0}, round_{0};
};

} // namespace

Barrier& getBarrier(unsigned num) {
  static CountingBarrier barrier;
  static unsigned threads = 0;
  if (threads != num) {
    barrier.reinit(threads = num);
  }
  return barrier;
}

} // namespace substrate

namespace {
unsigned activeThreads = 1;
}

unsigned setActiveThreads(unsigned num) noexcept {
  const unsigned most = substrate::getThreadPool().getMaxUsableThreads();
  return activeThreads = num < 1 ? 1 : num > most ? most : num;
}

unsigned getActiveThreads() noexcept { return activeThreads; }

} // namespace galois

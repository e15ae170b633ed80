#include "galois/substrate/Barrier.h"

#include <pthread.h>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "galois/substrate/BarrierCores.h"
#include "galois/substrate/ThreadPool.h"
#ifdef GALOIS_VIRTUAL
#include "virtual/Machine.h"
#include "virtual/OnMachine.h"
#endif

namespace galois::substrate {
namespace {

/// Makes a Barrier from one of the algorithms in BarrierCores.h, using the caller's thread id.
template <class Core>
class CoreBarrier : public Barrier {
public:
  CoreBarrier(const char* name, unsigned num) : name_(name) { core_.reinit(std::max(num, 1u)); }
  void reinit(unsigned num) override { core_.reinit(std::max(num, 1u)); }
  void wait() override { core_.wait(ThreadPool::getTID()); }
  const char* name() const override { return name_; }

private:
  const char* name_;
  Core core_;
};

class TopoBarrier final : public Barrier {
public:
  explicit TopoBarrier(unsigned num) { layOut(num); }
  void reinit(unsigned num) override { layOut(num); }
  void wait() override { core_.wait(ThreadPool::getTID()); }
  const char* name() const override { return "TopoBarrier"; }

private:
  void layOut(unsigned num) {
    const ThreadPool& pool = getThreadPool();
    std::vector<unsigned> socketOf(std::max(num, 1u));
    for (unsigned tid = 0; tid < socketOf.size(); ++tid) {
      socketOf[tid] = pool.getSocket(tid);
    }
    core_.reinit(std::move(socketOf));
  }

  TopoBarrierCore<> core_;
};

#ifdef GALOIS_VIRTUAL

/// The barrier of the operating system: each arriving thread blocks at once, and the last one wakes
/// all.
class PthreadBarrier final : public Barrier {
public:
  explicit PthreadBarrier(unsigned num) : num_(std::max(num, 1u)) {}
  void reinit(unsigned num) override { num_ = std::max(num, 1u); }
  void wait() override {
    const int round = round_.load(order::relaxed);
    if (arrived_.fetch_add(1, order::relaxed) + 1 == num_) {
      arrived_.store(0, order::relaxed);
      round_.store(round + 1, order::relaxed);
      virt::machine->wake(&round_, true);
      return;
    }
    while (round_.load(order::relaxed) == round) {
      virt::machine->park(&round_);
    }
  }
  const char* name() const override { return "PthreadBarrier"; }

private:
  unsigned num_;
  Atomic<unsigned> arrived_{0};
  Atomic<int> round_{0};
};

#else

class PthreadBarrier final : public Barrier {
public:
  explicit PthreadBarrier(unsigned num) : barrier_(std::make_unique<Native>(num)) {}
  void reinit(unsigned num) override { barrier_ = std::make_unique<Native>(num); }
  void wait() override { pthread_barrier_wait(&barrier_->handle); }
  const char* name() const override { return "PthreadBarrier"; }

private:
  struct Native {
    explicit Native(unsigned num) {
      const int error = pthread_barrier_init(&handle, nullptr, std::max(num, 1u));
      if (error != 0) {
        throw std::system_error(error, std::generic_category(), "cannot make a barrier");
      }
    }
    ~Native() { pthread_barrier_destroy(&handle); }
    Native(const Native&) = delete;
    Native& operator=(const Native&) = delete;

    pthread_barrier_t handle;
  };

  std::unique_ptr<Native> barrier_; ///< never null
};

#endif

/// The barrier that getBarrier() returns, and the number of threads it is set up for. It is never
/// destroyed, because static objects may use it.
struct SystemBarrier {
  TopoBarrier barrier{1};
  unsigned num = 1;
};

} // namespace

Barrier::~Barrier() = default;

Barrier& getBarrier(unsigned num) {
  static SystemBarrier* const system = new SystemBarrier();
  num = std::max(num, 1u);
  if (system->num != num) {
    system->barrier.reinit(num);
    system->num = num;
  }
  return system->barrier;
}

std::unique_ptr<Barrier> createTopoBarrier(unsigned num) {
  return std::make_unique<TopoBarrier>(num);
}
std::unique_ptr<Barrier> createCountingBarrier(unsigned num) {
  return std::make_unique<CoreBarrier<CountingBarrierCore<>>>("CountingBarrier", num);
}
std::unique_ptr<Barrier> createSimpleBarrier(unsigned num) {
  return std::make_unique<CoreBarrier<CountingBarrierCore<>>>("SimpleBarrier", num);
}
std::unique_ptr<Barrier> createMCSBarrier(unsigned num) {
  return std::make_unique<CoreBarrier<TreeBarrierCore<>>>("MCSBarrier", num);
}
std::unique_ptr<Barrier> createDisseminationBarrier(unsigned num) {
  return std::make_unique<CoreBarrier<DisseminationBarrierCore<>>>("DisseminationBarrier", num);
}
std::unique_ptr<Barrier> createPthreadBarrier(unsigned num) {
  return std::make_unique<PthreadBarrier>(num);
}

} // namespace galois::substrate

#include "galois/substrate/Termination.h"

#include <algorithm>

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {
namespace {

class RingTermination final : public TerminationDetection {
public:
  void init(unsigned num) override { ring_.reinit(std::max(num, 1u)); }
  void initializeThread() override { ring_.initializeThread(ThreadPool::getTID()); }
  void localTermination(bool workHappened) override {
    ring_.localTermination(ThreadPool::getTID(), workHappened);
  }
  bool holdsToken() const override { return ring_.holdsToken(ThreadPool::getTID()); }
  bool globalTermination() const override { return ring_.globalTermination(); }

private:
  TokenRing<> ring_;
};

} // namespace

TerminationDetection::~TerminationDetection() = default;

TerminationDetection& getSystemTermination(unsigned num) {
  static RingTermination* const system = new RingTermination(); // never destroyed, as the pool
  system->init(num);
  return *system;
}

} // namespace galois::substrate

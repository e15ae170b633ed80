#include "galois/substrate/Termination.h"

#include <algorithm>

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {
namespace {

class TreeTermination final : public TerminationDetection {
public:
  void init(unsigned num) override { tree_.reinit(std::max(num, 1u)); }
  void initializeThread() override { tree_.initializeThread(ThreadPool::getTID()); }
  void localTermination(bool workHappened) override {
    tree_.localTermination(ThreadPool::getTID(), workHappened);
  }
  bool isAwaited() const override { return tree_.isAwaited(ThreadPool::getTID()); }
  bool globalTermination() const override { return tree_.globalTermination(); }

private:
  TerminationTree<> tree_;
};

} // namespace

TerminationDetection::~TerminationDetection() = default;

TerminationDetection& getSystemTermination(unsigned num) {
  static TreeTermination* const system = new TreeTermination(); // never destroyed, like the pool
  system->init(num);
  return *system;
}

} // namespace galois::substrate

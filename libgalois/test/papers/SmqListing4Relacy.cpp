// Stealing Multi-Queue, listing 4 (PPoPP 2022): an owner offers a batch of its tasks in a
// stealing buffer and works on the rest. As printed, extractTopLocal() looks at the heap alone, so
// a batch that no thread steals is never run. Our version takes it back
// (StealingBuffer::takeBack()).
#include "galois/worklists/parts/stealing/StealingBuffer.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;
using galois::test::findsFault;

namespace {

enum class Owner { kAsPrinted, kTakesBack };

constexpr unsigned kTasks = 3;
constexpr unsigned kBatch = 2;

/// Thread 0 owns the queue, adds three tasks and works until it finds none. Thread 1 steals once.
template <Owner Kind>
struct Queue : rl::test_suite<Queue<Kind>, 2> {
  galois::worklists::StealingBuffer<std::uint64_t, CheckedAtomics> buffer{kBatch};
  std::vector<std::uint64_t> heap;    // It belongs to the owner; its order does not matter here.
  std::vector<std::uint64_t> offered; // the owner's copy of the batch that it offered last
  int runs[kTasks] = {};

  void fillBuffer() {
    offered.clear();
    while (offered.size() < kBatch && !heap.empty()) {
      offered.push_back(heap.back());
      heap.pop_back();
    }
    if (!offered.empty()) {
      buffer.offer(offered.data(), static_cast<std::uint32_t>(offered.size()));
    }
  }

  void addLocal(std::uint64_t task) {
    heap.push_back(task);
    if (buffer.isTaken()) {
      fillBuffer();
    }
  }

  bool extractTopLocal(std::uint64_t& task) {
    if (buffer.isTaken()) {
      fillBuffer();
    }
    if (heap.empty() && Kind == Owner::kTakesBack && !buffer.isTaken() && buffer.takeBack()) {
      heap = offered;
    }
    if (heap.empty()) {
      return false;
    }
    task = heap.back();
    heap.pop_back();
    return true;
  }

  void thread(unsigned id) {
    if (id == 1) {
      std::uint64_t stolen[kBatch];
      const std::uint32_t count = buffer.steal(stolen);
      for (std::uint32_t i = 0; i < count; ++i) {
        ++runs[stolen[i]];
      }
      return;
    }
    for (std::uint64_t task = 0; task < kTasks; ++task) {
      addLocal(task);
    }
    std::uint64_t task;
    while (extractTopLocal(task)) {
      ++runs[task];
    }
  }

  void after() {
    for (const int times : runs) {
      RL_ASSERT(times == 1);
    }
  }
};

} // namespace

int main() {
  const bool seen = findsFault<Queue<Owner::kAsPrinted>>();
  if (!seen) {
    std::cout << "not detected: listing 4 leaves tasks in the buffer\n";
  }
  return seen && explore<Queue<Owner::kTakesBack>>() ? 0 : 1;
}

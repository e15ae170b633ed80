// Work stealing with private deques (Acar, Chargueraud, Rainey, PPoPP 2013), figures 1 to 3.
//
// Figure 2 is receiver-initiated. A thief that has received its task clears its own request cell.
// But with that task it has announced work, so another thief may have written its request there
// just before. The request is erased, and that thief waits for an answer that never comes.
// Corrected: the thief leaves the cell alone, and communicate() clears it after it has answered.
//
// Figure 3 is sender-initiated. The receiver stops waiting as soon as its cell is not null. But the
// sender first writes a marker, INCOMING, to the cell, and the receiver runs the marker as a task.
// Corrected: the receiver waits for a task.
#include <deque>

#include "support/CheckedAtomics.h"

using galois::substrate::order::seq_cst; // The faults are in the algorithms, not in their memory
                                         // orders.
using galois::test::CheckedAtomics;
using galois::test::explore;
using galois::test::findsFault;

namespace {

enum class Version { kAsPrinted, kMended };

constexpr unsigned kWorkers = 3;
constexpr int kTasks = 4;
constexpr int kNobody = -1; // NO_REQU
constexpr int kNoAnswer = -1;
constexpr int kNothing = -2; // the answer of a victim without tasks

/// Worker 0 begins with all tasks. The loop ends when all tasks have been run.
template <Version Kind>
struct ReceiverInitiated : rl::test_suite<ReceiverInitiated<Kind>, kWorkers> {
  CheckedAtomics::Atomic<bool> hasWork[kWorkers];
  CheckedAtomics::Atomic<int> request[kWorkers];
  CheckedAtomics::Atomic<int> transfer[kWorkers];
  CheckedAtomics::Atomic<int> done{0};
  std::deque<int> deque[kWorkers]; // Each deque is accessed by its owner only.
  int waitsFor[kWorkers];          // the victim of an open request, or kNobody

  void before() {
    for (unsigned i = 0; i < kWorkers; ++i) {
      hasWork[i].store(false, seq_cst);
      request[i].store(kNobody, seq_cst);
      transfer[i].store(kNoAnswer, seq_cst);
      waitsFor[i] = kNobody;
    }
    for (int task = 0; task < kTasks; ++task) {
      deque[0].push_back(task);
    }
    hasWork[0].store(true, seq_cst);
  }

  bool finished() { return done.load(seq_cst) == kTasks; }

  void updateStatus(unsigned i) { hasWork[i].store(!deque[i].empty(), seq_cst); }

  void communicate(unsigned i) {
    const int thief = request[i].load(seq_cst);
    if (thief == kNobody) {
      return;
    }
    int answer = kNothing;
    if (!deque[i].empty()) {
      answer = deque[i].front();
      deque[i].pop_front();
    }
    transfer[thief].store(answer, seq_cst);
    request[i].store(kNobody, seq_cst);
  }

  void acquire(unsigned i) {
    while (!finished()) {
      transfer[i].store(kNoAnswer, seq_cst);
      const unsigned victim = (i + 1 + rl::rand(kWorkers - 1)) % kWorkers;
      int nobody = kNobody;
      if (hasWork[victim].load(seq_cst) &&
          request[victim].compare_exchange_strong(nobody, static_cast<int>(i), seq_cst)) {
        waitsFor[i] = static_cast<int>(victim);
        int answer;
        while ((answer = transfer[i].load(seq_cst)) == kNoAnswer) {
          if (finished()) {
            return; // after() checks whether the answer could still have come.
          }
          communicate(i);
          CheckedAtomics::pause();
        }
        waitsFor[i] = kNobody;
        if (answer != kNothing) {
          deque[i].push_back(answer);
          updateStatus(i);
          if (Kind == Version::kAsPrinted) {
            request[i].store(kNobody, seq_cst);
          }
        }
        return;
      }
      communicate(i);
      CheckedAtomics::pause();
    }
  }

  void thread(unsigned i) {
    while (!finished()) {
      if (deque[i].empty()) {
        acquire(i);
      } else {
        deque[i].pop_back();
        updateStatus(i);
        communicate(i);
        done.fetch_add(1, seq_cst);
      }
    }
  }

  void after() {
    for (unsigned i = 0; i < kWorkers; ++i) {
      // A request without an answer must still be in its cell, or its sender would wait for ever.
      RL_ASSERT(waitsFor[i] == kNobody || transfer[i].load(seq_cst) != kNoAnswer ||
                request[waitsFor[i]].load(seq_cst) == static_cast<int>(i));
    }
  }
};

constexpr int kBusy = -1;     // DUMMY_TASK
constexpr int kIdle = -2;     // null
constexpr int kIncoming = -3; // INCOMING

/// Thread 0 deals its task, and thread 1 waits for one.
template <Version Kind>
struct SenderInitiated : rl::test_suite<SenderInitiated<Kind>, 2> {
  CheckedAtomics::Atomic<int> cell{kBusy};
  int received = kIdle;

  void thread(unsigned i) {
    if (i == 0) {
      for (bool dealt = false; !dealt;) {
        int idle = kIdle;
        if (cell.load(seq_cst) == kIdle && cell.compare_exchange_strong(idle, kIncoming, seq_cst)) {
          cell.store(7, seq_cst);
          dealt = true;
        }
        CheckedAtomics::pause();
      }
      return;
    }
    cell.store(kIdle, seq_cst);
    while (waits(cell.load(seq_cst))) {
      CheckedAtomics::pause();
    }
    received = cell.load(seq_cst);
  }

  static bool waits(int seen) {
    return seen == kIdle || (Kind == Version::kMended && seen == kIncoming);
  }

  void after() { RL_ASSERT(received == 7); }
};

template <typename AsPrinted, typename Mended>
bool tellsApart(const char* fault, unsigned depth) {
  if (!findsFault<AsPrinted>(100000, depth)) {
    std::cout << "not detected: " << fault << '\n';
    return false;
  }
  return explore<Mended>({0, 20000, depth});
}

} // namespace

int main() {
  const bool request =
      tellsApart<ReceiverInitiated<Version::kAsPrinted>, ReceiverInitiated<Version::kMended>>(
          "figure 2 erases a request", 4000);
  const bool marker =
      tellsApart<SenderInitiated<Version::kAsPrinted>, SenderInitiated<Version::kMended>>(
          "figure 3 runs the marker", 2000);
  return request && marker ? 0 : 1;
}

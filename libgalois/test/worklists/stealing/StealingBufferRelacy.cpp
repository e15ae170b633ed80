// The stealing buffer under the model checker. An owner offers twice and takes back what no
// thread took; thieves peek and steal. Each task has one receiver and arrives intact, and the
// receiver sees what the pusher wrote before offering.
#include "galois/worklists/parts/stealing/StealingBuffer.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// The task has two words, so that a torn read shows.
struct Task {
  std::uint64_t number;
  std::uint64_t check;
};
constexpr std::uint64_t kSalt = 0x5a5a;

template <unsigned Threads, unsigned Tasks, unsigned Batch>
struct Buffer : rl::test_suite<Buffer<Threads, Tasks, Batch>, Threads> {
  galois::worklists::StealingBuffer<Task, CheckedAtomics> buffer{Batch};
  CheckedPlain<int> payload[Tasks];
  int received[Tasks] = {};

  void receive(const Task* tasks, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      RL_ASSERT(tasks[i].check == (tasks[i].number ^ kSalt));
      RL_ASSERT(tasks[i].number < Tasks);
      RL_ASSERT(payload[tasks[i].number].get() == static_cast<int>(tasks[i].number) + 1);
      ++received[tasks[i].number];
    }
  }

  void thread(unsigned id) {
    Task out[Batch];
    if (id == 0) {
      Task in[Batch];
      std::uint32_t count = 0;
      for (std::uint64_t next = 0; next < Tasks;) {
        if (!buffer.isTaken() && buffer.takeBack()) {
          receive(in, count);
        }
        for (count = 0; count < Batch && next < Tasks; ++count, ++next) {
          payload[next] = static_cast<int>(next) + 1;
          in[count] = {next, next ^ kSalt};
        }
        buffer.offer(in, count);
      }
    } else {
      Task top;
      if (buffer.peek(top)) {
        RL_ASSERT(top.check == (top.number ^ kSalt));
      }
      receive(out, buffer.steal(out));
    }
  }

  void after() {
    Task out[Batch];
    receive(out, buffer.steal(out));
    for (const int count : received) {
      RL_ASSERT(count == 1);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Buffer<2, 2, 1>>({3, 20000, 1000}) &&
                    explore<Buffer<2, 4, 2>>({2, 20000, 1000}) &&
                    explore<Buffer<2, 6, 3>>({2, 20000, 1000}) && // The third task is stored apart.
                    explore<Buffer<3, 3, 1>>({2, 40000, 2000});
  return good ? 0 : 1;
}

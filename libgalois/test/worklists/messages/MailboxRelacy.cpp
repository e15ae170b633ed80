// The mailbox under the model checker. What is sent is taken once, with the content that the sender
// wrote, although other threads try to send. No thread writes data that a taker reads.
#include "galois/worklists/parts/messages/Mailbox.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Content {
  CheckedPlain<int> value{0};

  Content() = default;
  explicit Content(int v) { value = v; }
  Content(const Content& other) { value = other.value.get(); }
  Content& operator=(const Content& other) {
    value = other.value.get();
    return *this;
  }
};

/// Thread 0 takes. The others send and take back, and one of them first gives up a claim.
template <unsigned Threads>
struct Post : rl::test_suite<Post<Threads>, Threads> {
  galois::worklists::Mailbox<Content, CheckedAtomics> mail;
  int balance[Threads] = {};

  void thread(unsigned id) {
    if (id == 0) {
      receive();
      receive();
      return;
    }
    if (id == 1 && mail.claim()) {
      mail.cancel();
    }
    for (int i = 0; i < 2; ++i) {
      if (mail.claim()) {
        const int value = static_cast<int>(id) * 10 + i;
        mail.fill(Content(value));
        balance[id] += value;
      }
    }
    receive(id); // It takes back its own or another thread's content.
  }

  bool receive(unsigned id = 0) {
    Content content;
    if (!mail.take(content)) {
      return false;
    }
    balance[id] -= content.value.get();
    return true;
  }

  void after() {
    receive();
    RL_ASSERT(!receive());
    int sum = 0;
    for (const int value : balance) {
      sum += value;
    }
    RL_ASSERT(sum == 0);
  }
};

} // namespace

int main() {
  return explore<Post<2>>({2, 10000, 500}) && explore<Post<3>>({1, 10000, 500}) ? 0 : 1;
}

// Who runs or drops a job, and who deletes it, under the model checker: one of two claims wins, and
// both users are done with the job before the one that gives its last reference back.
#include "galois/runtime/executor/Job.h"

#include "support/CheckedAtomics.h"

using galois::runtime::JobState;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Claims : rl::test_suite<Claims, 2> {
  JobState<CheckedAtomics> job{2};
  CheckedPlain<int> function{1}; ///< the winner destroys it, the deleter reads that it has
  int winners = 0, deleters = 0;

  void thread(unsigned) {
    if (job.claim()) {
      function = 0;
      ++winners;
    }
    if (job.release()) {
      RL_ASSERT(function.get() == 0);
      ++deleters;
    }
  }

  void after() {
    RL_ASSERT(winners == 1);
    RL_ASSERT(deleters == 1);
  }
};

} // namespace

int main() { return explore<Claims>({3, 20000, 200}) ? 0 : 1; }

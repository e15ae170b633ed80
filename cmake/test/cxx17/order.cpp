// One thread puts numbers into a worklist and takes them out again, the smallest first.
#include <cstdio>

#include "galois/worklists/StealingMultiQueue.h"

static_assert(__cplusplus < 202002L, "Galois::worklists must not ask for C++20");

struct Itself {
  unsigned operator()(unsigned number) const { return number; }
};

int main() {
  galois::worklists::StealingMultiQueue<Itself>::retype<unsigned> worklist;
  for (unsigned number : {3u, 1u, 2u}) {
    worklist.push(number);
  }
  while (auto number = worklist.pop()) {
    std::printf("%u\n", *number);
  }
}

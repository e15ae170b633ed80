// When each person first hears a rumour: a simulation of events on threads of the program.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "galois/AtomicHelpers.h"
#include "galois/AtomicWrapper.h"
#include "galois/ConcurrentPriorityQueue.h"
#include "galois/SharedMemSys.h"

constexpr unsigned kPeople = 100000, kContacts = 4, kNever = ~0u;

// A number from 0 to `below` - 1 that looks random: the same on every run.
unsigned drawn(unsigned person, unsigned contact, unsigned below) {
  unsigned long long bits = (person * 8ull + contact + 1) * 0x9e3779b97f4a7c15ull;
  bits ^= bits >> 29;
  return static_cast<unsigned>(bits * 0xbf58476d1ce4e5b9ull >> 33) % below;
}

int main(int argc, char** argv) {
  galois::SharedMemSys runtime;
  const unsigned threads = argc > 1 ? std::atoi(argv[1]) : 2;
  std::vector<galois::CopyableAtomic<unsigned>> heard(kPeople, kNever); // the hour, for each person

  galois::ConcurrentPriorityQueue<unsigned> events(threads); // persons, by the hour
  events.handle().push(0, 0);

  auto simulate = [&] {
    auto handle = events.handle();
    while (!handle.terminated()) {
      const auto event = handle.tryPop();
      if (!event) {
        std::this_thread::yield();
        continue;
      }
      const unsigned hour = static_cast<unsigned>(event->priority), person = event->value;
      if (hour >= galois::atomicMin(heard[person], hour)) {
        continue; // this person knows it already
      }
      for (unsigned contact = 0; contact < kContacts; ++contact) {
        handle.push(hour + 1 + drawn(person, contact + 4, 24), drawn(person, contact, kPeople));
      }
    }
  };
  std::vector<std::thread> team;
  for (unsigned t = 0; t < threads; ++t) {
    team.emplace_back(simulate);
  }
  for (std::thread& thread : team) {
    thread.join();
  }

  unsigned knowing = 0, last = 0;
  for (const auto& hour : heard) {
    if (hour.load() != kNever) {
      ++knowing;
      last = hour.load() > last ? hour.load() : last;
    }
  }
  std::printf("%u of %u people know it after %u hours\n", knowing, kPeople, last);
}

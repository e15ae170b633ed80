// Runs detections and rounds on simulated ranks, for scripts/tests/dev/test_check_trace.py, which compiles
// it with copies of the headers in which `planted` selects a fault. It does not look at the answers: that
// is left to scripts/dev/check-trace.
#include <cstdlib>

int planted = 0; // NOLINT: the damaged headers read it

#include "galois/dist/messages/RankTermination.h"
#include "galois/dist/push/RoundEnds.h"
#include "galois/dist/transport/SimulatedTransport.h"
#include "galois/substrate/Random.h"

namespace {

using namespace galois::dist;
using galois::substrate::Random;
using SimulatedEndpoint = Endpoint<SimulatedTransport>;

/// Tasks that make tasks, most of them on other ranks, until the detector says that all is over.
void detect(SimulatedEndpoint& endpoint, Random random) {
  RankTermination<SimulatedTransport> detector(endpoint);
  unsigned tasks = random.below(3);
  endpoint.handle(Kind::kTasks, [&](const Message&) {
    detector.received();
    ++tasks;
  });
  while (!detector.step(tasks == 0)) {
    if (!endpoint.poll() && tasks == 0) {
      endpoint.pause(200);
    }
    if (tasks > 0) {
      endpoint.spend(100 * random.unit());
      for (unsigned more = random.below(3); more > 0 && random.below(8) > 0; --more) {
        detector.sent();
        endpoint.send(random.below(endpoint.ranks()), Kind::kTasks, {});
      }
      --tasks;
    }
  }
  endpoint.handle(Kind::kTasks, [](const Message&) {}); // some may come late after a fault
}

/// Some rounds with updates.
void runRounds(SimulatedEndpoint& endpoint, Random random) {
  RoundEnds<SimulatedTransport> ends(endpoint);
  endpoint.handle(Kind::kUpdates, [&](const Message& message) { ends.received(message); });
  for (std::uint64_t round = 0; round < 6; ++round) {
    for (unsigned more = random.below(4); more > 0; --more) {
      ends.send(random.below(endpoint.ranks()), {}, round + 1);
    }
    ends.next(round);
  }
  endpoint.handle(Kind::kUpdates, [](const Message&) {});
}

} // namespace

/// planted FAULT: traces go to the file of GALOIS_RANK_TRACE.
int main(int, char** argv) {
  planted = std::atoi(argv[1]);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SimulatedNetwork network;
    network.ranks = 4;
    network.seed = seed;
    network.lateChance = 0.2;
    network.limit = 1e6;
    try {
      runSimulated(network, [&](SimulatedTransport& transport) {
        SimulatedEndpoint endpoint(transport);
        const Random random(seed, transport.rank());
        if (seed % 2 == 0) {
          detect(endpoint, random);
        } else {
          runRounds(endpoint, random);
        }
        endpoint.settle();
      });
    } catch (const std::exception&) {
      // A fault may also keep the ranks from ending, or send a message that has no handler any more.
    }
  }
}

/**
 * Simulates the model of [PD, appendix A] in time steps. In each step a processor does one of three
 * things. If its deque is empty, it is idle. Otherwise it makes a transfer attempt with probability
 * 1/delta, and else executes one node of the task at the bottom of its deque. Decisions depend on
 * the configuration at the beginning of the step. A transfer moves the task at the top, and a
 * processor never gives away its last task.
 *
 * The protocols:
 * - sender: an attempt draws another processor and gives it a task if that one is idle and nobody
 *   else has given it one in this step.
 * - fresh: the receiver initiates, as the proof assumes. In every step each idle processor sends a
 *   request to another one drawn at random. An attempt answers one request of this step.
 * - sticky: the receiver initiates, as the algorithm does [PD, Fig. 2]. An idle processor draws one
 *   victim per step until it finds one that has a task to give and no request. Then it waits until
 *   that one answers. A victim that ran out of work refuses at once.
 *
 * The simulation skips steps in which all busy processors only execute, which changes no result.
 */
#pragma once

#include <array>
#include <cstdint>

#include "galois/substrate/Random.h"
#include "stealing/Dag.h"

namespace galois::bench {

/// Who initiates a transfer, and how requests behave.
enum class Protocol {
  kSender, ///< a busy processor gives tasks away
  kFresh,  ///< idle processors request anew in every step
  kSticky, ///< a request waits for its answer
};

/// When the sender's next attempt is due. The proof's model is kReset; receivers use only that.
enum class Dates {
  kReset,   ///< with probability 1/delta per busy step, whatever happened before
  kPrinted, ///< at a date that idling does not move; an attempt without a task to give counts
  kKept,    ///< the same, but the date is kept until there is a task to give
};

/// The machine of the model.
struct ModelMachine {
  unsigned processors = 2;               ///< P, at least 1
  double delta = 10;                     ///< mean delay between attempts, above 1
  Protocol protocol = Protocol::kSender; ///< who initiates transfers
  Dates dates = Dates::kReset;           ///< other values only with kSender
  bool untilAllBusy = false;             ///< end when nobody is idle for the first time
};

/// Attempts of processors with two or more tasks while a number of others were idle, compared with
/// the least probability of Lemma A.6.
struct Migrations {
  std::uint64_t attempts = 0;
  std::uint64_t migrated = 0;
  double promised = 0; ///< sum of the least probabilities of these attempts
  double variance = 0; ///< variance of the number of migrations if they had these probabilities
};

/// What a run did.
struct ModelRun {
  static constexpr unsigned kClasses = 16;

  std::uint64_t time = 0;       ///< T_P, in steps
  std::uint64_t worked = 0;     ///< work tokens: processor steps that executed a node
  std::uint64_t attempts = 0;   ///< communication tokens: processor steps that made an attempt
  std::uint64_t idle = 0;       ///< idle tokens: processor steps with an empty deque
  std::uint64_t migrations = 0; ///< tasks that changed their processor
  /// The first step, counted from 1, at whose beginning at most half of the processors were idle,
  /// and that at which none was; 0 if never. @{
  std::uint64_t halfBusy = 0;
  std::uint64_t allBusy = 0;
  /// @}
  /// Entry k is about attempts while 2^k <= idle processors < 2^(k+1).
  std::array<Migrations, kClasses> byIdle{};
};

/// Runs a computation once. The result depends only on the arguments. Takes at most
/// O(P * time) time.
ModelRun simulate(const Dag& dag, const ModelMachine& machine, substrate::Random random);

} // namespace galois::bench

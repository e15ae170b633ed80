/**
 * What a program on several ranks needs of the layer below: messages, a clock, and a way to end.
 *
 * A rank is a process of its own, or a fiber in a test; ranks share no memory. Algorithms are
 * templates over the concept Transport and never name MPI. MpiTransport.h has the transport of real
 * programs and SimulatedTransport.h that of tests.
 */
#ifndef GALOIS_DIST_TRANSPORT_H
#define GALOIS_DIST_TRANSPORT_H

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace galois::dist {

/// Number of a rank, in 0..ranks()-1.
using Rank = unsigned;

/// What a message is for. Statistics are kept per kind.
enum class Kind : std::uint8_t {
  kSteal,    ///< idle workers of the sender ask for tasks
  kTasks,    ///< 0 or more tasks, and the load of their sender
  kAsk,      ///< asks for a rank's load, with the time of asking
  kLoad,     ///< a rank's load, with the time of asking
  kLifeline, ///< "send when you have some"
  kBound,    ///< a better objective value
  kStop,     ///< a decision was found, or the search was cut short
  kWave,     ///< detection of termination
  kUpdates,  ///< improvements of nodes of a graph
  kPriority, ///< the sender's best priority
  kGather,   ///< a part of a collective operation
};

/// Number of kinds.
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::kGather) + 1;

/// Returns the name under which records and messages for people mention a kind.
constexpr const char* name(Kind kind) {
  constexpr const char* kNames[kKinds] = {"steal",    "tasks",    "ask",   "load",
                                          "lifeline", "bound",    "stop",  "wave",
                                          "updates",  "priority", "gather"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// A message that has arrived.
struct Message {
  Rank from = 0;               ///< who sent it
  Kind kind = Kind::kSteal;    ///< what it is for
  std::vector<std::byte> body; ///< as sent
};

/// A rank's end of the connections to all ranks. One thread at a time uses it: workers of a rank that
/// share one take a lock around each call, except that any thread may call rank(), ranks(), now(),
/// pause() and spend() at any time.
///
/// Promises:
///  - send() copies the body and does not wait for the receiver. Nothing is lost, nothing comes
///    twice, and what one rank sends to another arrives in the order of sending. A rank may send to
///    itself.
///  - receive() returns the next message, or nothing at once.
///  - pause() says that the caller has nothing to do: it returns when a message may have arrived, at
///    the latest after the given microseconds.
///  - spend() uses the processor for so many microseconds, of virtual time in a simulation.
///  - now() is a clock in microseconds: the wall clock, or the virtual clock of a simulation. Clocks
///    of different ranks are not comparable.
///  - abort() ends the program on all ranks with a line of text on the standard error output and a
///    status that is not 0. It does not return.
template <typename T>
concept Transport = requires(T& transport, const T& constant, Rank to, Kind kind,
                             std::span<const std::byte> body, double microseconds,
                             const std::string& text) {
  { constant.rank() } -> std::convertible_to<Rank>;
  { constant.ranks() } -> std::convertible_to<Rank>;
  transport.send(to, kind, body);
  { transport.receive() } -> std::same_as<std::optional<Message>>;
  transport.pause(microseconds);
  transport.spend(microseconds);
  { constant.now() } -> std::convertible_to<double>;
  transport.abort(text);
};

} // namespace galois::dist

#endif

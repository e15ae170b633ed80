/**
 * What a program on several ranks needs of the layer below: messages, a clock, and a way to end.
 *
 * In this folder, a rank is a process of a program on several processes, as in MPI. In a test it is
 * a fiber. Ranks share no memory. Algorithms are templates over the concept Transport and never
 * name MPI. MpiTransport.h has the transport of real programs, SimulatedTransport.h the transport of
 * tests, and VirtualTransport.h that of nodes with several workers in virtual time.
 */
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
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
  kAsk,      ///< asks for a rank's load, and holds the time at which it was sent
  kLoad,     ///< the answer: the load, and the time at which the kAsk was sent
  kLifeline, ///< asks for tasks as soon as the receiver has some
  kBound,    ///< a better objective value
  kStop,     ///< a decision was found, or the search was cut short
  kPause,    ///< a checkpoint is due
  kAlive,    ///< the sender is not stuck
  kWave,     ///< detection of termination
  kUpdates,  ///< improvements of nodes of a graph
  kPriority, ///< the sender's best priority
  kGather,   ///< a part of a collective operation
};

/// Number of kinds.
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::kGather) + 1;

/// Returns the name under which records and messages for people mention a kind.
constexpr const char* name(Kind kind) {
  constexpr const char* kNames[kKinds] = {"steal",   "tasks",    "ask",   "load",  "lifeline",
                                          "bound",   "stop",     "pause", "alive", "wave",
                                          "updates", "priority", "gather"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// A message that has arrived.
struct Message {
  Rank from = 0;               ///< who sent it
  Kind kind = Kind::kSteal;    ///< what it is for
  std::vector<std::byte> body; ///< as sent
};

/// A rank's end of the connections to all ranks. Any thread may call rank(), ranks(), now(),
/// pause() and spend() at any time. One thread at a time may call the other functions: workers that
/// share a transport take a lock around each call.
///
/// Promises:
///  - send() copies the body and does not wait for the receiver. No message is lost, and no message
///    arrives twice. Messages from one rank to another arrive in the order of sending. A rank may
///    send to itself.
///  - Nothing holds a sender back: what a slow receiver has not taken yet stays in the memory of the
///    sender, of the receiver or of MPI, without a limit. A program that may send faster than it
///    receives has to count on its own what is under way.
///  - receive() does not wait. It returns the next message, or nothing.
///  - pause() waits until a message may have arrived, and at most for the given microseconds. A
///    caller that has nothing to do calls it.
///  - spend() uses the processor for the given microseconds. In a simulation this is virtual time.
///  - now() is a clock in microseconds: the wall clock, or the virtual clock of a simulation. Clocks
///    of different ranks are not comparable.
///  - abort() ends the program on all ranks, with a line of text on the standard error output and
///    an exit status other than 0. It does not return.
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

/// A transport that runs the workers of a rank itself, in place of the threads of the pool.
/// runWorkers(count, work) calls work(number) for all numbers below `count`, as if at the same time,
/// and returns when all have returned. It rethrows the first exception. A worker gives way to the
/// others in pause() and spend() alone, so it has to call one of them where it waits for others, and
/// must not hold a lock there.
template <typename T>
concept HasWorkers = requires(T& transport, unsigned count,
                              const std::function<void(unsigned)>& work) {
  transport.runWorkers(count, work);
};

/// A transport that can record the steps that protocols take, in the order in which all ranks take
/// them. libdist/models/README.md lists the steps and their values.
template <typename T>
concept HasTrace = requires(T& transport, const char* step,
                            std::initializer_list<std::int64_t> values) {
  transport.trace(step, values);
};

} // namespace galois::dist

/**
 * The settings of the fork-join executor as data: names, words and lines of help, from which flags
 * and records are made. visitParameters() names each field of ForkJoinSettings together with its
 * description. The default is the field's initializer, and words have the order of the field's
 * enumerators.
 */
#pragma once

#include <cstdint>
#include <string_view>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/worklists/PrivateDeques.h"
#include "galois/worklists/parts/common/Parameter.h"

namespace galois::runtime {

/// The protocols of the executor.
enum class ForkJoinProtocol { kReceiver, kSender, kChaseLev, kSplit };

/// The description of a setting: a word, a time if there are no words, or a word or a number. Declare
/// it as a constant at namespace scope.
struct ForkJoinParameter {
  using Words = worklists::Parameter::Choices; ///< filled from the front

  std::string_view name; ///< of the flag, without dashes
  std::string_view help; ///< one line, not a sentence
  /// Returns whether the setting has an effect under a protocol and the other settings.
  bool (*matters)(ForkJoinProtocol protocol, const ForkJoinSettings& settings);
  Words words{};              ///< of the field's enumerators but one for numbers, in their order
  Words meanings{};           ///< of the words, one line each
  std::string_view numbers{}; ///< what a number N from 1 stands for; empty: it is none
  std::uint64_t leastNs = 1;  ///< of a time
  bool quiet = false;         ///< records leave out the first word
};

namespace parameters {

/// Fields of ForkJoinSettings.
/// @{
inline constexpr ForkJoinParameter kJoin{
    "join",
    "What a thread runs while it waits at a join",
    [](ForkJoinProtocol, const ForkJoinSettings&) { return true; },
    {"own", "any"},
    {"descendants of the awaited branch only", "any task"}};
inline constexpr ForkJoinParameter kSteal{
    "steal",
    "How much another thread is given at once",
    [](ForkJoinProtocol protocol, const ForkJoinSettings&) {
      return protocol == ForkJoinProtocol::kReceiver || protocol == ForkJoinProtocol::kSender;
    },
    {"one", "half"},
    {"the oldest task", "the older half of the tasks, with --join=any"}};
inline constexpr ForkJoinParameter kCut{
    "cut",
    "How parallel loops are divided",
    [](ForkJoinProtocol, const ForkJoinSettings&) { return true; },
    {"lazy", "10us", "8p"},
    {"when a thread has no work", "into pieces of that time", "into 8 pieces per thread"},
    "into pieces of N iterations"};
inline constexpr ForkJoinParameter kVictims{
    "victims",
    "Which threads are asked, or given work, first",
    [](ForkJoinProtocol protocol, const ForkJoinSettings& settings) {
      return protocol != ForkJoinProtocol::kSender || settings.targets != DealTargets::kIdleSet;
    },
    worklists::parameters::kVictims.choices,
    {"random ones", "near ones", "the last successful one"}};
inline constexpr ForkJoinParameter kIdle{
    "idle",
    "receiver: how a thread without work refuses requests for work",
    [](ForkJoinProtocol protocol, const ForkJoinSettings&) {
      return protocol == ForkJoinProtocol::kReceiver;
    },
    {"close", "poll"},
    {"beforehand", "each one when it comes"}};
inline constexpr ForkJoinParameter kWithdraw{
    "withdraw",
    "receiver: when a thread takes back a request that is not answered",
    kIdle.matters,
    {"late", "never"},
    {"after a while, if another thread has work", "not at all, as published; with --idle=close"}};
inline constexpr ForkJoinParameter kDelta{
    "delta", "sender: mean time between a thread's deals, such as 500ns, 30us or 1ms",
    [](ForkJoinProtocol protocol, const ForkJoinSettings&) {
      return protocol == ForkJoinProtocol::kSender;
    }};
inline constexpr ForkJoinParameter kDeal{"deal",
                                         "sender: times between deals",
                                         kDelta.matters,
                                         worklists::parameters::kDealTimes.choices,
                                         {"distributed exponentially", "all equal"}};
inline constexpr ForkJoinParameter kTargets{
    "targets",
    "sender: among which threads the one that is given work is drawn",
    kDelta.matters,
    worklists::parameters::kDealTargets.choices,
    {"all others, as --victims says", "those without work"}};
inline constexpr ForkJoinParameter kInterrupts{
    "interrupts",
    "Who interrupts leaves, by a real-time signal that is free, so that they let other threads get "
    "work (poll and nanosleep then end with EINTR in leaves)",
    [](ForkJoinProtocol protocol, const ForkJoinSettings& settings) {
      return settings.interrupts == Interrupts::kThief ? protocol == ForkJoinProtocol::kReceiver
                                                       : protocol != ForkJoinProtocol::kChaseLev;
    },
    {"off", "timer", "thief"},
    {"nobody", "a timer, not under chase-lev", "the thread that asks for work, under receiver"},
    {},
    1,
    true};
inline constexpr ForkJoinParameter kInterruptPeriod{
    "interrupt-period",
    "timer: time between interrupts, such as 200us or 2ms",
    [](ForkJoinProtocol protocol, const ForkJoinSettings& settings) {
      return settings.interrupts == Interrupts::kTimer && kInterrupts.matters(protocol, settings);
    },
    {},
    {},
    {},
    50'000}; // more often, threads do little else
/// @}

} // namespace parameters

/// Calls `visit(parameter, field)` for each setting, and `visit(parameter, field, number)` for a word
/// or a number.
/// @tparam Settings  ForkJoinSettings, which may be const
template <typename Settings, typename Visit>
void visitParameters(Settings& settings, Visit&& visit) {
  visit(parameters::kJoin, settings.join);
  visit(parameters::kSteal, settings.steal);
  visit(parameters::kCut, settings.cut, settings.grain);
  visit(parameters::kVictims, settings.victims);
  visit(parameters::kIdle, settings.idle);
  visit(parameters::kWithdraw, settings.withdraw);
  visit(parameters::kDelta, settings.deltaNs);
  visit(parameters::kDeal, settings.deal);
  visit(parameters::kTargets, settings.targets);
  visit(parameters::kInterrupts, settings.interrupts);
  visit(parameters::kInterruptPeriod, settings.periodNs);
}

} // namespace galois::runtime

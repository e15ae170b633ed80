#include "liblonestar/flags/SchedulerFlags.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "inputs/flags/NearestName.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/Duration.h"
#include "liblonestar/flags/RunFlags.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::runtime::DealTargets;
using galois::runtime::ForkJoinSettings;
using galois::runtime::IdleRule;
using galois::runtime::Interrupts;
using galois::runtime::JoinRule;
using galois::runtime::LoopCut;
using galois::runtime::StealAmount;
using galois::runtime::WithdrawRule;
using galois::worklists::DealTimes;
using galois::worklists::Victims;

#ifdef GALOIS_PEERS
constexpr bool kPeers = true;
#else
constexpr bool kPeers = false;
#endif
#ifdef GALOIS_RAYON
constexpr bool kRayonToo = true;
#else
constexpr bool kRayonToo = false;
#endif

/// What the command line and its help know about a scheduler.
struct Known {
  SchedulerName scheduler;
  std::string_view name, description;
  std::string_view library; ///< what the scheduler needs besides this project; "" for nothing
  bool compiledIn;          ///< whether this build has it
};

// The first is the default.
constexpr std::array kSchedulers{
    Known{SchedulerName::kReceiver, "receiver",
          "private deques; who has no work asks for it (Acar et al., PPoPP 2013)", "", true},
    Known{SchedulerName::kSender, "sender",
          "private deques; who has work gives some away at times (Acar et al., PPoPP 2013)", "",
          true},
    Known{SchedulerName::kChaseLev, "chase-lev",
          "shared deques; thieves take without asking (Chase, Lev, SPAA 2005)", "", true},
    Known{SchedulerName::kSplit, "split",
          "deques with a private and a shared part (van Dijk, van de Pol, 2014)", "", true},
    Known{SchedulerName::kSerial, "serial", "no parallelism: the reference of speed-ups", "", true},
    Known{SchedulerName::kTbb, "tbb", "oneTBB", "libtbb-dev", kPeers},
    Known{SchedulerName::kOpenMp, "openmp", "tasks of OpenMP", "the compiler's OpenMP library",
          kPeers},
    Known{SchedulerName::kRayon, "rayon", "Rayon, a library of Rust", "cargo and librust-rayon-dev",
          kRayonToo},
};

const Known* find(std::string_view name) {
  for (const Known& known : kSchedulers) {
    if (known.name == name) {
      return &known;
    }
  }
  return nullptr;
}

/// Prints the table, or leaves threads unpinned where a library places its own: they would inherit
/// the one core of the thread that starts them.
void look(const std::string& name) {
  if (name == "help") {
    galois::inputs::printAndExit(schedulerTable());
  }
  const Known* known = find(name);
  noPin = noPin || (known && !known->library.empty());
}

galois::inputs::NamedTexts schedulerList() {
  galois::inputs::NamedTexts list;
  for (const Known& known : kSchedulers) {
    if (known.compiledIn) {
      list.emplace_back(known.name, known.description);
    }
  }
  return list;
}

cll::opt<std::string> schedulerName("scheduler",
                                    cll::desc("Scheduler, also --wl (default receiver); "
                                              "--scheduler=help lists all"),
                                    cll::value_desc("name"), cll::cat(worklistGroup()),
                                    galois::inputs::ListedValues{schedulerList},
                                    cll::callback(std::function<void(const std::string&)>(&look)));
cll::alias worklistName("wl", cll::desc("The same as --scheduler, for scripts/bench"),
                        cll::value_desc("name"), cll::aliasopt(schedulerName));

cll::opt<JoinRule, false, ChoiceParser<JoinRule>>
    joinRule("join", cll::desc("What a thread runs while it waits at a join:"),
             cll::values(clEnumValN(JoinRule::kOwn, "own",
                                    "descendants of the awaited branch only (default)"),
                         clEnumValN(JoinRule::kAny, "any", "any task")),
             cll::init(JoinRule::kOwn), cll::cat(worklistGroup()));
cll::opt<StealAmount, false, ChoiceParser<StealAmount>>
    stealAmount("steal", cll::desc("How much another thread is given at once:"),
                cll::values(clEnumValN(StealAmount::kOne, "one", "the oldest task (default)"),
                            clEnumValN(StealAmount::kHalf, "half",
                                       "the older half of the tasks, with --join=any")),
                cll::init(StealAmount::kOne), cll::cat(worklistGroup()));
cll::opt<std::string> cutText("cut",
                              cll::desc("How parallel loops are divided (default lazy): lazy: when "
                                        "a thread has no work; 10us: into pieces of that time; 8p: "
                                        "into 8 pieces per thread; N: into pieces of N iterations"),
                              cll::value_desc("cut"), cll::init("lazy"), cll::cat(worklistGroup()));
cll::opt<Victims, false, ChoiceParser<Victims>>
    victimRule("victims", cll::desc("Which threads are asked, or given work, first:"),
               cll::values(clEnumValN(Victims::kRandom, "random", "random ones (default)"),
                           clEnumValN(Victims::kNearest, "nearest", "near ones"),
                           clEnumValN(Victims::kSticky, "sticky", "the last successful one")),
               cll::init(Victims::kRandom), cll::cat(worklistGroup()));
cll::opt<std::string> deltaText("delta",
                                cll::desc("sender: mean time between a thread's deals, such as "
                                          "500ns, 30us or 1ms (default 30us)"),
                                cll::value_desc("time"), cll::init("30us"),
                                cll::cat(worklistGroup()));
cll::opt<DealTimes, false, ChoiceParser<DealTimes>>
    dealTimes("deal", cll::desc("sender: times between deals:"),
              cll::values(clEnumValN(DealTimes::kExponential, "exponential",
                                     "distributed exponentially (default)"),
                          clEnumValN(DealTimes::kFixed, "fixed", "all equal")),
              cll::init(DealTimes::kExponential), cll::cat(worklistGroup()));
cll::opt<DealTargets, false, ChoiceParser<DealTargets>> dealTargets(
    "targets", cll::desc("sender: among which threads the one that is given work is drawn:"),
    cll::values(clEnumValN(DealTargets::kAll, "all", "all others, as --victims says (default)"),
                clEnumValN(DealTargets::kIdleSet, "idle-set", "those without work")),
    cll::init(DealTargets::kAll), cll::cat(worklistGroup()));

cll::opt<IdleRule, false, ChoiceParser<IdleRule>>
    idleRule("idle", cll::desc("receiver: how a thread without work refuses requests for work:"),
             cll::values(clEnumValN(IdleRule::kClose, "close", "beforehand (default)"),
                         clEnumValN(IdleRule::kPoll, "poll", "each one when it comes")),
             cll::init(IdleRule::kClose), cll::cat(worklistGroup()));
cll::opt<WithdrawRule, false, ChoiceParser<WithdrawRule>>
    withdrawRule("withdraw",
                 cll::desc("receiver: when a thread takes back a request that is not answered:"),
                 cll::values(clEnumValN(WithdrawRule::kLate, "late",
                                        "after a while, if another thread has work (default)"),
                             clEnumValN(WithdrawRule::kNever, "never",
                                        "not at all, as published; with --idle=close")),
                 cll::init(WithdrawRule::kLate), cll::cat(worklistGroup()));
cll::opt<Interrupts, false, ChoiceParser<Interrupts>> interruptRule(
    "interrupts",
    cll::desc("Who interrupts leaves, by a real-time signal that is free, so that they let other "
              "threads get work (poll and nanosleep then end with EINTR in leaves):"),
    cll::values(clEnumValN(Interrupts::kOff, "off", "nobody (default)"),
                clEnumValN(Interrupts::kTimer, "timer", "a timer, not under chase-lev"),
                clEnumValN(Interrupts::kThief, "thief",
                           "the thread that asks for work, under receiver")),
    cll::init(Interrupts::kOff), cll::cat(worklistGroup()));
cll::opt<std::string> periodText("interrupt-period",
                                 cll::desc("timer: time between interrupts, such as 200us or 2ms "
                                           "(default 1ms)"),
                                 cll::value_desc("time"), cll::init("1ms"),
                                 cll::cat(worklistGroup()));

constexpr std::uint64_t kLeastPeriodNs = 50'000; // more often, threads do little else

/// Returns the value of a flag in nanoseconds. @throws UsageError
std::uint64_t timeNs(const cll::opt<std::string>& flag, std::uint64_t least) {
  const std::string& text = flag;
  const std::optional<std::uint64_t> time = nanosecondsOf(text);
  if (!time || *time < least) {
    throw UsageError(fmt::format("--{}={}: it is a number from 1 and its unit, ns, us, ms or s, "
                                 "{}up to 1000s; such as {}",
                                 flag.ArgStr.str(), text,
                                 least > 1 ? fmt::format("from {}us ", least / 1000) : "",
                                 flag.getDefault().getValue()));
  }
  return *time;
}

/// Sets how loops are divided. @throws UsageError
void setCut(ForkJoinSettings& settings) {
  const std::string& text = cutText;
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (text == "lazy") {
    settings.cut = LoopCut::kLazy;
  } else if (text == "10us") {
    settings.cut = LoopCut::kTime;
  } else if (text == "8p") {
    settings.cut = LoopCut::kPerWorker;
  } else if (read.ec == std::errc() && read.ptr == end && number > 0) {
    settings.cut = LoopCut::kFixed;
    settings.grain = number;
  } else {
    throw UsageError(
        fmt::format("--cut={}: it is lazy, 10us, 8p, or a number of iterations from 1", text));
  }
}

/// Whether threads without work ask others for it.
bool asks(SchedulerName scheduler) { return scheduler == SchedulerName::kReceiver; }

bool dealsAtTimes(SchedulerName scheduler) { return scheduler == SchedulerName::kSender; }

/// Whether threads draw whom they ask, or give work, as --victims says.
bool drawsVictims(const SchedulerChoice& choice) {
  return isOurs(choice.scheduler) &&
         !(dealsAtTimes(choice.scheduler) && choice.settings.targets == DealTargets::kIdleSet);
}

/// Whether owners of deques give tasks away, so that they decide how many.
bool ownersGive(SchedulerName scheduler) {
  return scheduler == SchedulerName::kReceiver || scheduler == SchedulerName::kSender;
}

/// Whether interrupts of this kind change anything: who lets others get work when it is interrupted.
bool canInterrupt(const SchedulerChoice& choice) {
  const SchedulerName scheduler = choice.scheduler;
  return choice.settings.interrupts == Interrupts::kThief
             ? scheduler == SchedulerName::kReceiver
             : isOurs(scheduler) && scheduler != SchedulerName::kChaseLev;
}

/// Returns the scheduler that the command line names, or the default. @throws UsageError
SchedulerName selectedScheduler() {
  if (schedulerName.getNumOccurrences() == 0) {
    return kSchedulers.front().scheduler;
  }
  const Known* known = find(schedulerName);
  if (!known) {
    std::vector<std::string> names;
    names.reserve(std::size(kSchedulers));
    for (const Known& each : kSchedulers) {
      names.emplace_back(each.name);
    }
    const std::string near = galois::inputs::nearestName(schedulerName, names);
    throw UsageError(fmt::format("--scheduler={}: no such scheduler{} (--scheduler=help lists all)",
                                 schedulerName.getValue(),
                                 near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  if (!known->compiledIn) {
    throw UsageError(fmt::format("--scheduler={}: this build does not have it; it needs {} "
                                 "(scripts/setup --peers) and cmake -DGALOIS_PEERS=ON",
                                 known->name, known->library));
  }
  return known->scheduler;
}

/// Returns the values of all parameters on the command line, including defaults. @throws UsageError
ForkJoinSettings settingsOfFlags() {
  ForkJoinSettings settings;
  settings.join = joinRule;
  settings.steal = stealAmount;
  if (settings.steal == StealAmount::kHalf && settings.join == JoinRule::kOwn) {
    throw UsageError("--steal=half: it needs --join=any, because under --join=own each task is for "
                     "a thread that waits for it");
  }
  settings.victims = victimRule;
  settings.deltaNs = timeNs(deltaText, 1);
  settings.deal = dealTimes;
  settings.targets = dealTargets;
  setCut(settings);
  settings.idle = idleRule;
  settings.withdraw = withdrawRule;
  if (settings.withdraw == WithdrawRule::kNever && settings.idle == IdleRule::kPoll) {
    throw UsageError("--withdraw=never: it needs --idle=close, because under --idle=poll a thread "
                     "that sleeps answers no request");
  }
  settings.interrupts = interruptRule;
  settings.periodNs = timeNs(periodText, kLeastPeriodNs);
  return settings;
}

SchedulerChoice choiceOfFlags() {
  const ForkJoinSettings settings = settingsOfFlags(); // wrong values are told before wrong names
  return {selectedScheduler(), settings, cutText, deltaText, periodText};
}

} // namespace

const SchedulerChoice& schedulerChoice() {
  static const SchedulerChoice choice = choiceOfFlags();
  return choice;
}

std::string nameOf(SchedulerName scheduler) {
  for (const Known& known : kSchedulers) {
    if (known.scheduler == scheduler) {
      return std::string(known.name);
    }
  }
  return "";
}

bool isOurs(SchedulerName scheduler) {
  return scheduler != SchedulerName::kSerial && scheduler != SchedulerName::kTbb &&
         scheduler != SchedulerName::kOpenMp && scheduler != SchedulerName::kRayon;
}

nlohmann::ordered_json parametersOf(const SchedulerChoice& choice) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  const SchedulerName scheduler = choice.scheduler;
  if (!isOurs(scheduler)) {
    return values;
  }
  const ForkJoinSettings& settings = choice.settings;
  values["join"] = settings.join == JoinRule::kOwn ? "own" : "any";
  if (ownersGive(scheduler)) {
    values["steal"] = settings.steal == StealAmount::kOne ? "one" : "half";
  }
  values["cut"] = choice.cut;
  if (drawsVictims(choice)) {
    values["victims"] = settings.victims == Victims::kRandom    ? "random"
                        : settings.victims == Victims::kNearest ? "nearest"
                                                                : "sticky";
  }
  if (asks(scheduler)) {
    values["idle"] = settings.idle == IdleRule::kClose ? "close" : "poll";
    values["withdraw"] = settings.withdraw == WithdrawRule::kLate ? "late" : "never";
  }
  if (dealsAtTimes(scheduler)) {
    values["delta"] = choice.delta;
    values["deal"] = settings.deal == DealTimes::kExponential ? "exponential" : "fixed";
    values["targets"] = settings.targets == DealTargets::kAll ? "all" : "idle-set";
  }
  if (settings.interrupts != Interrupts::kOff && canInterrupt(choice)) {
    const bool timer = settings.interrupts == Interrupts::kTimer;
    values["interrupts"] = timer ? "timer" : "thief";
    if (timer) {
      values["interrupt_period"] = choice.period;
    }
  }
  return values;
}

std::vector<std::string> flagsWithoutEffect(const SchedulerChoice& choice) {
  const SchedulerName scheduler = choice.scheduler;
  std::vector<std::string> idle;
  auto look = [&](const cll::Option& option, bool used) {
    if (!used && option.getNumOccurrences() > 0) {
      idle.push_back("--" + option.ArgStr.str());
    }
  };
  look(joinRule, isOurs(scheduler));
  look(stealAmount, ownersGive(scheduler));
  look(cutText, isOurs(scheduler));
  look(victimRule, drawsVictims(choice));
  look(idleRule, asks(scheduler));
  look(withdrawRule, asks(scheduler));
  look(deltaText, dealsAtTimes(scheduler));
  look(dealTimes, dealsAtTimes(scheduler));
  look(dealTargets, dealsAtTimes(scheduler));
  look(interruptRule, canInterrupt(choice));
  look(periodText, choice.settings.interrupts == Interrupts::kTimer && canInterrupt(choice));
  look(perThreadWanted, isOurs(scheduler));
  if (scheduler == SchedulerName::kSerial && severalThreadsGiven()) {
    idle.emplace_back("-t");
  }
  return idle;
}

std::string schedulerTable() {
  std::string table = "Schedulers (--scheduler=<name>):\n";
  for (const auto& [name, description] : schedulerList()) {
    table += fmt::format("\n  {:<12} {}\n", name, description);
  }
  return table;
}

} // namespace lonestar

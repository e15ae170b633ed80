#include "liblonestar/flags/SchedulerFlags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "galois/runtime/forkjoin/ForkJoinParameters.h"
#include "inputs/flags/NearestName.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/Duration.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/Words.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::runtime::ForkJoinParameter;
using galois::runtime::ForkJoinProtocol;
using galois::runtime::ForkJoinSettings;
using galois::runtime::IdleRule;
using galois::runtime::JoinRule;
using galois::runtime::StealAmount;
using galois::runtime::WithdrawRule;

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

/// The place of a word in its list.
enum class WordIndex : std::uint32_t {};

std::vector<std::string_view> wordsOf(const ForkJoinParameter& parameter) {
  std::vector<std::string_view> words;
  for (const std::string_view word : parameter.words) {
    if (!word.empty()) {
      words.push_back(word);
    }
  }
  return words;
}

/// Returns a time in its greatest whole unit.
std::string textOfTime(std::uint64_t ns) {
  for (const auto& [unit, name] :
       {std::pair(1'000'000'000, "s"), std::pair(1'000'000, "ms"), std::pair(1000, "us")}) {
    if (ns % unit == 0) {
      return fmt::format("{}{}", ns / unit, name);
    }
  }
  return fmt::format("{}ns", ns);
}

/// The flag of a setting. LLVM keeps its address.
class SettingFlag {
public:
  /// @param preset  the default: a time, or the place of a word
  SettingFlag(const ForkJoinParameter& parameter, std::uint64_t preset)
      : parameter_(parameter), words_(wordsOf(parameter)) {
    std::string help(parameter.help);
    const llvm::StringRef name(parameter.name.data(), parameter.name.size());
    if (words_.empty() || !parameter.numbers.empty()) {
      const std::string text = words_.empty() ? textOfTime(preset) : std::string(words_.at(preset));
      help += fmt::format(" (default {})", text);
      const char* separator = ": ";
      for (std::size_t w = 0; w < words_.size(); ++w, separator = "; ") {
        help += fmt::format("{}{}: {}", separator, words_[w], parameter.meanings[w]);
      }
      if (!parameter.numbers.empty()) {
        help += fmt::format("; N: {}", parameter.numbers);
      }
      text_.emplace(name, cll::desc(lasting(help)), cll::value_desc(words_.empty() ? "time" : name),
                    cll::init(text), cll::cat(worklistGroup()));
      return;
    }
    help += ":";
    word_.emplace(name, cll::desc(lasting(help)), cll::init(static_cast<WordIndex>(preset)),
                  cll::cat(worklistGroup()));
    for (std::size_t w = 0; w < words_.size(); ++w) {
      const std::string mark = w == preset ? " (default)" : "";
      word_->getParser().addLiteralOption(llvm::StringRef(words_[w].data(), words_[w].size()),
                                          static_cast<WordIndex>(w),
                                          lasting(std::string(parameter.meanings[w]) + mark));
    }
  }
  SettingFlag(const SettingFlag&) = delete;
  SettingFlag& operator=(const SettingFlag&) = delete;

  const ForkJoinParameter& parameter() const { return parameter_; }
  bool given() const {
    return (word_ ? word_->getNumOccurrences() : text_->getNumOccurrences()) > 0;
  }
  /// Returns the value as the record has it.
  std::string text() const {
    return word_ ? std::string(words_.at(static_cast<std::size_t>(word_->getValue())))
                 : text_->getValue();
  }

  /// Sets a field to the value. @throws UsageError  @{
  template <typename Enum>
  void set(Enum& field) const {
    field = static_cast<Enum>(word_->getValue());
  }
  void set(std::uint64_t& field) const {
    const std::optional<std::uint64_t> time = nanosecondsOf(*text_);
    const std::uint64_t least = parameter_.leastNs;
    if (!time || *time < least) {
      throw UsageError(fmt::format("--{}={}: it is a number from 1 and its unit, ns, us, ms or s, "
                                   "{}up to 1000s; such as {}",
                                   parameter_.name, text(),
                                   least > 1 ? fmt::format("from {}us ", least / 1000) : "",
                                   text_->getDefault().getValue()));
    }
    field = *time;
  }
  template <typename Enum>
  void set(Enum& field, std::uint64_t& number) const {
    const std::string& value = *text_;
    const auto found = std::find(words_.begin(), words_.end(), value);
    field = static_cast<Enum>(found - words_.begin()); // the last enumerator is for numbers
    if (found == words_.end()) {
      const char* const end = value.data() + value.size();
      const auto read = std::from_chars(value.data(), end, number);
      if (read.ec != std::errc() || read.ptr != end || number == 0) {
        throw UsageError(fmt::format("--{}={}: it is {}, or a number of iterations from 1",
                                     parameter_.name, value, fmt::join(words_, ", ")));
      }
    }
  }
  /// @}

private:
  const ForkJoinParameter& parameter_;
  const std::vector<std::string_view> words_;
  std::optional<cll::opt<WordIndex, false, ChoiceParser<WordIndex>>> word_; ///< or
  std::optional<cll::opt<std::string>> text_;
};

/// Makes the flags, in the order of visitParameters().
std::deque<SettingFlag> makeFlags() {
  std::deque<SettingFlag> all;
  constexpr ForkJoinSettings kDefaults;
  visitParameters(kDefaults,
                  [&](const ForkJoinParameter& parameter, const auto& field, const auto&...) {
                    all.emplace_back(parameter, static_cast<std::uint64_t>(field));
                  });
  return all;
}

const std::deque<SettingFlag> settingFlags = makeFlags();

/// Whether a setting has an effect under the scheduler and the other settings.
bool matters(const ForkJoinParameter& parameter, const SchedulerChoice& choice) {
  return isOurs(choice.scheduler) &&
         parameter.matters(static_cast<ForkJoinProtocol>(choice.scheduler), choice.settings);
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
  auto flag = settingFlags.begin();
  visitParameters(settings,
                  [&](const ForkJoinParameter&, auto&... fields) { (flag++)->set(fields...); });
  if (settings.steal == StealAmount::kHalf && settings.join == JoinRule::kOwn) {
    throw UsageError("--steal=half: it needs --join=any, because under --join=own each task is for "
                     "a thread that waits for it");
  }
  if (settings.withdraw == WithdrawRule::kNever && settings.idle == IdleRule::kPoll) {
    throw UsageError("--withdraw=never: it needs --idle=close, because under --idle=poll a thread "
                     "that sleeps answers no request");
  }
  return settings;
}

SchedulerChoice choiceOfFlags() {
  const ForkJoinSettings settings = settingsOfFlags(); // wrong values are told before wrong names
  return {selectedScheduler(), settings};
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

bool isOurs(SchedulerName scheduler) { return scheduler < SchedulerName::kSerial; }

nlohmann::ordered_json parametersOf(const SchedulerChoice& choice) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const SettingFlag& flag : settingFlags) {
    const ForkJoinParameter& parameter = flag.parameter();
    const std::string text = flag.text();
    if (matters(parameter, choice) && !(parameter.quiet && text == parameter.words.front())) {
      std::string key(parameter.name);
      std::replace(key.begin(), key.end(), '-', '_');
      values[key] = text;
    }
  }
  return values;
}

std::vector<std::string> flagsWithoutEffect(const SchedulerChoice& choice) {
  const SchedulerName scheduler = choice.scheduler;
  std::vector<std::string> idle;
  for (const SettingFlag& flag : settingFlags) {
    if (flag.given() && !matters(flag.parameter(), choice)) {
      idle.push_back(fmt::format("--{}", flag.parameter().name));
    }
  }
  if (perThreadWanted.getNumOccurrences() > 0 && !isOurs(scheduler)) {
    idle.push_back("--" + perThreadWanted.ArgStr.str());
  }
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

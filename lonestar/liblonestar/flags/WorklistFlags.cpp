#include "liblonestar/flags/WorklistFlags.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "galois/analytics/Errors.h"
#include "galois/substrate/ThreadPool.h"
#include "inputs/flags/NearestName.h"
#include "inputs/io/Messages.h"
#include "inputs/tools/LlvmFlags.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/LeftOut.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistConfig.h"
#include "liblonestar/record/ResultRecord.h"

namespace cll = llvm::cl;
using galois::analytics::Scheduler;
using Json = nlohmann::ordered_json;

namespace lonestar {

namespace {

DefaultShift defaultShift;

/// Returns the default of --delta for a policy that has a fixed one.
std::optional<unsigned> defaultOfDelta(const WorklistInfo& info) {
  return defaultShift.isFoundFor(info) ? std::nullopt : defaultShift.of(info);
}

/// Returns the defaults of a parameter as text. Where policies differ, it says which has which.
std::string defaultsOf(const Parameter& parameter) {
  std::vector<std::pair<std::string_view, std::vector<std::string>>> users; // by default
  for (const WorklistInfo& info : allWorklists()) {
    for (const ParameterUse& use : info.parameters) {
      if (use.parameter == &parameter) {
        auto same = std::find_if(users.begin(), users.end(),
                                 [&](const auto& known) { return known.first == use.preset; });
        if (same == users.end()) {
          same = users.insert(users.end(), {use.preset, {}});
        }
        same->second.push_back(info.name);
      }
    }
  }
  if (users.size() == 1) {
    return std::string(users.front().first);
  }
  std::vector<std::string> texts;
  texts.reserve(users.size());
  for (const auto& [preset, names] : users) {
    texts.push_back(fmt::format("{} with {}", preset, fmt::join(names, ", ")));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

/// Returns the same as defaultsOf() for --delta.
std::string defaultsOfDelta() {
  std::map<std::string, std::vector<std::string>> shifting; // by default
  std::vector<std::string> finding, found;
  for (const WorklistInfo& info : allWorklists()) {
    if (const std::optional<unsigned> bits = defaultOfDelta(info)) {
      shifting[std::to_string(*bits)].push_back(info.name);
    } else if (defaultShift.isFoundFor(info)) {
      found.push_back(info.name);
    } else if (info.shift == Shift::kWidth) {
      finding.push_back(info.name);
    }
  }
  std::string text;
  for (const auto& [preset, names] : shifting) {
    text += fmt::format("{} with {}; ", preset, fmt::join(names, ", "));
  }
  if (!found.empty()) {
    text += fmt::format("found from {} with {}; ", defaultShift.foundIn, fmt::join(found, ", "));
  }
  if (!finding.empty()) {
    text += fmt::format("a width found while running with {}; ", fmt::join(finding, ", "));
  }
  return text + "none with others";
}

/// The flag of one parameter.
class ParameterFlag {
public:
  explicit ParameterFlag(const Parameter& parameter)
      : parameter_(parameter), help_(describe()),
        option_(llvm::StringRef(parameter.name.data(), parameter.name.size()), cll::desc(help_),
                cll::value_desc("value"), cll::cat(worklistGroup())) {}
  ParameterFlag(const ParameterFlag&) = delete;
  ParameterFlag& operator=(const ParameterFlag&) = delete;

  const Parameter& parameter() const { return parameter_; }
  /// Returns whether the command line has this flag, and not for something of the program's own.
  bool given() const { return !taken_ && option_.getNumOccurrences() > 0; }
  /// See takeParameterFlag().
  std::optional<std::string> take() {
    taken_ = true;
    return option_.getNumOccurrences() > 0 ? std::optional<std::string>(text()) : std::nullopt;
  }
  /// See lendParameterFlag().
  void lend(const char* use) {
    lent_ = use;
    option_.setHiddenFlag(cll::NotHidden);
    update();
  }
  /// Says the default again, which has changed.
  void update() {
    help_ = describe();
    option_.setDescription(help_);
  }

  void hide() { option_.setHiddenFlag(cll::ReallyHidden); }

  /// Returns the text on the command line. Call it only if the flag is given.
  const std::string& text() const { return option_.getValue(); }
  /// Returns the value on the command line, or nothing without the flag. @throws InvalidOption
  std::optional<std::uint32_t> value() const {
    if (!given()) {
      return std::nullopt;
    }
    try {
      return parse(parameter_, text());
    } catch (const galois::analytics::InvalidOption& error) {
      throw galois::analytics::InvalidOption(error.option(), error.value(),
                                             error.expected() + lentFor(" (", ")"));
    }
  }

private:
  std::string lentFor(const char* before, const char* after) const {
    return lent_.empty() ? "" : before + lent_ + after;
  }

  std::string describe() const {
    return fmt::format("{}{} (default {})", lentFor("", "; else: "), helpOf(parameter_),
                       &parameter_ == &kDelta ? defaultsOfDelta() : defaultsOf(parameter_));
  }

  const Parameter& parameter_;
  bool taken_ = false;
  std::string lent_; ///< what the program uses the flag for, too
  std::string help_; ///< declared before the option, which only points to its text
  cll::opt<std::string> option_;
};

/// Makes the flags of all parameters, in the order of allParameters(). The first is that of kDelta.
/// Those of policies that this build leaves out come last and are hidden: who gives one with its
/// policy is told that this is missing, and not that there is no such flag.
std::vector<std::unique_ptr<ParameterFlag>> makeFlags() {
  std::vector<std::unique_ptr<ParameterFlag>> all;
  std::vector<const Parameter*> known = allParameters();
  all.reserve(known.size());
  for (const Parameter* parameter : known) {
    all.push_back(std::make_unique<ParameterFlag>(*parameter));
  }
  for (const WorklistInfo& info : absentWorklists()) {
    for (const ParameterUse& use : info.parameters) {
      if (std::find(known.begin(), known.end(), use.parameter) == known.end()) {
        known.push_back(use.parameter);
        all.emplace_back(std::make_unique<ParameterFlag>(*use.parameter))->hide();
      }
    }
  }
  return all;
}

const std::vector<std::unique_ptr<ParameterFlag>> flags = makeFlags();

ParameterFlag& deltaFlag() { return *flags.front(); }

/// Returns the flag of this name, which there must be.
ParameterFlag& flagNamed(std::string_view name) {
  return **std::find_if(flags.begin(), flags.end(),
                        [&](const auto& flag) { return flag->parameter().name == name; });
}

constexpr const char* kHelpOfAuto = "the one of these that is fastest for the program (default)";

galois::inputs::NamedTexts worklistList() {
  galois::inputs::NamedTexts list{{"auto", kHelpOfAuto}};
  for (const WorklistInfo& info : allWorklists()) {
    list.emplace_back(info.name, info.description);
  }
  return list;
}

/// Returns one line: that this build leaves a policy out, and how to add it.
std::string whyAbsent(const WorklistInfo& absent) {
  return leftOut(fmt::format("--wl={}", absent.name),
                 {.setting = fmt::format("GALOIS_WORKLISTS='{}'", worklistsWith(absent)),
                  .full = "GALOIS_WORKLISTS= has all"});
}

/// Returns the names that a list with commas has.
std::vector<std::string> namesIn(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    names.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

cll::opt<std::string> wlName("wl",
                             cll::desc("Worklist policy (default auto: the fastest for this "
                                       "program); --wl=help describes all, --wl=json does so for "
                                       "programs"),
                             cll::value_desc("name"), cll::cat(worklistGroup()),
                             galois::inputs::ListedValues{worklistList},
                             cll::callback([](const std::string& name) {
                               // While flags are being parsed, so that no input is needed.
                               if (name == "help") {
                                 galois::inputs::printAndExit(worklistTable());
                               } else if (name == "json") {
                                 galois::inputs::printAndExit(worklistJson().dump(2) + "\n");
                               }
                               for (const std::string& each : namesIn(name)) {
                                 if (const WorklistInfo* absent = absentWorklistNamed(each)) {
                                   galois::inputs::parserComplaint() = whyAbsent(*absent);
                                 }
                               }
                             }));

/// Whether --wl names policies.
bool policyGiven() { return wlName.getNumOccurrences() > 0 && wlName != "auto"; }

cll::opt<std::string> configFile(
    "wl-config",
    cll::desc("Read the policy and values of its parameters from this file, which scripts/tune "
              "writes; flags of parameters override it"),
    cll::value_desc("file"), cll::cat(worklistGroup()));

/// Returns what the file of --wl-config chooses, or null without the flag. The first call reads the
/// file.
/// @throws UsageError  also when --wl names policies, and the file's is none of them
const Scheduler* givenConfig() {
  static std::optional<Scheduler> config;
  if (configFile.getNumOccurrences() == 0 || config) {
    return config ? &*config : nullptr;
  }
  Scheduler read = readWorklistConfig(configFile);
  const std::string names = "," + wlName + ",";
  if (policyGiven() && names.find("," + read.name() + ",") == std::string::npos) {
    throw UsageError(fmt::format("--wl-config={}: this file is for {}, and --wl={} is given",
                                 std::string(configFile), read.name(), std::string(wlName)));
  }
  return &config.emplace(std::move(read));
}

/// Returns what `call` returns. A wrong value is a wrong flag here. @throws UsageError
template <typename Call>
auto asFlag(const Call& call) {
  try {
    return call();
  } catch (const galois::analytics::InvalidOption& error) {
    throw UsageError(fmt::format("--{}={}: {}", error.option(), error.value(), error.expected()));
  }
}

/// Returns the policy with the settings that the user chooses, for so many threads.
/// @throws UsageError
ChosenWorklist chosenByUser(const WorklistInfo& info, unsigned threads) {
  const Scheduler scheduler = schedulerOf(info);
  return asFlag([&] { return chosenWorklist(scheduler, defaultShift, threads); });
}

/// Returns the same for any number of threads. The first call for a policy computes it.
/// @throws UsageError
const ChosenWorklist& chosenByUser(const WorklistInfo& info) {
  static std::map<const WorklistInfo*, ChosenWorklist> known;
  const auto found = known.find(&info);
  return found != known.end()
             ? found->second
             : known.emplace(&info, chosenByUser(info, galois::substrate::kMaxThreads))
                   .first->second;
}

const char* nameOf(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::kNumber:
    return "number";
  case ParameterKind::kAutoNumber:
    return "number or auto";
  case ParameterKind::kChosenNumber:
    return "one of the numbers";
  case ParameterKind::kProbability:
    return "probability";
  case ParameterKind::kRunLength:
    return "run length";
  case ParameterKind::kNumbers:
    return "numbers or none";
  default:
    return "one of the words";
  }
}

/// Returns null for a parameter without order.
const char* nameOf(Scale scale) {
  switch (scale) {
  case Scale::kLinear:
    return "linear";
  case Scale::kLogarithmic:
    return "logarithmic";
  case Scale::kExponent:
    return "exponent";
  default:
    return nullptr;
  }
}

Json jsonOf(const Parameter& parameter, std::string_view preset) {
  Json json = {{"name", parameter.name}, {"kind", nameOf(parameter.kind)}, {"default", preset}};
  if (parameter.high > 0) {
    json.update({{"low", parameter.low}, {"high", parameter.high}});
  }
  if (const char* scale = nameOf(parameter.scale)) {
    json["scale"] = scale;
  }
  for (const std::string_view choice : parameter.choices) {
    if (!choice.empty()) {
      json["choices"].push_back(choice);
    }
  }
  json["help"] = parameter.help;
  return json;
}

} // namespace

const WorklistInfo& findWorklist(const std::string& name) {
  if (const WorklistInfo* info = worklistNamed(name)) {
    return *info;
  }
  if (const WorklistInfo* absent = absentWorklistNamed(name)) {
    throw UsageError(whyAbsent(*absent));
  }
  std::vector<std::string> names{"auto"};
  for (const WorklistInfo& info : allWorklists()) {
    names.push_back(info.name);
  }
  const std::string near = galois::inputs::nearestName(name, names);
  throw UsageError(fmt::format("--wl={}: no such worklist{} (--wl=help lists all)", name,
                               near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

std::string worklistTable() {
  std::string table = fmt::format("Worklists (--wl=<name>):\n\n  {:<12} {}\n", "auto", kHelpOfAuto);
  auto line = [&](const Parameter& parameter, std::string_view preset,
                  std::string_view suffix = {}) {
    table += fmt::format("               --{:<12} {:<6} {}{}\n", parameter.name, preset,
                         helpOf(parameter), suffix);
  };
  for (const WorklistInfo& info : allWorklists()) {
    table += fmt::format("\n  {:<12} {}\n", info.name, info.description);
    for (const ParameterUse& use : info.parameters) {
      line(*use.parameter, use.preset);
    }
    if (const std::optional<unsigned> bits = defaultOfDelta(info)) {
      line(kDelta, std::to_string(*bits));
    } else if (defaultShift.isFoundFor(info)) {
      line(kDelta, "-", fmt::format("; without it, as many as suit {}", defaultShift.foundIn));
    } else if (info.shift == Shift::kWidth) {
      line(kDelta, "-", ", only if given; else it finds the width of its buckets");
    } else if (info.shift == Shift::kIfGiven) {
      line(kDelta, "-", ", only if given");
    }
    table +=
        fmt::format("               [{}{}]\n", info.published ? "as published: " : "", info.paper);
  }
  if (!absentWorklists().empty()) {
    table += "\nNot in this build (--wl=<name> says how to add it):\n\n";
  }
  for (const WorklistInfo& info : absentWorklists()) {
    table += fmt::format("  {:<12} {}\n", info.name, info.description);
  }
  return table;
}

Json worklistJson() {
  Json all = Json::array();
  for (const WorklistInfo& info : allWorklists()) {
    Json parameters = Json::array();
    for (const ParameterUse& use : info.parameters) {
      parameters.push_back(jsonOf(*use.parameter, use.preset));
      for (const auto& [lesser, greater] : info.orders) {
        if (lesser == use.parameter) {
          parameters.back()["at_most"] = greater->name;
        }
      }
    }
    if (info.shift != Shift::kNever) {
      const std::optional<unsigned> bits = defaultOfDelta(info);
      parameters.push_back(jsonOf(kDelta, bits ? std::to_string(*bits) : ""));
      if (!bits) { // the policy gets exact priorities, or else:
        parameters.back()["default"] = nullptr;
        if (defaultShift.isFoundFor(info)) {
          parameters.back()["found"] = true;
        }
      }
    }
    all.push_back({{"name", info.name},
                   {"description", info.description},
                   {"paper", info.paper},
                   {"published", info.published},
                   {"parameters", parameters}});
  }
  return all;
}

const WorklistInfo& selectedWorklist(std::string_view preferred) {
  const Scheduler* config = givenConfig();
  const WorklistInfo& selected = policyGiven() ? findWorklist(wlName)
                                 : config      ? findWorklist(config->name())
                                               : automaticWorklist(preferred);
  chosenByUser(selected, static_cast<unsigned>(numThreads)); // checks all values
  return selected;
}

std::vector<const WorklistInfo*> selectedWorklists() {
  std::vector<const WorklistInfo*> selected;
  const Scheduler* config = givenConfig();
  if (!worklistGiven()) {
    for (const WorklistInfo& info : allWorklists()) {
      selected.push_back(&info);
    }
    return selected;
  }
  const std::string names = policyGiven() ? wlName : config->name();
  for (const std::string& name : namesIn(names)) {
    selected.push_back(&findWorklist(name));
  }
  const std::vector<std::string> idle = worklistFlagsWithoutEffect(selected);
  if (!idle.empty()) {
    warn(fmt::format("no effect with --wl={}: {}", names, fmt::join(idle, ", ")));
  }
  return selected;
}

bool worklistGiven() { return policyGiven() || configFile.getNumOccurrences() > 0; }

std::optional<unsigned> givenShift() {
  return asFlag([] { return std::optional<unsigned>(deltaFlag().value()); });
}

void setDefaultShift(DefaultShift shift) {
  defaultShift = std::move(shift);
  deltaFlag().update();
}

void lendParameterFlag(std::string_view name, const char* use) { flagNamed(name).lend(use); }

std::optional<std::string> takeParameterFlag(std::string_view name) {
  return flagNamed(name).take();
}

std::vector<std::string> worklistFlagsWithoutEffect(const std::vector<const WorklistInfo*>& used) {
  std::vector<std::string> idle;
  if (used.empty() && policyGiven()) {
    idle.emplace_back("--wl");
  }
  if (used.empty() && configFile.getNumOccurrences() > 0) {
    idle.emplace_back("--wl-config");
  }
  for (const auto& flag : flags) {
    if (flag->given() && std::none_of(used.begin(), used.end(), [&](const WorklistInfo* info) {
          return hasParameter(*info, flag->parameter());
        })) {
      idle.push_back("--" + std::string(flag->parameter().name));
    }
  }
  return idle;
}

Scheduler schedulerOf(const WorklistInfo& info) {
  return asFlag([&] {
    const Scheduler* config = givenConfig();
    Scheduler scheduler = config && config->name() == info.name ? *config : Scheduler(info.name);
    for (const auto& flag : flags) {
      flag->value(); // checks those of other policies, too
      if (flag->given() && hasParameter(info, flag->parameter())) {
        scheduler.set(flag->parameter().name, flag->text());
      }
    }
    return scheduler;
  });
}

const WorklistSettings& worklistSettings(const WorklistInfo& info) {
  return chosenByUser(info).settings;
}

Json worklistParameters(const WorklistInfo& info) { return jsonOf(chosenByUser(info).parameters); }

} // namespace lonestar

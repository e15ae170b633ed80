#include "liblonestar/WorklistRegistry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "inputs/NearestName.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/WorklistDispatch.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

NumberParameter delta("delta", 0, 0, 63, "bits that priorities are shifted right by");

cll::opt<std::string>
    wlName("wl", cll::desc("Worklist policy (default smq-bucket); --wl=help describes all"),
           cll::value_desc("name"), cll::cat(worklistGroup()),
           cll::callback([](const std::string& name) {
             // Answered while flags are still being parsed, so that no input
             // needs to be named.
             if (name == "help") {
               fmt::print("{}", worklistTable());
               std::fflush(stdout);
               std::exit(0);
             }
           }));

/// Every parameter of every policy, each once.
std::vector<const WorklistParameter*> allParameters() {
  std::vector<const WorklistParameter*> all{&delta};
  for (const WorklistInfo& info : allWorklists()) {
    for (const ParameterUse& use : info.parameters) {
      if (std::find(all.begin(), all.end(), use.parameter) == all.end()) {
        all.push_back(use.parameter);
      }
    }
  }
  return all;
}

bool has(const WorklistInfo& info, const WorklistParameter* parameter) {
  if (parameter == &delta) {
    return info.shift != Shift::kNever;
  }
  return std::any_of(info.parameters.begin(), info.parameters.end(),
                     [&](const ParameterUse& use) { return use.parameter == parameter; });
}

bool shifts(const WorklistInfo& info) {
  return info.shift == Shift::kAlways || (info.shift == Shift::kIfGiven && delta.given());
}

} // namespace

const std::vector<WorklistInfo>& allWorklists() {
  static const std::vector<WorklistInfo> all{
#define LONESTAR_INFO(Policy) worklists::Policy::info(),
      LONESTAR_BUILT_WORKLISTS(LONESTAR_INFO)
#undef LONESTAR_INFO
  };
  return all;
}

const WorklistInfo& findWorklist(const std::string& name) {
  std::vector<std::string> names;
  for (const WorklistInfo& info : allWorklists()) {
    if (info.name == name) {
      return info;
    }
    names.push_back(info.name);
  }
  const std::string near = galois::inputs::nearestName(name, names);
  throw UsageError(fmt::format("--wl={}: no such worklist{} (--wl=help lists all)", name,
                               near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

std::string worklistTable() {
  std::string table = "Worklists (--wl=<name>):\n";
  auto line = [&](const ParameterUse& use) {
    table += fmt::format("               --{:<12} {:<6} {}\n", use.parameter->flag(),
                         use.defaultText(), use.parameter->meaning());
  };
  for (const WorklistInfo& info : allWorklists()) {
    table += fmt::format("\n  {:<12} {}\n", info.name, info.description);
    for (const ParameterUse& use : info.parameters) {
      line(use);
    }
    if (info.shift == Shift::kAlways) {
      line(&delta);
    } else if (info.shift == Shift::kIfGiven) {
      table += fmt::format("               --{:<12} {:<6} {}, only if given\n", delta.flag(), "-",
                           delta.meaning());
    }
    table += fmt::format("               [{}]\n", info.paper);
  }
  return table;
}

const WorklistInfo& selectedWorklist() {
  const WorklistInfo& selected = worklistGiven() ? findWorklist(wlName) : allWorklists().front();
  worklistSettings(selected);
  return selected;
}

std::vector<const WorklistInfo*> selectedWorklists() {
  std::vector<const WorklistInfo*> selected;
  if (wlName.getNumOccurrences() == 0) {
    for (const WorklistInfo& info : allWorklists()) {
      selected.push_back(&info);
    }
    return selected;
  }
  const std::string names = wlName;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    selected.push_back(&findWorklist(names.substr(begin, end - begin)));
    begin = end + 1;
  }
  const std::vector<std::string> idle = worklistFlagsWithoutEffect(selected);
  if (!idle.empty()) {
    fmt::print(stderr, "warning: no effect with --wl={}: {}\n", names, fmt::join(idle, ", "));
  }
  return selected;
}

bool worklistGiven() { return wlName.getNumOccurrences() > 0; }

std::optional<unsigned> givenShift() {
  return delta.given() ? std::optional<unsigned>(delta.value()) : std::nullopt;
}

void setDefaultShift(unsigned shift) { delta.setDefault(shift); }

std::vector<std::string> worklistFlagsWithoutEffect(const std::vector<const WorklistInfo*>& used) {
  std::vector<std::string> idle;
  if (used.empty() && worklistGiven()) {
    idle.emplace_back("--wl");
  }
  for (const WorklistParameter* parameter : allParameters()) {
    if (parameter->given() && std::none_of(used.begin(), used.end(), [&](const auto* info) {
          return has(*info, parameter);
        })) {
      idle.push_back("--" + parameter->flag());
    }
  }
  return idle;
}

WorklistSettings worklistSettings(const WorklistInfo& info) {
  for (const WorklistParameter* parameter : allParameters()) {
    parameter->json(); // throws when the text is no value
  }
  WorklistSettings settings;
  settings.shift = shifts(info) ? delta.value() : 0;
  settings.shiftGiven = delta.given();
  return settings;
}

nlohmann::ordered_json worklistParameters(const WorklistInfo& info) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const ParameterUse& use : info.parameters) {
    values[use.parameter->flag()] = use.parameter->json(use.preset);
  }
  if (shifts(info)) {
    values[delta.flag()] = delta.json();
  }
  return values;
}

} // namespace lonestar

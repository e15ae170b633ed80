#include "inputs/flags/FlagDocs.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace galois::inputs {

namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(FlagValue::Kind kind) {
  switch (kind) {
  case FlagValue::kSwitch:
    return "switch";
  case FlagValue::kWholeNumber:
    return "whole number";
  case FlagValue::kNumber:
    return "number";
  default:
    return "text";
  }
}

Json jsonOf(const NamedTexts& texts, const char* name, const char* text) {
  Json all = Json::array();
  for (const auto& [first, second] : texts) {
    all.push_back({{name, first}, {text, second}});
  }
  return all;
}

Json jsonOf(const FlagDoc& flag) {
  const FlagValue& value = flag.value;
  const bool none = value.kind == FlagValue::kSwitch;
  const char* const kind = flag.choices.empty() ? nameOf(value.kind) : "one of the choices";
  Json json = {{"name", flag.name},
               {"value", none ? Json() : Json(value.name)},
               {"kind", kind},
               {"help", flag.help}};
  if (value.kind == FlagValue::kWholeNumber) {
    json.update({{"low", value.least}, {"high", value.greatest}});
  }
  if (value.repeatable || value.list) {
    json["several"] = true;
  }
  if (!flag.choices.empty()) {
    json["choices"] = jsonOf(flag.choices, "name", "help");
  }
  return json;
}

} // namespace

bool asksForJson(int argc, const char* const* argv) {
  constexpr std::string_view kEndOfFlags = "--";
  const auto* const end = std::find(argv + std::min(argc, 1), argv + argc, kEndOfFlags);
  return std::any_of(argv + std::min(argc, 1), end, [](std::string_view argument) {
    return argument == "--help=json" || argument == "-help=json";
  });
}

std::string jsonOf(const ProgramDoc& program) {
  Json groups = Json::array();
  for (const FlagGroupDoc& group : program.groups) {
    Json flags = Json::array();
    for (const FlagDoc& flag : group.flags) {
      flags.push_back(jsonOf(flag));
    }
    groups.push_back({{"title", group.title}, {"help", group.help}, {"flags", flags}});
  }
  const Json json = {{"name", program.name},
                     {"version", program.version},
                     {"overview", program.overview},
                     {"usage", program.usage},
                     {"groups", groups},
                     {"examples", jsonOf(program.examples, "command", "purpose")}};
  return json.dump(2) + "\n";
}

} // namespace galois::inputs

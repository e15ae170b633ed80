#include "liblonestar/flags/WorklistConfig.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "galois/analytics/Errors.h"
#include "inputs/Error.h"
#include "inputs/flags/NearestName.h"
#include "inputs/io/InputFile.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/WorklistFlags.h"

namespace lonestar {

namespace {

using galois::analytics::InvalidOption;
using galois::analytics::Scheduler;
using galois::inputs::InputFile;
using Json = nlohmann::ordered_json;

constexpr std::size_t kLongest = std::size_t{1} << 20; ///< of a file in bytes
constexpr std::string_view kForm = R"({"wl": "NAME", "params": {"NAME": VALUE, ...}} is expected)";

std::string contentOf(InputFile& file) {
  std::string text(kLongest, '\0');
  text.resize(file.readFully(text.data(), text.size()));
  return text;
}

/// Returns the object that a text stands for. A key that occurs twice is an error.
Json parsed(const std::string& text, const std::string& name) {
  std::vector<std::vector<std::string>> keys; // of the objects around the place that is read
  const auto refuseRepeated = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) {
      keys.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      keys.pop_back();
    } else if (event == Json::parse_event_t::key) {
      const auto key = value.get<std::string>();
      if (std::find(keys.back().begin(), keys.back().end(), key) != keys.back().end()) {
        galois::inputs::fail("{}: '{}' has a value already", name, key);
      }
      keys.back().push_back(key);
    }
    return true;
  };
  try {
    return Json::parse(text, refuseRepeated);
  } catch (const Json::parse_error& error) {
    const std::size_t end = std::min(error.byte, text.size());
    galois::inputs::fail("{}:{}: this is not JSON; {}", name,
                         1 + std::count(text.begin(), text.begin() + static_cast<long>(end), '\n'),
                         kForm);
  }
}

/// Returns a value of a parameter as Scheduler::set() reads it.
std::string textOf(const std::string& name, const Json& value) {
  if (!value.is_string() && !value.is_number()) {
    throw InvalidOption(name, value.dump(), "a number or a text is needed");
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Sets a parameter. @throws InvalidOption
void setParameter(Scheduler& scheduler, const std::string& name, const Json& value) {
  std::vector<std::string> known;
  for (const Parameter* parameter : parametersOf(findWorklist(scheduler.name()))) {
    known.emplace_back(parameter->name);
  }
  const std::string near = galois::inputs::nearestName(name, known);
  try {
    scheduler.set(name, textOf(name, value));
  } catch (const InvalidOption& error) {
    if (near.empty() || near == name) {
      throw;
    }
    throw InvalidOption(name, error.value(),
                        fmt::format("{}; did you mean '{}'?", error.expected(), near));
  }
}

Scheduler schedulerIn(const Json& config, const std::string& name) {
  if (!config.is_object()) {
    galois::inputs::fail("{}: {}", name, kForm);
  }
  for (const auto& [key, value] : config.items()) {
    if (key != "about" && key != "wl" && key != "params") {
      galois::inputs::fail("{}: unknown key '{}'; {}", name, key, kForm);
    }
  }
  if (!config.contains("wl") || !config["wl"].is_string()) {
    galois::inputs::fail("{} names no worklist; {}", name, kForm);
  }
  Scheduler scheduler(findWorklist(config["wl"].get<std::string>()).name);
  const Json params = config.value("params", Json::object());
  if (!params.is_object()) {
    galois::inputs::fail("{}: 'params' has no names; {}", name, kForm);
  }
  for (const auto& [parameter, value] : params.items()) {
    setParameter(scheduler, parameter, value);
  }
  return scheduler;
}

} // namespace

Scheduler readWorklistConfig(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UsageError(fmt::format("--wl-config={}: is a folder; a file is needed", path));
  }
  try {
    InputFile file(path);
    return schedulerIn(parsed(contentOf(file), file.name()), file.name());
  } catch (const InvalidOption& error) {
    throw UsageError(fmt::format("--wl-config={}: {}", path, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--wl-config={}: {}", path, error.what()));
  } catch (const galois::inputs::InputError& error) {
    throw UsageError(fmt::format("--wl-config: {}", error.what()));
  }
}

} // namespace lonestar

#include "liblonestar/WorklistConfig.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/analytics/Errors.h"
#include "inputs/Error.h"
#include "inputs/NearestName.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/WorklistFlags.h"

namespace lonestar {

namespace {

using galois::inputs::TextScanner;

constexpr std::string_view kForm =
    R"(a line is wl = "NAME", [params], NAME = NUMBER or NAME = "TEXT")";

/// Removes blanks and tabs at both ends.
std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Returns the line without a comment. A '#' between quotes begins none.
std::string_view withoutComment(std::string_view line) {
  bool quoted = false;
  for (std::size_t place = 0; place < line.size(); ++place) {
    if (line[place] == '"') {
      quoted = !quoted;
    } else if (line[place] == '#' && !quoted) {
      return trimmed(line.substr(0, place));
    }
  }
  return trimmed(line);
}

/// Returns the text that a value stands for: what is between the quotes, or the number as it is
/// written. Returns nothing for anything else.
std::optional<std::string> textOf(std::string_view value) {
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
    const bool plain = value.find_first_of("\"\\") == std::string_view::npos;
    return plain ? std::optional<std::string>(value) : std::nullopt;
  }
  const bool number =
      !value.empty() && value.find_first_not_of("0123456789.+-eE") == std::string_view::npos;
  return number ? std::optional<std::string>(value) : std::nullopt;
}

std::vector<std::string> namesOf(const std::vector<const Parameter*>& parameters) {
  std::vector<std::string> names;
  names.reserve(parameters.size());
  for (const Parameter* parameter : parameters) {
    names.emplace_back(parameter->name);
  }
  return names;
}

/// Reads the statements of one file, in order.
class Reader {
public:
  explicit Reader(TextScanner& lines) : lines_(lines) {}

  WorklistConfig read() {
    std::string_view line;
    while (lines_.next(line)) {
      line = withoutComment(line);
      if (line.empty()) {
        continue;
      }
      if (line.front() == '[') {
        openTable(line);
      } else {
        assign(line);
      }
    }
    if (!config_.worklist) {
      galois::inputs::fail("{} names no worklist; a line wl = \"NAME\" does", lines_.name());
    }
    return std::move(config_);
  }

private:
  void openTable(std::string_view line) {
    if (line != "[params]" || inParams_) {
      lines_.failHere(fmt::format("{}: one table is expected, [params]", line));
    }
    if (!config_.worklist) {
      lines_.failHere("a line wl = \"NAME\" is expected before [params]");
    }
    inParams_ = true;
  }

  void assign(std::string_view line) {
    const std::size_t equals = line.find('=');
    const std::string_view key = trimmed(line.substr(0, equals));
    const auto text =
        equals == std::string_view::npos ? std::nullopt : textOf(trimmed(line.substr(equals + 1)));
    if (!text || key.empty()) {
      lines_.failHere(fmt::format("'{}' cannot be read; {}", line, kForm));
    }
    if (inParams_) {
      addValue(key, *text);
    } else if (key == "wl" && !config_.worklist) {
      config_.worklist = worklistCalled(*text);
    } else {
      lines_.failHere(fmt::format("unknown key '{}'; before [params] there is one line, wl", key));
    }
  }

  const WorklistInfo* worklistCalled(const std::string& name) const {
    try {
      return &findWorklist(name);
    } catch (const UsageError& error) {
      lines_.failHere(error.what());
    }
  }

  void addValue(std::string_view key, const std::string& text) {
    const std::vector<const Parameter*> known = parametersOf(*config_.worklist);
    const auto found = std::find_if(known.begin(), known.end(), [&](const Parameter* parameter) {
      return parameter->name == key;
    });
    if (found == known.end()) {
      const std::vector<std::string> names = namesOf(known);
      const std::string near = galois::inputs::nearestName(key, names);
      lines_.failHere(
          fmt::format("unknown key '{}'; {} has {}{}", key, config_.worklist->name,
                      names.empty() ? "no parameters" : fmt::format("{}", fmt::join(names, ", ")),
                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    if (config_.textOf(**found)) {
      lines_.failHere(fmt::format("'{}' has a value already", key));
    }
    try {
      parse(**found, text);
    } catch (const galois::analytics::InvalidOption& error) {
      lines_.failHere(error.what());
    }
    config_.values.push_back({*found, text});
  }

  static std::vector<const Parameter*> parametersOf(const WorklistInfo& info) {
    std::vector<const Parameter*> all;
    for (const Parameter* parameter : allParameters()) {
      if (hasParameter(info, *parameter)) {
        all.push_back(parameter);
      }
    }
    return all;
  }

  TextScanner& lines_;
  WorklistConfig config_;
  bool inParams_ = false;
};

} // namespace

const std::string* WorklistConfig::textOf(const Parameter& parameter) const {
  for (const Value& value : values) {
    if (value.parameter == &parameter) {
      return &value.text;
    }
  }
  return nullptr;
}

WorklistConfig readWorklistConfig(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UsageError(fmt::format("--wl-config={}: is a folder; a file is needed", path));
  }
  try {
    galois::inputs::InputFile file(path);
    TextScanner lines(file);
    return Reader(lines).read();
  } catch (const galois::inputs::InputError& error) {
    throw UsageError(fmt::format("--wl-config: {}", error.what()));
  }
}

} // namespace lonestar

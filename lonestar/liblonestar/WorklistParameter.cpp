#include "liblonestar/WorklistParameter.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "liblonestar/CommandLine.h"

namespace lonestar {

struct WorklistParameter::Flag {
  llvm::cl::opt<std::string> option;

  Flag(const std::string& name, const std::string& help)
      : option(llvm::StringRef(name), llvm::cl::desc(help), llvm::cl::value_desc("value"),
               llvm::cl::cat(worklistGroup())) {}
};

WorklistParameter::WorklistParameter(std::string flag, std::string defaultText, std::string meaning)
    : flag_(std::move(flag)), defaultText_(std::move(defaultText)), meaning_(std::move(meaning)),
      help_(fmt::format("{} (default {})", meaning_, defaultText_)),
      option_(std::make_unique<Flag>(flag_, help_)) {}

WorklistParameter::~WorklistParameter() = default;

bool WorklistParameter::given() const { return option_->option.getNumOccurrences() > 0; }

std::string WorklistParameter::text(const std::string& preset) const {
  if (given()) {
    return option_->option;
  }
  return preset.empty() ? defaultText_ : preset;
}

void WorklistParameter::setDefaultText(std::string text) {
  defaultText_ = std::move(text);
  help_ = fmt::format("{} (default {})", meaning_, defaultText_);
  option_->option.setDescription(help_);
}

namespace {

/// All of `text` as a whole number, or false.
bool wholeNumber(const std::string& text, std::uint32_t& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return !text.empty() && result.ec == std::errc() && result.ptr == end;
}

} // namespace

NumberParameter::NumberParameter(std::string flag, std::uint32_t preset, std::uint32_t low,
                                 std::uint32_t high, std::string meaning)
    : WorklistParameter(std::move(flag), std::to_string(preset), std::move(meaning)), low_(low),
      high_(high) {}

NumberParameter::NumberParameter(std::string flag, std::uint32_t preset,
                                 std::vector<std::uint32_t> choices, std::string meaning)
    : WorklistParameter(std::move(flag), std::to_string(preset), std::move(meaning)),
      low_(*std::min_element(choices.begin(), choices.end())),
      high_(*std::max_element(choices.begin(), choices.end())), choices_(std::move(choices)) {}

std::uint32_t NumberParameter::value(const std::string& preset) const {
  std::uint32_t number = 0;
  const bool parsed = wholeNumber(text(preset), number);
  const bool chosen =
      choices_.empty() || std::find(choices_.begin(), choices_.end(), number) != choices_.end();
  if (parsed && chosen && number >= low_ && number <= high_) {
    return number;
  }
  throw UsageError(choices_.empty() ? fmt::format("--{}={}: a whole number from {} to {} is needed",
                                                  flag(), text(preset), low_, high_)
                                    : fmt::format("--{}={}: one of {} is needed", flag(),
                                                  text(preset), fmt::join(choices_, ", ")));
}

void NumberParameter::setDefault(std::uint32_t preset) { setDefaultText(std::to_string(preset)); }

nlohmann::ordered_json NumberParameter::json(const std::string& preset) const {
  return value(preset);
}

ProbabilityParameter::ProbabilityParameter(std::string flag, std::uint32_t denominator,
                                           std::string meaning)
    : WorklistParameter(std::move(flag), fmt::format("1/{}", denominator), std::move(meaning)) {}

std::uint32_t parseProbability(const std::string& text) {
  std::uint32_t denominator = 0;
  if (text.rfind("1/", 0) == 0) {
    return wholeNumber(text.substr(2), denominator) ? denominator : 0;
  }
  double fraction = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, fraction);
  // The smallest fraction whose denominator is a 32-bit number.
  constexpr double kSmallest = 1.0 / std::numeric_limits<std::uint32_t>::max();
  if (text.empty() || result.ec != std::errc() || result.ptr != end || !(fraction >= kSmallest) ||
      fraction > 1) {
    return 0;
  }
  const double rounded = std::round(1 / fraction);
  const bool near = std::fabs(rounded * fraction - 1) <= 1e-3;
  return near ? static_cast<std::uint32_t>(rounded) : 0;
}

std::uint32_t ProbabilityParameter::denominator(const std::string& preset) const {
  const std::uint32_t value = parseProbability(text(preset));
  if (value == 0) {
    throw UsageError(fmt::format("--{}={}: a probability 1/N is needed, such as 1/8 or 0.125",
                                 flag(), text(preset)));
  }
  return value;
}

nlohmann::ordered_json ProbabilityParameter::json(const std::string& preset) const {
  return 1.0 / denominator(preset);
}

AutoNumberParameter::AutoNumberParameter(std::string flag, std::uint32_t low, std::uint32_t high,
                                         std::string meaning, std::uint32_t preset)
    : WorklistParameter(std::move(flag), preset == 0 ? "auto" : std::to_string(preset),
                        std::move(meaning)),
      low_(low), high_(high) {}

std::uint32_t AutoNumberParameter::value(const std::string& preset) const {
  if (text(preset) == "auto") {
    return 0;
  }
  std::uint32_t number = 0;
  if (wholeNumber(text(preset), number) && number >= low_ && number <= high_) {
    return number;
  }
  throw UsageError(fmt::format("--{}={}: auto, or a whole number from {} to {} is needed", flag(),
                               text(preset), low_, high_));
}

nlohmann::ordered_json AutoNumberParameter::json(const std::string& preset) const {
  const std::uint32_t number = value(preset);
  return number == 0 ? nlohmann::ordered_json("auto") : nlohmann::ordered_json(number);
}

RunLengthParameter::RunLengthParameter(std::string flag, std::uint32_t preset, std::uint32_t high,
                                       std::string meaning)
    : WorklistParameter(std::move(flag), std::to_string(preset), std::move(meaning)), high_(high) {}

std::uint32_t RunLengthParameter::value(const std::string& preset) const {
  const std::string given = text(preset);
  std::uint32_t number = 0;
  if (!wholeNumber(given, number)) {
    number = parseProbability(given);
  }
  if (number >= 1 && number <= high_) {
    return number;
  }
  throw UsageError(fmt::format("--{}={}: a whole number from 1 to {} is needed, or a probability "
                               "1/N that stands for N",
                               flag(), given, high_));
}

nlohmann::ordered_json RunLengthParameter::json(const std::string& preset) const {
  return value(preset);
}

ChoiceParameter::ChoiceParameter(std::string flag, std::vector<std::string> choices,
                                 std::string meaning)
    : WorklistParameter(std::move(flag), choices.front(),
                        fmt::format("{}: {}", meaning, fmt::join(choices, " or "))),
      choices_(std::move(choices)) {}

std::size_t ChoiceParameter::index(const std::string& preset) const {
  const auto found = std::find(choices_.begin(), choices_.end(), text(preset));
  if (found == choices_.end()) {
    throw UsageError(fmt::format("--{}={}: one of {} is needed", flag(), text(preset),
                                 fmt::join(choices_, ", ")));
  }
  return static_cast<std::size_t>(found - choices_.begin());
}

nlohmann::ordered_json ChoiceParameter::json(const std::string& preset) const {
  return choices_[index(preset)];
}

} // namespace lonestar

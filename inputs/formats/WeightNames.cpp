#include "inputs/formats/WeightNames.h"

#include "inputs/io/TextScanner.h"

#include "galois/substrate/ShellWord.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace galois::inputs {

namespace {

constexpr std::array<std::string_view, 13> kWeightNames = {
    "weight", "weights", "w",  "wt",    "length", "distance", "dist",
    "cost",   "value",   "km", "miles", "metres", "meters"};
constexpr std::array<std::string_view, 8> kLabelNames = {"id",   "edgeid", "eid",     "label",
                                                         "name", "index",  "timeset", "key"};

} // namespace

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

std::string foldedName(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      text += static_cast<char>(c + 32);
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) {
      text += c;
    }
  }
  return text;
}

bool isWeightName(std::string_view folded) {
  return std::find(kWeightNames.begin(), kWeightNames.end(), folded) != kWeightNames.end();
}

bool isLabelName(std::string_view folded) {
  return std::find(kLabelNames.begin(), kLabelNames.end(), folded) != kLabelNames.end();
}

bool isNumberText(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text = text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return !text.empty() && read.ptr == end && read.ec != std::errc::invalid_argument;
}

std::optional<std::size_t> placeOfName(std::string_view meant,
                                       const std::vector<std::string_view>& names) {
  const auto same = std::find(names.begin(), names.end(), meant);
  if (same != names.end()) {
    return static_cast<std::size_t>(same - names.begin());
  }
  std::optional<std::size_t> found;
  const std::string folded = foldedName(meant);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!folded.empty() && foldedName(names[i]) == folded) {
      if (found) {
        return std::nullopt;
      }
      found = i;
    }
  }
  return found;
}

std::string nameInFlag(std::string_view name) {
  std::string folded = foldedName(name);
  return substrate::shellWord(name) == name || folded.empty() ? std::string(name) : folded;
}

std::string listedNames(const std::vector<std::string_view>& names) {
  constexpr std::size_t kMost = 10;
  const std::size_t count = std::min(names.size(), kMost);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const char* const before = i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += fmt::format("{}\"{}\"", before, shownText(names[i]));
  }
  return count < names.size() ? fmt::format("{} and {} more", text, names.size() - count) : text;
}

} // namespace galois::inputs

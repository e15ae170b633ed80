#include "inputs/check/NodeValues.h"

#include "inputs/Error.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace galois::inputs {

namespace {

constexpr const char* kAnswerForm = "a line of an answer is \"NODE VALUE\"";

bool isInfinity(std::string_view word) {
  constexpr std::string_view kSpellings[] = {"inf",      "infinity", "Inf",
                                             "Infinity", "INF",      "9223372036854775807"};
  return std::find(std::begin(kSpellings), std::end(kSpellings), word) != std::end(kSpellings);
}

/// Returns the whole word as a number of this type.
template <typename Number>
std::optional<Number> parsed(std::string_view word) {
  Number number{};
  const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
  if (result.ec != std::errc() || result.ptr != word.data() + word.size()) {
    return std::nullopt;
  }
  return number;
}

} // namespace

void NodeValues::useReals() {
  reals_.resize(wholes_.size());
  for (std::uint64_t node = 0; node < wholes_.size(); ++node) {
    reals_[node] = realAt(node);
  }
  whole_ = false;
  std::vector<std::uint64_t>().swap(wholes_);
}

std::string NodeValues::shown(std::uint64_t node) const {
  if (!reached(node)) {
    return "infinity";
  }
  return whole_ ? fmt::format("{}", wholes_[node]) : fmt::format("{:.10g}", reals_[node]);
}

NodeValues readNodeValues(InputFile& file, const NodeNames& names) {
  TextScanner text(file);
  NodeValues values;
  values.wholes_.assign(names.count(), NodeValues::kNone);
  std::vector<bool> seen(names.count(), false);
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, kAnswerForm);
    const std::uint32_t node = names.read(text, fields, "node");
    if (seen[node]) {
      text.failHere(fmt::format("node {} has a value already", names.called(node)));
    }
    seen[node] = true;
    const std::string_view word = fields.word();
    fields.expectEnd();
    if (word.empty()) {
      text.failHere(fmt::format("the value is missing; {}", kAnswerForm));
    }
    if (isInfinity(word)) {
      if (!values.whole_) {
        values.reals_[node] = std::numeric_limits<double>::infinity();
      }
      continue;
    }
    const std::optional<std::uint64_t> whole = parsed<std::uint64_t>(word);
    const std::optional<double> real = parsed<double>(word);
    if (!real || !std::isfinite(*real)) {
      text.failHere(fmt::format("the value of node {} is neither a number nor inf; {}",
                                names.called(node), kAnswerForm));
    }
    if (values.whole_) {
      if (whole && *whole != NodeValues::kNone) {
        values.wholes_[node] = *whole;
        continue;
      }
      if (*real >= 0 && *real < 0x1p53 && *real == std::floor(*real)) {
        values.wholes_[node] = static_cast<std::uint64_t>(*real);
        continue;
      }
      values.useReals();
    }
    values.reals_[node] = *real;
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    fail("{}: node {} has no value; an answer has a line for each of the graph's {} nodes",
         file.name(), names.called(static_cast<std::uint64_t>(missing - seen.begin())),
         seen.size());
  }
  return values;
}

} // namespace galois::inputs

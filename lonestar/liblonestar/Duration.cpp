#include "liblonestar/Duration.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace lonestar {

namespace {

/// Returns how many nanoseconds the unit has; 0 if it is none.
std::uint64_t nanosecondsPer(std::string_view unit) {
  return unit == "ns"   ? 1
         : unit == "us" ? 1'000
         : unit == "ms" ? 1'000'000
         : unit == "s"  ? 1'000'000'000
                        : 0;
}

/// Reads the number at the start of the text. Returns what follows; nothing if there is no number.
template <typename Number>
std::optional<std::string_view> readNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) {
    return std::nullopt;
  }
  return text.substr(static_cast<std::size_t>(end - text.data()));
}

} // namespace

std::optional<std::uint64_t> nanosecondsOf(std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000'000'000; // 1000 seconds
  std::uint64_t number = 0;
  const auto unit = readNumber(text, number);
  const std::uint64_t factor = unit ? nanosecondsPer(*unit) : 0;
  if (number == 0 || factor == 0 || number > kMost / factor) {
    return std::nullopt;
  }
  return number * factor;
}

std::optional<double> secondsOf(std::string_view text) {
  double number = 0;
  const auto unit = readNumber(text, number);
  const std::uint64_t factor = unit ? nanosecondsPer(unit->empty() ? "s" : *unit) : 0;
  if (factor == 0 || !std::isfinite(number) || number < 0) {
    return std::nullopt;
  }
  return number * (static_cast<double>(factor) * 1e-9);
}

} // namespace lonestar

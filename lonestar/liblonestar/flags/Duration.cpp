#include "liblonestar/flags/Duration.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
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

/// Returns how many seconds the unit has; 0 if it is none.
double secondsPer(std::string_view unit) {
  return unit == "m" || unit == "min" ? 60
         : unit == "h"                ? 3600
                                      : static_cast<double>(nanosecondsPer(unit)) * 1e-9;
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
  double seconds = 0;
  double largest = std::numeric_limits<double>::infinity();
  while (true) {
    double number = 0;
    const auto rest = readNumber(text, number);
    if (!rest || !std::isfinite(number) || std::signbit(number)) {
      return std::nullopt;
    }
    const std::size_t length = std::min(rest->find_first_of("0123456789."), rest->size());
    const double factor = secondsPer(rest->substr(0, length));
    // Without a unit, a number stands alone; and 30s1m is more likely a slip than a time.
    const bool alone = rest->empty() && std::isinf(largest);
    if (!alone && (factor == 0 || factor >= largest)) {
      return std::nullopt;
    }
    seconds += number * (alone ? 1 : factor);
    text = rest->substr(length);
    if (text.empty()) {
      return seconds;
    }
    largest = factor;
  }
}

} // namespace lonestar

/** Times as text: a number and its unit. */
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lonestar {

/// Returns the nanoseconds of a whole number from 1 and its unit, ns, us, ms or s, up to 1000s, such
/// as "200us"; nothing for any other text.
std::optional<std::uint64_t> nanosecondsOf(std::string_view text);

/// Returns the seconds of a number of 0 or more, which may be a fraction, without a unit or with one
/// of these, m (also min) or h; or of several with ever smaller units, such as "1h30m"; nothing for
/// any other text.
std::optional<double> secondsOf(std::string_view text);

} // namespace lonestar

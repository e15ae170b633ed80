#include "inputs/io/TextScanner.h"

#include "inputs/Error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace galois::inputs {

namespace {

// Blocks of this size fit the cache, and reading them takes little time compared with parsing.
constexpr size_t kScanBlock = 64 * 1024;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Returns whether CR alone ends the lines of a text that begins with these bytes.
bool hasReturnsAlone(std::string_view first) {
  const size_t found = first.find('\r');
  return found + 1 < first.size() && found != std::string_view::npos &&
         first.find('\n') == std::string_view::npos;
}

/// Returns whether the word is a number but not an integer, such as 1.5 or -2e3.
bool isReal(std::string_view word) {
  double value = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  return result.ptr == word.data() + word.size() && !word.empty();
}

bool isInteger(std::string_view word) {
  if (word.starts_with('-')) {
    word.remove_prefix(1);
  }
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::string shownText(std::string_view text) {
  constexpr size_t kLongest = 40;
  std::string shown(text.substr(0, kLongest));
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return text.size() > kLongest ? shown + "..." : shown;
}

TextScanner::TextScanner(InputFile& file, size_t longestLine)
    : file_(file), longestLine_(longestLine), buffer_(kScanBlock), at_(buffer_.data()),
      end_(buffer_.data()) {
  refill();
  const std::string_view first(at_, static_cast<size_t>(end_ - at_));
  lineEnd_ = hasReturnsAlone(first) ? '\r' : '\n';
  if (first.starts_with(kByteOrderMark)) {
    at_ += kByteOrderMark.size();
  }
}

bool TextScanner::refill() {
  if (ended_) {
    return false;
  }
  const auto left = static_cast<size_t>(end_ - at_);
  std::memmove(buffer_.data(), at_, left);
  if (left == buffer_.size()) {
    constexpr size_t kEach = 32;
    const size_t most = file_.compression() == Compression::kNone
                            ? longestLine_
                            : std::min(longestLine_, file_.mostOfOnePart(kUsualLine, kEach));
    if (left >= most) {
      fail("{}:{}: a line of over {} MB; is this a text file?", file_.name(), lineNumber_ + 1,
           left >> 20);
    }
    buffer_.resize(2 * left);
  }
  const size_t got = file_.readFully(buffer_.data() + left, buffer_.size() - left);
  at_ = buffer_.data();
  end_ = at_ + left + got;
  ended_ = left + got < buffer_.size();
  return got > 0;
}

bool TextScanner::next(std::string_view& line) {
  const char* newline = nullptr;
  do {
    newline = static_cast<const char*>(std::memchr(at_, lineEnd_, static_cast<size_t>(end_ - at_)));
  } while (newline == nullptr && refill());
  if (newline == nullptr && at_ == end_) {
    return false;
  }
  ++lineNumber_;
  const char* first = at_;
  const char* last = newline == nullptr ? end_ : newline;
  at_ = newline == nullptr ? end_ : newline + 1;
  while (last != first && isBlank(last[-1])) {
    --last;
  }
  while (first != last && isBlank(*first)) {
    ++first;
  }
  if (first != last && *first == '\0') {
    failHere("binary data where text was expected");
  }
  line = {first, static_cast<size_t>(last - first)};
  return true;
}

bool TextScanner::nextPiece(std::string_view& piece, char end) {
  const char* newline = nullptr;
  const char* cut = nullptr;
  while (true) {
    const auto size = static_cast<size_t>(end_ - at_);
    newline = static_cast<const char*>(std::memchr(at_, lineEnd_, size));
    if (newline != nullptr) {
      break;
    }
    if (size == buffer_.size()) {
      cut = static_cast<const char*>(memrchr(at_, end, size));
    }
    if (cut != nullptr || !refill()) {
      break;
    }
  }
  if (newline == nullptr && cut == nullptr && at_ == end_) {
    goesOn_ = false;
    return false;
  }
  const char* first = at_;
  const char* last = newline != nullptr ? newline : cut != nullptr ? cut + 1 : end_;
  at_ = newline != nullptr ? newline + 1 : last;
  if (!goesOn_) {
    ++lineNumber_;
    while (first != last && isBlank(*first)) {
      ++first;
    }
  }
  goesOn_ = newline == nullptr && cut != nullptr;
  while (!goesOn_ && last != first && isBlank(last[-1])) {
    --last;
  }
  if (first != last && *first == '\0') {
    failHere("binary data where text was expected");
  }
  piece = {first, static_cast<size_t>(last - first)};
  return true;
}

void TextScanner::failHere(const std::string& message) const {
  file_.refuseDamage();
  fail("{}:{}: {}", file_.name(), lineNumber_, message);
}

std::string_view Fields::word() {
  skipSeparators();
  const char* const first = at_;
  while (at_ != end_ && !isSeparator(*at_)) {
    ++at_;
  }
  return {first, static_cast<size_t>(at_ - first)};
}

std::string Fields::shownWord() { return shownText(word()); }

std::uint64_t Fields::slowNumber(const char* what, std::uint64_t max) {
  const std::string_view text = word();
  if (text.empty()) {
    where_.failHere(fmt::format("the {} is missing; {}", what, form_));
  }
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc() && result.ptr == text.data() + text.size() && value <= max) {
    return value;
  }
  if (isInteger(text)) {
    if (text.starts_with('-')) {
      where_.failHere(
          fmt::format("{} {} is negative; it must be 0 or more", what, shownText(text)));
    }
    where_.failHere(
        fmt::format("{} {} is too large; at most {} is possible", what, shownText(text), max));
  }
  if (isReal(text)) {
    // The same number with a point or an exponent, as data frames write it: 7.0.
    double real = 0;
    std::from_chars(text.data(), text.data() + text.size(), real);
    const bool whole = real >= 0 && real < 0x1p53 && real == std::floor(real);
    where_.failHere(whole ? fmt::format("{} {} must be written as a whole number: {}", what,
                                        shownText(text), static_cast<std::uint64_t>(real))
                          : fmt::format("{} {} is not a whole number", what, shownText(text)));
  }
  where_.failHere(fmt::format("{} \"{}\" is not a number; {}", what, shownText(text), form_));
}

std::int32_t Fields::signed32(const char* what) {
  const std::string_view text = word();
  if (text.empty()) {
    where_.failHere(fmt::format("the {} is missing; {}", what, form_));
  }
  std::int32_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc() && result.ptr == text.data() + text.size()) {
    return value;
  }
  if (isInteger(text)) {
    where_.failHere(fmt::format("{} {} is out of range; it must lie in {} to {}", what,
                                shownText(text), INT32_MIN, INT32_MAX));
  }
  if (isReal(text)) {
    where_.failHere(
        fmt::format("{} {} is not an integer; scale and round it first", what, shownText(text)));
  }
  where_.failHere(fmt::format("{} \"{}\" is not a number; {}", what, shownText(text), form_));
}

std::string Fields::name(const char* what) {
  if (!startsWith('"')) {
    const std::string_view text = word();
    if (text.empty()) {
      where_.failHere(fmt::format("the {} is missing; {}", what, form_));
    }
    return std::string(text);
  }
  std::string read;
  for (const char* at = at_ + 1; at != end_; ++at) {
    if (*at != '"') {
      read += *at;
    } else if (at + 1 != end_ && at[1] == '"') {
      read += *at++;
    } else if (at + 1 == end_ || isSeparator(at[1])) {
      at_ = at + 1;
      return read;
    } else {
      break;
    }
  }
  where_.failHere(fmt::format("the quote of the {} does not end, or text follows it", what));
}

double Fields::real(const char* what) {
  const std::string_view text = word();
  if (text.empty()) {
    where_.failHere(fmt::format("the {} is missing; {}", what, form_));
  }
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') {
    digits.remove_prefix(1);
  }
  double value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = result.ptr == digits.data() + digits.size();
  if (result.ec == std::errc() && whole && std::isfinite(value)) {
    return value;
  }
  if (whole && (result.ec == std::errc::result_out_of_range || result.ec == std::errc())) {
    where_.failHere(
        fmt::format("{} {} is not in the range of 64-bit real numbers", what, shownText(text)));
  }
  std::string pointed(text);
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  if (pointed != text && isReal(pointed)) {
    where_.failHere(fmt::format("{} {} has a decimal comma; write {}", what, shownText(text),
                                shownText(pointed)));
  }
  where_.failHere(fmt::format("{} \"{}\" is not a number; {}", what, shownText(text), form_));
}

void Fields::failRange(const char* what, std::uint64_t id, std::uint64_t first,
                       std::uint64_t count) const {
  if (count == 0) {
    where_.failHere(fmt::format("{} {} is out of range: the graph has no nodes", what, id));
  }
  where_.failHere(
      fmt::format("{} {} is out of range; nodes are {} to {}", what, id, first, first + count - 1));
}

void Fields::failExtra() {
  where_.failHere(fmt::format("\"{}\" is too much on this line; {}", shownText(word()), form_));
}

} // namespace galois::inputs

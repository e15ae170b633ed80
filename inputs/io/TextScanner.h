/**
 * The lines of a text file and the numbers on a line. They are scanned by hand over blocks, because
 * the standard streams are ten times slower than a disk. Every error message names the file, the
 * line, the word that is wrong and the form that is right.
 */
#pragma once

#include "inputs/io/InputFile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Returns a text of a file as a message shows it: no longer than a line, without control
/// characters.
std::string shownText(std::string_view text);

/// The bytes that some programs write before text in UTF-8. They are not part of the text.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Divides a file into lines, without a byte order mark. For one thread.
class TextScanner {
public:
  /// The longest line that is accepted as text in most formats: a megabyte.
  static constexpr size_t kUsualLine = size_t{1} << 20;
  /// The longest line in formats that list all neighbours of a node on one line: a gigabyte, but of
  /// compressed text 32 times its size besides a megabyte.
  static constexpr size_t kAnyLine = size_t{1} << 30;

  /// Prepares to read the file. Takes 64 KB of memory, or twice the longest line if that is more.
  explicit TextScanner(InputFile& file, size_t longestLine = kUsualLine);

  /// Reads the next line, without its end (LF or CR LF) and without blanks around it. In a file
  /// whose first lines end with CR alone, all do. Returns false after the last line. The line is
  /// valid until the next call.
  /// @throws InputError for binary data and for lines that are longer than allowed
  bool next(std::string_view& line);

  /// Reads the next line, or a piece of it if it is long: a piece then ends with the character
  /// `end`. For lines that are not read by next(). Throws as next() does, also for over a megabyte
  /// without that character.
  bool nextPiece(std::string_view& piece, char end);
  /// Returns whether the piece that nextPiece() returned is not the end of its line.
  bool lineGoesOn() const { return goesOn_; }

  /// From now on, lines may have only so many bytes, if that is less than before, or a megabyte.
  void limitLines(size_t longest) {
    longestLine_ = std::min(longestLine_, std::max(longest, kUsualLine));
  }

  /// Returns the number of the line that next() returned, from 1.
  std::uint64_t lineNumber() const { return lineNumber_; }
  /// Returns the file's name, for messages about the whole file.
  const std::string& name() const { return file_.name(); }

  /// Throws InputError "<file>:<line>: <message>".
  [[noreturn]] void failHere(const std::string& message) const;

private:
  bool refill();

  InputFile& file_;
  size_t longestLine_;
  bool goesOn_ = false; // nextPiece() returned a part of a line
  std::vector<char> buffer_;
  const char* at_; // the text not given out yet: [at_, end_)
  const char* end_;
  bool ended_ = false;
  char lineEnd_ = '\n';
  std::uint64_t lineNumber_ = 0;
};

/// The separators between the fields of a line.
enum class Separators {
  kBlanks, ///< blanks and tabs
  kCommas, ///< blanks, tabs and commas
  kTabs,   ///< tabs only, so that a field may contain blanks
};

/// Reads the fields of one line from left to right. Its error messages end with `form`, which
/// describes such a line, for example "an arc line is \"a FROM TO WEIGHT\"".
class Fields {
public:
  /// Starts at the beginning of `line`. `where` says in messages which line it is.
  Fields(const TextScanner& where, std::string_view line, const char* form,
         Separators separators = Separators::kBlanks)
      : where_(where), form_(form), at_(line.data()), end_(at_ + line.size()),
        blank_(separators == Separators::kTabs ? '\t' : ' '),
        comma_(separators == Separators::kCommas ? ',' : '\t') {}

  /// Returns whether nothing but separators is left.
  bool atEnd() {
    skipSeparators();
    return at_ == end_;
  }

  /// Reads the next field as it stands; empty at the end of the line.
  std::string_view word();

  /// Returns whether the next field starts with this character.
  bool startsWith(char c) {
    skipSeparators();
    return at_ != end_ && *at_ == c;
  }

  /// Reads all that is left of the line, without the separators before it.
  std::string_view rest() {
    skipSeparators();
    return {at_, static_cast<size_t>(end_ - at_)};
  }

  /// Returns what word() will return.
  std::string_view nextWord() const { return Fields(*this).word(); }

  /// Reads the next field as a message may show it: shortened, without unprintable characters.
  std::string shownWord();

  /// Reads the next field as an integer in [0, max].
  /// @param what  its name in error messages ("weight")
  std::uint64_t number(const char* what, std::uint64_t max) {
    std::uint64_t value = 0;
    return plainNumber(value, max) ? value : slowNumber(what, max);
  }

  /// Reads the next field if it is an integer in [0, max] of at most 19 digits. Returns whether it
  /// is.
  bool plainNumber(std::uint64_t& value, std::uint64_t max) {
    skipSeparators();
    const char* at = at_;
    std::uint64_t read = 0;
    // Nineteen digits always fit in 64 bits.
    const char* const stop = end_ - at > 19 ? at + 19 : end_;
    while (at != stop && isDigit(*at)) {
      read = read * 10 + static_cast<std::uint64_t>(*at++ - '0');
    }
    if (at == at_ || (at != end_ && !isSeparator(*at)) || read > max) {
      return false;
    }
    at_ = at;
    value = read;
    return true;
  }

  /// Reads the next field as a node id in [first, first + count). Returns the id minus `first`.
  std::uint32_t node(const char* what, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t id = number(what, UINT64_MAX);
    if (id - first >= count) {
      failRange(what, id, first, count);
    }
    return static_cast<std::uint32_t>(id - first);
  }

  /// Reads the next field as a signed 32-bit integer.
  std::int32_t signed32(const char* what);

  /// Reads the next field as a name. Between double quotes it may contain separators, and a doubled
  /// quote is one.
  std::string name(const char* what);

  /// Reads the next field as a finite real number.
  double real(const char* what);

  /// Throws InputError that names file and line.
  [[noreturn]] void failHere(const std::string& message) const { where_.failHere(message); }

  /// Throws InputError unless atEnd().
  void expectEnd() {
    if (!atEnd()) {
      failExtra();
    }
  }

private:
  static bool isDigit(char c) { return c >= '0' && c <= '9'; }
  bool isSeparator(char c) const { return c == '\t' || c == blank_ || c == comma_; }
  void skipSeparators() {
    while (at_ != end_ && isSeparator(*at_)) {
      ++at_;
    }
  }
  std::uint64_t slowNumber(const char* what, std::uint64_t max);
  [[noreturn]] void failRange(const char* what, std::uint64_t id, std::uint64_t first,
                              std::uint64_t count) const;
  [[noreturn]] void failExtra();

  const TextScanner& where_;
  const char* form_;
  const char* at_;
  const char* end_;
  char blank_; // a separator besides tabs
  char comma_;
};

} // namespace galois::inputs

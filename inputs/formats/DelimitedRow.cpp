#include "inputs/formats/DelimitedRow.h"

#include <algorithm>
#include <string>

namespace galois::inputs {

namespace {

constexpr std::string_view kRowBlanks = " \t\r";

bool isQuote(char c) { return c == '"' || c == '\''; }

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kRowBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kRowBlanks) - first + 1);
}

/// Returns the place of the quote that ends a field, which starts with one; npos if none does.
size_t closingQuote(std::string_view line) {
  size_t close = line.find(line[0], 1);
  while (close != std::string_view::npos && line.substr(close + 1).starts_with(line[0])) {
    close = line.find(line[0], close + 2); // a doubled quote is part of the field
  }
  return close;
}

/// Returns whether the apostrophe with which a field begins is a quote, and the one at `close` ends
/// the field. @param ends  the characters that can follow it, besides blanks
bool isQuotedBySingle(std::string_view line, size_t close, std::string_view ends) {
  if (close == std::string_view::npos ||
      line.substr(1, close - 1).find_first_of(ends) != std::string_view::npos) {
    return false;
  }
  const size_t next = line.find_first_not_of(ends.empty() ? kRowBlanks : " \r", close + 1);
  return next == std::string_view::npos || ends.find(line[next]) != std::string_view::npos ||
         (ends.empty() && next > close + 1);
}

/// Returns whether a word is a number with a comma before its fraction.
bool hasDecimalComma(std::string_view word) {
  const size_t comma = word.find(',');
  return comma != std::string_view::npos && comma > 0 && comma + 1 < word.size() &&
         word.find_first_not_of("0123456789", comma + 1) == std::string_view::npos &&
         word.substr(word[0] == '-' ? 1 : 0, comma - (word[0] == '-' ? 1 : 0))
                 .find_first_not_of("0123456789") == std::string_view::npos &&
         word[comma - 1] != '-';
}

/// Returns whether blanks separate three fields, the last of which is a number with a decimal
/// comma.
bool endsWithDecimalComma(std::string_view line) {
  if (std::count(line.begin(), line.end(), ',') != 1) {
    return false;
  }
  std::vector<Field> fields;
  return divideRow(line, ' ', fields) && fields.size() == 3 && fields[2].quote == 0 &&
         hasDecimalComma(fields[2]);
}

} // namespace

char separatorOf(std::string_view line) {
  char found = ' ';
  char quote = 0;
  bool begins = true; // whether a field begins here
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote && line.substr(i + 1).starts_with(quote)) {
        ++i; // a doubled quote is part of the field
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    if (begins && isQuote(c) && line.find(c, i + 1) != std::string_view::npos &&
        (c == '"' || isQuotedBySingle(line.substr(i), closingQuote(line.substr(i)), ",;\t") ||
         isQuotedBySingle(line.substr(i), closingQuote(line.substr(i)), ""))) {
      quote = c;
    } else if (begins && c == '{') {
      break;
    } else if (c == ';') {
      return ';';
    } else if (c == ',') {
      found = ',';
    } else if (c == '\t' && found == ' ') {
      found = '\t';
    }
    begins = c == ',' || c == '\t' || c == ' ';
  }
  return found == ',' && endsWithDecimalComma(line) ? ' ' : found;
}

bool divideRow(std::string_view line, char separator, std::vector<Field>& fields) {
  fields.clear();
  const auto isEnd = [&](char c) { return c == separator || (separator == ' ' && c == '\t'); };
  const std::string_view ends = separator == ' ' ? "" : std::string_view(&separator, 1);
  while (true) {
    const size_t first = line.find_first_not_of(separator == '\t' ? " \r" : kRowBlanks);
    line.remove_prefix(std::min(first, line.size()));
    if (line.empty()) {
      if (separator != ' ' && !fields.empty()) {
        fields.emplace_back();
      }
      return true;
    }
    if (line[0] == '{') {
      fields.push_back({trimmed(line)});
      return true;
    }
    if (isQuote(line[0])) {
      const size_t close = closingQuote(line);
      if (line[0] == '"' && close == std::string_view::npos) {
        return false;
      }
      if (line[0] == '"' || isQuotedBySingle(line, close, ends)) {
        fields.push_back({line.substr(1, close - 1), line[0]});
        line.remove_prefix(close + 1);
        const size_t next = line.find_first_not_of(separator == '\t' ? " \r" : kRowBlanks);
        if (next == std::string_view::npos) {
          return true;
        }
        if (separator == ' ' ? next == 0 : !isEnd(line[next])) {
          return false;
        }
        line.remove_prefix(separator == ' ' ? next : next + 1);
        if (separator != ' ' && line.empty()) {
          fields.emplace_back(); // a separator ends the line
          return true;
        }
        continue;
      }
    } // another apostrophe is a letter
    const size_t length =
        static_cast<size_t>(std::find_if(line.begin(), line.end(), isEnd) - line.begin());
    fields.push_back({trimmed(line.substr(0, length))});
    if (length == line.size()) {
      return true;
    }
    line.remove_prefix(length + 1);
  }
}

namespace {

/// Divides a line in which no field starts with a quote or a brace, at a separator that is no
/// blank. Returns false for other lines.
bool dividePlainRow(std::string_view line, char separator, std::vector<Field>& fields) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  fields.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    const char* first = at;
    while (at != end && *at != separator) {
      ++at;
    }
    const char* last = at;
    while (first != last && isBlank(*first)) {
      ++first;
    }
    while (first != last && isBlank(last[-1])) {
      --last;
    }
    if (first != last && (isQuote(*first) || *first == '{')) {
      return false;
    }
    fields.push_back({std::string_view(first, static_cast<size_t>(last - first))});
    if (at == end) {
      return true;
    }
    ++at;
  }
}

} // namespace

std::string_view withoutDoubledQuotes(const Field& field, std::string& room) {
  size_t at = field.quote == 0 ? std::string_view::npos : field.find(field.quote);
  if (at == std::string_view::npos) {
    return field;
  }
  room = field;
  for (; at != std::string::npos; at = room.find(field.quote, at + 1)) {
    room.erase(at, 1);
  }
  return room;
}

void splitRow(const TextScanner& where, std::string_view line, char separator,
              std::vector<Field>& fields) {
  if ((separator == ',' || separator == ';') && dividePlainRow(line, separator, fields)) {
    return;
  }
  if (!divideRow(line, separator, fields)) {
    where.failHere("a quote does not end, or text follows it; a field in quotes stands between two "
                   "separators");
  }
}

} // namespace galois::inputs

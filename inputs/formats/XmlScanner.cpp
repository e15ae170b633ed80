#include "inputs/formats/XmlScanner.h"

#include "inputs/Error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>

namespace galois::inputs {

namespace {

constexpr std::string_view kXmlBlanks = " \t\r\n";

std::string_view withoutPrefix(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Appends a character in UTF-8. Returns false for what is no character.
bool appendCharacter(std::string& text, std::uint32_t code) {
  constexpr std::uint32_t kLast = 0x10ffff;
  if (code == 0 || code > kLast || (code >= 0xd800 && code < 0xe000)) {
    return false;
  }
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80 | ((code >> shift) & 0x3f));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
  return true;
}

} // namespace

bool appendEntity(std::string& text, std::string_view entity) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  const auto* const known = std::find_if(std::begin(kNamed), std::end(kNamed),
                                         [&](const auto& each) { return each.first == entity; });
  if (known != std::end(kNamed)) {
    text += known->second;
    return true;
  }
  if (!entity.starts_with('#')) {
    return false;
  }
  entity.remove_prefix(1);
  const bool hexadecimal = entity.starts_with('x');
  entity.remove_prefix(hexadecimal ? 1 : 0);
  std::uint32_t code = 0;
  const char* const end = entity.data() + entity.size();
  const auto read = std::from_chars(entity.data(), end, code, hexadecimal ? 16 : 10);
  return read.ec == std::errc() && read.ptr == end && appendCharacter(text, code);
}

std::string_view rootElement(std::string_view firstBytes) {
  std::string_view rest = firstBytes;
  const auto skipPast = [&](std::string_view end) {
    const std::size_t at = rest.find(end);
    rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + end.size());
  };
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kXmlBlanks), rest.size()));
    if (!rest.starts_with('<')) {
      return {};
    }
    if (rest.starts_with("<!--")) {
      skipPast("-->");
    } else if (rest.starts_with("<?")) {
      skipPast("?>");
    } else if (rest.starts_with("<!")) {
      const bool definitions = rest.find('[') < rest.find('>');
      skipPast(definitions ? "]" : ">");
      if (definitions) {
        skipPast(">");
      }
    } else {
      const std::size_t end = rest.find_first_of(" \t\r\n/>");
      return end == std::string_view::npos ? std::string_view()
                                           : withoutPrefix(rest.substr(1, end - 1));
    }
  }
}

bool looksLikeXml(std::string_view firstBytes, std::string_view path, std::string_view element) {
  const std::string_view root = rootElement(firstBytes);
  if (!root.empty()) {
    return root == element;
  }
  const std::size_t start = firstBytes.find_first_not_of(kXmlBlanks);
  return start != std::string_view::npos && firstBytes[start] == '<' &&
         path.ends_with(fmt::format(".{}", element));
}

void XmlScanner::failShort(std::string_view outermost) const {
  fail("{} is cut short: </{}> is missing", lines_.name(), outermost);
}

/// Continues with what follows. @param to  gets a blank where a line has ended; it may be null
bool XmlScanner::more(std::string* to) {
  if (to != nullptr && !lines_.lineGoesOn()) {
    append(*to, " ");
  }
  // Ends of tags, comments and CDATA end with this character, so that none is cut in two.
  return lines_.nextPiece(rest_, '>');
}

void XmlScanner::append(std::string& to, std::string_view what) const {
  if (to.size() + what.size() > kMost) {
    lines_.failHere("a tag or a text of over 1 MB");
  }
  to += what;
}

void XmlScanner::skipPast(std::string_view end) {
  std::size_t at = rest_.find(end);
  while (at == std::string_view::npos) {
    if (!more(nullptr)) {
      lines_.failHere(fmt::format("the file ends before \"{}\"", end));
    }
    at = rest_.find(end);
  }
  rest_.remove_prefix(at + end.size());
}

bool XmlScanner::next() {
  constexpr std::string_view kData = "![CDATA[";
  std::string raw;
  text_.clear();
  while (true) {
    const std::size_t open = std::min(rest_.find('<'), rest_.size());
    append(raw, rest_.substr(0, open));
    if (open == rest_.size()) {
      if (!more(&raw)) {
        return false;
      }
      continue;
    }
    rest_.remove_prefix(open + 1);
    if (rest_.starts_with("!--")) {
      skipPast("-->");
    } else if (rest_.starts_with('?')) {
      skipPast("?>");
    } else if (rest_.starts_with(kData)) {
      rest_.remove_prefix(kData.size());
      append(text_, resolved(raw));
      raw.clear();
      std::size_t end = rest_.find("]]>");
      while (end == std::string_view::npos) {
        append(text_, rest_);
        if (!more(&text_)) {
          lines_.failHere("the file ends before \"]]>\"");
        }
        end = rest_.find("]]>");
      }
      append(text_, rest_.substr(0, end));
      rest_.remove_prefix(end + 3);
    } else if (rest_.starts_with('!')) {
      if (rest_.find('[') < rest_.find('>')) {
        lines_.failHere("a document type with definitions of its own is not read; remove it");
      }
      skipPast(">");
    } else {
      append(text_, resolved(raw));
      readTag();
      return true;
    }
  }
}

void XmlScanner::readTag() {
  tag_.clear();
  char quote = 0;
  while (true) {
    for (std::size_t at = 0; at < rest_.size(); ++at) {
      const char c = rest_[at];
      if (quote != 0) {
        quote = c == quote ? '\0' : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        append(tag_, rest_.substr(0, at));
        rest_.remove_prefix(at + 1);
        readAttributes(tag_);
        return;
      }
    }
    append(tag_, rest_);
    if (!more(&tag_)) {
      lines_.failHere("the file ends in a tag");
    }
  }
}

void XmlScanner::readAttributes(std::string_view tag) {
  attributes_.clear();
  ends_ = tag.starts_with('/');
  begins_ = !ends_;
  tag.remove_prefix(ends_ ? 1 : 0);
  if (tag.ends_with('/')) {
    tag.remove_suffix(1);
    ends_ = true;
  }
  const std::size_t size = std::min(tag.find_first_of(kXmlBlanks), tag.size());
  name_ = withoutPrefix(tag.substr(0, size));
  if (name_.empty()) {
    lines_.failHere("a tag without a name");
  }
  tag.remove_prefix(size);
  while (true) {
    tag.remove_prefix(std::min(tag.find_first_not_of(kXmlBlanks), tag.size()));
    if (tag.empty()) {
      return;
    }
    const std::size_t equals = std::min(tag.find('='), tag.size());
    std::string_view key = tag.substr(0, equals);
    key = key.substr(0, key.find_last_not_of(kXmlBlanks) + 1);
    tag.remove_prefix(std::min(equals + 1, tag.size()));
    tag.remove_prefix(std::min(tag.find_first_not_of(kXmlBlanks), tag.size()));
    const char quote = tag.empty() ? '\0' : tag[0];
    const std::size_t end = tag.find(quote, 1);
    if (key.empty() || (quote != '"' && quote != '\'') || end == std::string_view::npos) {
      lines_.failHere("an attribute is NAME=\"VALUE\"");
    }
    attributes_.emplace_back(withoutPrefix(key), resolved(tag.substr(1, end - 1)));
    tag.remove_prefix(end + 1);
  }
}

std::string XmlScanner::resolved(std::string_view raw) const {
  std::string text;
  while (true) {
    const std::size_t at = std::min(raw.find('&'), raw.size());
    text += raw.substr(0, at);
    raw.remove_prefix(at);
    if (raw.empty()) {
      return text;
    }
    const std::size_t end = raw.find(';');
    if (end == std::string_view::npos || !appendEntity(text, raw.substr(1, end - 1))) {
      lines_.failHere(
          "an \"&\" begins no entity that is known: &lt; &gt; &amp; &quot; &apos; &#N;");
    }
    raw.remove_prefix(end + 1);
  }
}

std::optional<std::string_view> XmlScanner::attribute(std::string_view name) const {
  const auto found = std::find_if(attributes_.begin(), attributes_.end(),
                                  [&](const auto& each) { return each.first == name; });
  return found == attributes_.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

std::string_view XmlScanner::needed(std::string_view name) const {
  const auto value = attribute(name);
  if (!value) {
    lines_.failHere(fmt::format("<{}> needs the attribute {}", name_, name));
  }
  return *value;
}

} // namespace galois::inputs

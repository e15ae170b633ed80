/**
 * Reads the tags of an XML text one after the other, as far as formats of graphs need XML:
 * elements, attributes, text, comments and CDATA. It resolves the five entities of XML and numbers
 * of characters. A document type with definitions of its own is refused, so nothing in a file can
 * make text much larger than the file.
 *
 * Why not expat: it would be one more library of every program, package and wheel. It says of most
 * mistakes "not well-formed", where messages here say what would be right, and it calls back, where
 * readers of formats ask for the next tag.
 */
#pragma once

#include "inputs/io/TextScanner.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Appends the character that an entity of XML stands for, which is given without '&' and ';': one
/// of the five with names, or a number. Returns false for other ones.
bool appendEntity(std::string& text, std::string_view entity);

/// Returns the name of the outermost element of XML that begins with these bytes, without its
/// prefix. Returns "" for what is no XML, and where the element begins later.
std::string_view rootElement(std::string_view firstBytes);

/// Returns whether the outermost element of XML that begins with these bytes has this name. Where
/// the bytes do not show it, the suffix of the path decides, which is this name.
bool looksLikeXml(std::string_view firstBytes, std::string_view path, std::string_view element);

/// Reads tags. For one thread. It takes memory for one tag and the text before it, at most 2 MB,
/// besides what the lines take: a line may be as long as the file, and is read in pieces.
class XmlScanner {
public:
  /// Reads from this text.
  explicit XmlScanner(TextScanner& lines) : lines_(lines) {}

  /// Reads the next tag. Returns false at the end of the file. What the functions below return is
  /// valid until the next call. @throws InputError, naming the line, for what is no XML
  bool next();

  /// Reads tags up to the end of the outermost element, which has this name. Calls begin() for each
  /// that begins an element, and end() for each that ends one. @throws InputError, also when the
  /// text ends before
  template <typename Begin, typename End>
  void readAll(std::string_view outermost, const Begin& begin, const End& end) {
    do {
      if (!next()) {
        failShort(outermost);
      }
      if (begins_) {
        begin();
      }
      if (ends_) {
        end();
      }
    } while (!ends_ || name_ != outermost);
  }

  /// Returns the name of the element without its prefix.
  std::string_view name() const { return name_; }
  /// Returns the value of an attribute of the tag, or none.
  std::optional<std::string_view> attribute(std::string_view name) const;
  /// Returns the same. @throws InputError if there is none
  std::string_view needed(std::string_view name) const;
  /// Returns the text between the previous tag and this one, with a blank for the end of a line.
  const std::string& text() const { return text_; }

private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  [[noreturn]] void failShort(std::string_view outermost) const;
  bool more(std::string* to);
  void skipPast(std::string_view end);
  void readTag();
  void readAttributes(std::string_view tag);
  void append(std::string& to, std::string_view what) const;
  std::string resolved(std::string_view raw) const;

  TextScanner& lines_;
  std::string_view rest_; // of the line
  bool begins_ = false;   // the tag begins an element
  bool ends_ = false;     // it ends one; an empty element does both
  std::string tag_;
  std::string name_;
  std::string text_;
  std::vector<std::pair<std::string, std::string>> attributes_;
};

} // namespace galois::inputs

/**
 * Makes the graph of a text in which nodes have names, from arcs between names. Nodes are numbered in
 * the order in which their names first appear.
 *
 * A name is found in a table that is larger than the caches, so that each look-up would wait for
 * memory. Arcs are collected in blocks, and the look-ups of a block wait together.
 */
#pragma once

#include "inputs/EdgeListBuilder.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NameTable.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Collects arcs between names. For one thread.
class ArcsByName {
public:
  /// Collects arcs as the options say.
  explicit ArcsByName(const ReadOptions& options)
      : builder_(EdgeKind::kArc, textWeights(options)) {}

  /// Adds an arc, with or without a weight (as EdgeListBuilder takes it). Either all arcs have one,
  /// or none has. @throws InputError, naming the line, for what is no name @{
  void add(const TextScanner& text, std::string_view from, std::string_view to) {
    addEnd(text, "tail", from);
    addEnd(text, "head", to);
    flushIfFull();
  }
  void add(const TextScanner& text, std::string_view from, std::string_view to,
           std::uint64_t weight) {
    addEnd(text, "tail", from);
    addEnd(text, "head", to);
    weights_.push_back(weight);
    flushIfFull();
  }
  /// @}

  /// Makes this name a node even if it has no arc. @throws InputError, as add() does
  void addNode(const TextScanner& text, std::string_view name);

  /// Returns the number of arcs so far.
  std::uint64_t size() const { return builder_.size() + ends_.size() / 2; }

  /// Returns the graph with its names, and empties the builder. @throws InputError, naming the file
  Graph build(const InputFile& file);

private:
  /// An end of an arc that waits for its number.
  struct End {
    std::uint32_t begin; ///< of its name in text_
    std::uint32_t size;
    NameKey key;
  };
  static constexpr std::size_t kBlock = 256;

  void addEnd(const TextScanner& text, const char* what, std::string_view name);
  void flushIfFull() {
    if (ends_.size() >= kBlock) {
      flush();
    }
  }
  void flush();
  std::uint32_t numberOf(const End& end) {
    return index_.add(names_, std::string_view(text_).substr(end.begin, end.size), end.key);
  }

  EdgeListBuilder builder_;
  NameTable names_;
  NameIndex index_;
  std::string text_; ///< the names of ends_
  std::vector<End> ends_;
  std::vector<std::uint64_t> weights_;
};

} // namespace galois::inputs

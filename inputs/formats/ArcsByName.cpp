#include "inputs/formats/ArcsByName.h"

#include <fmt/format.h>

#include <utility>

namespace galois::inputs {

void ArcsByName::addEnd(const TextScanner& text, const char* what, std::string_view name) {
  if (name.empty()) {
    text.failHere(fmt::format("the {} is missing; a line has the names of both ends", what));
  }
  const NameKey key = keyOfName(name);
  if (!key.plain || name.size() > kLongestName) {
    if (const std::string_view wrong = wrongName(name); !wrong.empty()) {
      text.failHere(fmt::format("the name of the {} {}", what, wrong));
    }
  }
  index_.prefetchSlot(key);
  ends_.push_back(
      {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(name.size()), key});
  text_ += name;
}

void ArcsByName::addNode(const TextScanner& text, std::string_view name) {
  flush();
  addEnd(text, "node", name);
  numberOf(ends_.back());
  ends_.clear();
  text_.clear();
}

void ArcsByName::flush() {
  for (const End& end : ends_) {
    index_.prefetchPlace(names_, end.key);
  }
  for (const End& end : ends_) {
    index_.prefetchName(names_, end.key);
  }
  for (std::size_t i = 0; i + 1 < ends_.size(); i += 2) {
    const std::uint32_t from = numberOf(ends_[i]);
    const std::uint32_t to = numberOf(ends_[i + 1]);
    if (weights_.empty()) {
      builder_.add(from, to);
    } else {
      builder_.add(from, to, weights_[i / 2]);
    }
  }
  ends_.clear();
  weights_.clear();
  text_.clear();
}

Graph ArcsByName::build(const InputFile& file) {
  flush();
  index_ = {};
  Graph graph = builder_.build(names_.size(), file.name().c_str());
  graph.names = std::exchange(names_, {});
  return graph;
}

} // namespace galois::inputs

#include "inputs/check/NodeNames.h"

#include "inputs/Error.h"

namespace galois::inputs {

NodeNames::NodeNames(const std::vector<std::uint64_t>& ids, const std::string& source)
    : count_(ids.size()), hasIds_(true), ids_(ids) {
  nodes_.reserve(ids.size());
  for (std::uint64_t node = 0; node < ids.size(); ++node) {
    const auto [at, isNew] = nodes_.emplace(ids[node], static_cast<std::uint32_t>(node));
    if (!isNew) {
      fail("{}: nodes {} and {} have one id, {}; ids must differ", source, at->second, node,
           ids[node]);
    }
  }
}

std::uint32_t NodeNames::read(const TextScanner& text, Fields& fields, const char* what) const {
  if (names_) {
    return names_->read(text, fields, what, count_);
  }
  if (!hasIds_) {
    return fields.node(what, first_, count_);
  }
  const std::uint64_t id = fields.number(what, UINT64_MAX);
  const auto found = nodes_.find(id);
  if (found == nodes_.end()) {
    text.failHere(fmt::format("no node of the graph has the id {}", id));
  }
  return found->second;
}

std::vector<std::uint64_t> readNodeIds(InputFile& file, std::uint64_t count) {
  TextScanner text(file);
  std::vector<std::uint64_t> ids(count);
  std::vector<bool> seen(count, false);
  std::string_view line;
  std::uint64_t read = 0;
  while (text.next(line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, "a line of a mapping is \"NODE ID\"");
    const std::uint32_t node = fields.node("node", 0, count);
    ids[node] = fields.number("id", UINT64_MAX);
    fields.expectEnd();
    if (seen[node]) {
      text.failHere(fmt::format("node {} has an id already", node));
    }
    seen[node] = true;
    ++read;
  }
  if (read != count) {
    fail("{} has ids of {} nodes, and the graph has {} nodes", file.name(), read, count);
  }
  return ids;
}

} // namespace galois::inputs

/**
 * Values of nodes that go from owners to ghosts and back, outside the loops of an algorithm: for
 * checks, and for the first and last steps. All functions are collective: all ranks call them, one
 * thread each, and none of them from a handler.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/Aggregator.h"
#include "galois/dist/transport/Transport.h"

namespace galois::dist {

/// Sends a body to each rank, unless it is empty, and waits until all ranks have received theirs.
/// @param bodies   one per rank
/// @param receive  is called with each message that arrives
template <Transport T, typename Receive>
void exchange(Endpoint<T>& endpoint, const std::vector<std::vector<std::byte>>& bodies,
              const Receive& receive) {
  endpoint.handle(Kind::kUpdates, [&](const Message& message) { receive(message); });
  for (Rank to = 0; to < endpoint.ranks(); ++to) {
    if (!bodies[to].empty()) {
      endpoint.send(to, Kind::kUpdates, bodies[to]);
    }
  }
  endpoint.settle();
  endpoint.handle(Kind::kUpdates, {});
}

/// Does the same with what writers hold, one per rank, and empties them.
template <Transport T, typename Receive>
void exchange(Endpoint<T>& endpoint, std::vector<Writer>& writers, const Receive& receive) {
  std::vector<std::vector<std::byte>> bodies;
  bodies.reserve(writers.size());
  for (Writer& writer : writers) {
    bodies.push_back(writer.take());
  }
  exchange(endpoint, bodies, receive);
}

/// Returns the sum of the values of all ranks, added in the order of ranks.
template <Transport T, typename Value>
Value sumOfAll(Endpoint<T>& endpoint, Value value) {
  const auto all = endpoint.gather(std::as_bytes(std::span(&value, 1)));
  Value sum{};
  for (const auto& bytes : all) {
    sum += Reader(bytes).template get<Value>();
  }
  return sum;
}

/// Returns the greatest of the values of all ranks.
template <Transport T, typename Value>
Value greatestOfAll(Endpoint<T>& endpoint, Value value) {
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(&value, 1)))) {
    value = std::max(value, Reader(bytes).template get<Value>());
  }
  return value;
}

/// Returns the first text of a rank that is not empty, on every rank, or "".
template <Transport T>
std::string firstText(Endpoint<T>& endpoint, const std::string& text) {
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(text)))) {
    if (!bytes.empty()) {
      return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
  }
  return "";
}

/// Returns the values that the ghosts have at their owners, in the order of local numbers.
/// @param owned  the values of the rank's own nodes
template <typename Value, Transport T, typename Weight>
std::vector<Value> ghostValues(Endpoint<T>& endpoint, const PartitionedGraph<Weight>& graph,
                               std::span<const Value> owned) {
  std::vector<std::vector<std::uint32_t>> ghostsOf(endpoint.ranks());
  std::vector<Writer> questions(endpoint.ranks());
  for (std::uint32_t ghost = 0; ghost < graph.ghosts(); ++ghost) {
    const Home home = graph.homes()[ghost];
    ghostsOf[home.rank].push_back(ghost);
    questions[home.rank](home.node);
  }
  std::vector<Writer> answers(endpoint.ranks());
  exchange(endpoint, questions, [&](const Message& message) {
    const std::size_t count = message.body.size() / sizeof(std::uint32_t);
    Reader nodes(message.body);
    for (std::size_t i = 0; i < count; ++i) {
      answers[message.from](owned[nodes.get<std::uint32_t>()]);
    }
  });
  std::vector<Value> values(graph.ghosts());
  exchange(endpoint, answers, [&](const Message& message) {
    Reader reader(message.body);
    for (const std::uint32_t ghost : ghostsOf[message.from]) {
      values[ghost] = reader.get<Value>();
    }
    reader.finish();
  });
  return values;
}

namespace internal {

/// Messages of updates, one per rank, as forEachUpdate() reads them.
template <typename Value>
class Updates {
public:
  explicit Updates(Rank ranks) : nodes_(ranks), values_(ranks) {}

  void add(Home to, Value value) {
    nodes_[to.rank](to.node);
    values_[to.rank](value);
  }

  template <Transport T, typename Receive>
  void exchange(Endpoint<T>& endpoint, const Receive& receive) {
    std::vector<std::vector<std::byte>> bodies(endpoint.ranks());
    for (Rank rank = 0; rank < endpoint.ranks(); ++rank) {
      bodies[rank] = nodes_[rank].take();
      const std::vector<std::byte> rest = values_[rank].take();
      bodies[rank].insert(bodies[rank].end(), rest.begin(), rest.end());
    }
    dist::exchange(endpoint, bodies,
                   [&](const Message& message) { forEachUpdate<Value>(message.body, receive); });
  }

private:
  std::vector<Writer> nodes_, values_;
};

} // namespace internal

/// Sends values of ghosts to their owners.
/// @param value    value(ghost) returns an optional value of the ghost with this index
/// @param receive  receive(node, value) is called for each value of an own node that arrives
template <typename Value, Transport T, typename Weight, typename ValueOf, typename Receive>
void updateOwners(Endpoint<T>& endpoint, const PartitionedGraph<Weight>& graph,
                  const ValueOf& value, const Receive& receive) {
  internal::Updates<Value> updates(endpoint.ranks());
  for (std::uint32_t ghost = 0; ghost < graph.ghosts(); ++ghost) {
    if (const std::optional<Value> update = value(ghost)) {
      updates.add(graph.homes()[ghost], *update);
    }
  }
  updates.exchange(endpoint, receive);
}

/// Sends values of own nodes to their copies on other ranks.
/// @param value    value(node) returns an optional value of the own node
/// @param receive  receive(ghost, value) is called for each value that arrives, with the local
///                 number of the ghost
template <typename Value, Transport T, typename Weight, typename ValueOf, typename Receive>
void updateCopies(Endpoint<T>& endpoint, const PartitionedGraph<Weight>& graph,
                  const ValueOf& value, const Receive& receive) {
  internal::Updates<Value> updates(endpoint.ranks());
  for (std::uint32_t node = 0; node < graph.owned(); ++node) {
    if (const std::optional<Value> update = value(node)) {
      const auto [first, last] = graph.copies(node);
      for (std::uint32_t copy = first; copy < last; ++copy) {
        updates.add(graph.targets()[copy], *update);
      }
    }
  }
  updates.exchange(endpoint, receive);
}

} // namespace galois::dist

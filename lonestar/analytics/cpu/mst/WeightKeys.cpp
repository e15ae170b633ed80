#include "WeightKeys.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"

namespace mst {

namespace {

template <typename Bits>
using FloatOf = std::conditional_t<sizeof(Bits) == 4, float, double>;

template <typename Bits>
std::span<Bits> dataOf(const galois::graphs::FileGraph& graph) {
  return {graph.edge_data_begin<Bits>(), graph.sizeEdges()};
}

} // namespace

WeightKeys::WeightKeys(galois::graphs::FileGraph& graph, Type type, const std::string& name)
    : type_(type), bytes_(graph.edgeSize()), wide_(bytes_ == sizeof(std::uint64_t)) {
  if (graph.edgeSize() != sizeof(std::uint32_t) && !wide_) {
    type_ = Type::kInteger; // loading makes ones, or reports that the weights cannot be read
    return;
  }
  if (type_ == Type::kFloat) {
    refuseNoNumbers(graph, name);
  }
  if (!wide_) {
    if (type_ != Type::kInteger) {
      graph.releaseWhenRead(false); // the keys are in it from here on
      const auto data = dataOf<std::uint32_t>(graph);
      galois::do_all(galois::iterate(std::size_t{0}, data.size()),
                     [&](std::size_t e) { data[e] = galois::inputs::wordOfBits(type_, data[e]); });
    }
    return;
  }
  const auto data = dataOf<std::uint64_t>(graph);
  ranks_ = lonestar::OrderKeys(
      data.size(), [&](std::size_t e) { return galois::inputs::wordOfBits(type_, data[e]); });
  if (!ranks_.suffice()) {
    throw lonestar::AppError(fmt::format("{}: there are {} different weights, and at most 2^32 can "
                                         "be told apart; graph-convert --edge-bytes=4 writes "
                                         "weights of 4 bytes",
                                         name, ranks_.ranks()));
  }
  galois::graphs::FileGraph keyed;
  std::uint32_t* const keys = keyed.fromGraph<std::uint32_t>(graph);
  galois::do_all(galois::iterate(std::size_t{0}, data.size()), [&](std::size_t e) {
    keys[e] = ranks_.key(galois::inputs::wordOfBits(type_, data[e]));
  });
  graph = std::move(keyed);
}

void WeightKeys::refuseNoNumbers(const galois::graphs::FileGraph& graph,
                                 const std::string& name) const {
  const auto refuse = [&](const auto data) {
    using Bits = typename decltype(data)::value_type;
    const auto bad = std::find_if(data.begin(), data.end(), [](Bits bits) {
      return !std::isfinite(std::bit_cast<FloatOf<Bits>>(bits));
    });
    if (bad == data.end()) {
      return;
    }
    const auto edge = static_cast<std::uint64_t>(bad - data.begin());
    const auto* const row = std::upper_bound(graph.edge_id_begin(), graph.edge_id_end(), edge);
    throw lonestar::AppError(
        fmt::format("{}: the edge from node {} to node {} (nodes counted from 0) weighs {}; a "
                    "least forest needs "
                    "weights that are finite numbers",
                    name, row - graph.edge_id_begin(),
                    graph.getEdgeDst(galois::graphs::FileGraph::edge_iterator(edge)),
                    std::bit_cast<FloatOf<Bits>>(*bad)));
  };
  if (wide_) {
    refuse(dataOf<std::uint64_t>(graph));
  } else {
    refuse(dataOf<std::uint32_t>(graph));
  }
}

std::uint64_t WeightKeys::bitsOf(Weight key) const {
  return wide_ ? galois::inputs::bitsOfWord(type_, ranks_.word(key))
               : galois::inputs::bitsOfWord(type_, key);
}

double WeightKeys::floatOf(Weight key) const {
  const std::uint64_t bits = bitsOf(key);
  return wide_ ? std::bit_cast<double>(bits)
               : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
}

lonestar::Json WeightKeys::sum(const std::vector<Edge>& edges) const {
  const auto tooMuch = [] {
    return lonestar::AppError("the weight of the forest exceeds 64 bits; scale the weights down");
  };
  if (type_ == Type::kFloat) {
    std::vector<Weight> keys(edges.size());
    std::transform(edges.begin(), edges.end(), keys.begin(),
                   [](const Edge& edge) { return edge.weight; });
    std::sort(keys.begin(), keys.end());
    double total = 0;
    for (const Weight key : keys) {
      total += floatOf(key);
    }
    if (!std::isfinite(total)) {
      throw tooMuch();
    }
    return total;
  }
  if (type_ == Type::kSigned) {
    // Partial sums may exceed 64 bits where the sum does not. There are less than 2^32 edges, so the
    // sums of the halves of weights, the upper one with a sign, do not.
    std::uint64_t low = 0;
    std::int64_t high = 0;
    for (const Edge& edge : edges) {
      const std::uint64_t bits = bitsOf(edge.weight);
      const std::int64_t weight =
          wide_ ? static_cast<std::int64_t>(bits) : static_cast<std::int32_t>(bits);
      low += static_cast<std::uint32_t>(weight);
      high += weight >> 32;
    }
    constexpr std::int64_t kUnit = std::int64_t{1} << 32;
    high += static_cast<std::int64_t>(low >> 32);
    std::int64_t total = 0;
    if (__builtin_mul_overflow(high, kUnit, &total)) {
      throw tooMuch();
    }
    return total + static_cast<std::uint32_t>(low); // less than the next multiple of kUnit
  }
  std::uint64_t total = 0;
  for (const Edge& edge : edges) {
    if (__builtin_add_overflow(total, bitsOf(edge.weight), &total)) {
      throw tooMuch();
    }
  }
  return total;
}

std::string WeightKeys::text(Weight key) const {
  const std::uint64_t bits = bitsOf(key);
  if (type_ == Type::kFloat) {
    return wide_ ? fmt::to_string(std::bit_cast<double>(bits))
                 : fmt::to_string(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
  if (type_ == Type::kSigned) {
    return wide_ ? fmt::to_string(static_cast<std::int64_t>(bits))
                 : fmt::to_string(static_cast<std::int32_t>(bits));
  }
  return fmt::to_string(bits);
}

} // namespace mst

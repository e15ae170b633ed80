/** The rows of a dense table: distances as numbers of the type that its cells have. */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "WantedNodes.h"
#include "analytics/sssp/PathLength.h"
#include "galois/analytics/Distances.h"

namespace distances {

using galois::analytics::CellOverflow;
using galois::analytics::TableCells;

/// Writes a distance, which is not kInfinity, into a cell.
/// @return whether it fits
template <typename T, typename D>
bool putCell(T& cell, D distance) {
  if constexpr (std::is_floating_point_v<T>) {
    cell = static_cast<T>(distance);
    return cell != sssp::kInfinity<T>;
  } else if constexpr (std::is_floating_point_v<D>) {
    const D whole = std::nearbyint(distance);
    if (whole < static_cast<D>(sssp::kInfinity<T>)) {
      cell = static_cast<T>(whole);
      return true;
    }
    return false;
  } else {
    cell = static_cast<T>(distance);
    return distance < sssp::kInfinity<T>;
  }
}

/// The rows of a table. Different threads may write different ones.
/// @tparam D  the type of the distances that searches find
template <typename D>
class DenseRows {
public:
  /// @param columns  cells per row
  /// @param wanted   the targets; must outlive this
  DenseRows(const TableCells& cells, std::size_t columns, const WantedNodes& wanted)
      : cells_(cells), columns_(columns), wanted_(wanted) {}

  /// Returns whether a row is what a search finds, so that the search can use its memory.
  bool isInPlace() const { return wanted_.all() && cells_.type() == TableCells::typeOf<D>(); }
  /// Returns the memory of a row, filled with kInfinity, or null: it must be written.
  D* inPlace(std::size_t row) {
    if (!isInPlace()) {
      return nullptr;
    }
    D* const begin = static_cast<D*>(cells_.data()) + row * columns_;
    std::fill_n(begin, columns_, sssp::kInfinity<D>);
    return begin;
  }

  /// Writes a row.
  /// @param distances  of all nodes
  /// @param reached    those whose distance may be other than kInfinity
  /// @throws CellOverflow
  template <typename Nodes>
  void write(std::size_t row, Node source, const D* distances, const Nodes& reached) {
    switch (cells_.type()) {
    case TableCells::kUint16:
      return writeAs<std::uint16_t>(row, source, distances, reached);
    case TableCells::kUint32:
      return writeAs<std::uint32_t>(row, source, distances, reached);
    case TableCells::kUint64:
      return writeAs<std::uint64_t>(row, source, distances, reached);
    case TableCells::kFloat32:
      return writeAs<float>(row, source, distances, reached);
    case TableCells::kFloat64:
      return writeAs<double>(row, source, distances, reached);
    }
  }

  /// Returns what the cells are, for people.
  std::string text() const {
    switch (cells_.type()) {
    case TableCells::kUint16:
      return "a cell of 16 bits";
    case TableCells::kUint32:
      return "a cell of 32 bits";
    case TableCells::kFloat32:
      return "a cell of type float";
    default:
      return "a cell of 64 bits";
    }
  }

private:
  template <typename T, typename Nodes>
  void writeAs(std::size_t row, Node source, const D* distances, const Nodes& reached) {
    T* const cells = static_cast<T*>(cells_.data()) + row * columns_;
    const auto put = [&](T& cell, Node node) {
      const D distance = distances[node];
      if (distance == sssp::kInfinity<D>) {
        cell = sssp::kInfinity<T>;
      } else if (!putCell(cell, distance)) {
        throw CellOverflow(source, node, text());
      }
    };
    if (!wanted_.all()) {
      for (std::size_t column = 0; column < columns_; ++column) {
        put(cells[column], wanted_.list()[column]);
      }
      return;
    }
    std::fill_n(cells, columns_, sssp::kInfinity<T>);
    for (const Node node : reached) {
      put(cells[node], node);
    }
  }

  const TableCells cells_;
  const std::size_t columns_;
  const WantedNodes& wanted_;
};

} // namespace distances

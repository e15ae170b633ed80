/** The flags of tables: --table, --targets, --limit, --table-type, --table-block. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "galois/analytics/Distances.h"
#include "inputs/names/NodeIdMap.h"
#include "tables/TableFile.h"

namespace tables {

/// Lets --help say what --targets is. Call it before the command line is parsed.
void shareFlags();

/// Returns whether the command line has --table. Otherwise checks that it has none of the others.
/// Call it before lonestar::selectedWorklist().
/// @throws lonestar::UsageError  also for flags that do not go with --table, and as requireTables()
bool wanted();

/// Returns the name of the file, and its format. @{
std::string path();
Format format(); /// @}

/// Returns the nodes of --targets; none: every node is a target.
/// @throws lonestar::AppError, galois::inputs::InputError
std::vector<std::uint32_t> targets(std::uint64_t nodes, const galois::inputs::NodeIdMap& names);

/// Returns the value of --limit, if it is given.
/// @tparam Limit  std::uint64_t or double
/// @throws lonestar::UsageError
template <typename Limit>
std::optional<Limit> limit();

/// Returns what the cells of a dense table are.
/// @param otherwise  without --table-type
galois::analytics::TableCells::Type cells(galois::analytics::TableCells::Type otherwise);

/// Returns the value of --table-block, if it is given.
std::optional<std::size_t> rowsOfBlock();

} // namespace tables

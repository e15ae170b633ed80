/**
 * Files of NumPy: the header of an array, and an archive with a sparse matrix as
 * scipy.sparse.load_npz() reads it.
 *
 * An archive has its arrays one after the other, and a table grows by rows. So the rows are kept as
 * records: the number of entries in 8 bytes, their nodes in 4 bytes each, their distances. When all
 * are there, the archive is made of them.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tables {

/// Returns the beginning of a file with an array, up to its first value.
/// @param type   such as "<u4"
/// @param shape  such as {1000, 50}; {}: one value
std::string npyHeader(const std::string& type, const std::vector<std::uint64_t>& shape);

/// Writes the archive of a matrix with one column per node.
/// @param path     of the archive, which appears when it is complete
/// @param records  the file of the rows
/// @param rows     how many there are
/// @param columns  at most 2^31
/// @param type     of the distances, such as "<u4"
/// @param bytes    of a distance
/// @throws galois::inputs::InputError, lonestar::AppError
void writeNpz(const std::string& path, const std::string& records, std::size_t rows,
              std::uint64_t columns, const std::string& type, std::size_t bytes);

} // namespace tables

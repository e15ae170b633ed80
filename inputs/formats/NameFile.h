/**
 * Files with the names of nodes. They lie beside a binary .gr and are called as it is, with the
 * suffix .names in place of its own:
 *
 *     # Names of nodes (galois-cps): graph 0123456789abcdef
 *     0 Paris
 *     1 "New York"
 *
 * The first line has a number that depends on the number of nodes and on some of the arcs, so that
 * names are not used with another graph. Names are written as in answers (NodeIdMap.h).
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NameTable.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace galois::inputs {

/// Returns the name of a file beside `path`: without the suffix of a compressor, and with another
/// suffix in place of its own, if it has one.
std::string besidePath(const std::string& path, std::string_view suffix);

/// Returns besidePath() with the suffix .names.
std::string namesPathOf(const std::string& path);

/// Writes the names of a graph's nodes. @throws InputError
void writeNames(const Graph& graph, OutputFile& file);

/// Returns whether a file starts as files of names of ours do.
bool isNameFile(InputFile& file);

/// Returns the number of the graph to which a file of names of ours belongs; nothing for another
/// file and for none. @throws InputError
std::optional<std::string> graphOfNames(const std::string& path);

/// Returns the number that a file with the names of this graph has; "" where the path leads to no
/// uncompressed .gr of version 1. @{
std::string graphInNames(const Graph& graph);
std::string graphInNames(const std::string& path);
/// @}

/// Reads names: a line "NODE NAME" for each of `nodes` nodes, in any order, with `#` before
/// comments.
/// @throws InputError for other lines, and unless each node has one name that no other has
NameTable readNames(InputFile& file, std::uint64_t nodes);

/// Returns the names beside a .gr that is stored uncompressed, or none if there are none.
/// @throws InputError when they are those of another graph
NameTable namesOfGr(const std::string& path);

/// Returns the names of the nodes from `first` to `last` - 1 beside such a .gr, or none if there
/// are none. Reads all names and keeps these alone. It does not look for equal names, nor for nodes
/// without a name outside the range.
/// @throws InputError  as namesOfGr(), and unless each node of the range has one name
NameTable namesOfGr(const std::string& path, std::uint64_t first, std::uint64_t last);

/// Calls use(node, name) for the names beside such a .gr, in the order of their file, and keeps
/// none. Returns whether there are names.
/// @throws InputError  for lines of other forms, for names of another graph, and unless there are
///                     as many names as nodes
bool visitNamesOfGr(const std::string& path,
                    const std::function<void(std::uint64_t node, std::string_view name)>& use);

/// Returns the names beside a file in the format .gr that was read as this graph. Throws as
/// namesOfGr() does.
NameTable namesBeside(const std::string& path, const Graph& graph);

} // namespace galois::inputs

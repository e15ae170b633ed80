/** Recognises files that are often given in place of a graph, to say what to do with them. */
#pragma once

#include <string>
#include <string_view>

namespace galois::inputs {

/// Returns what a file is that starts with these bytes, and what to do with it: an archive, a web
/// page, or a graph in a format that is not read. Returns "" for everything else. No file in a
/// format of formats() is taken for one of these.
/// @param path  its name, which commands in the text have
std::string otherFile(std::string_view firstBytes, std::string_view path);

/// Returns what is wrong with a file that starts with these bytes and is in no known format.
/// @param path  its name, without the suffix of a compressor
std::string unknownFile(std::string_view firstBytes, std::string_view path);

} // namespace galois::inputs

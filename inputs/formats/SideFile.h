/**
 * Files that graph-convert writes beside OUT without being asked: names (NameFile.h), ids and
 * coordinates. Their first line says so, and only a file that begins with it is overwritten.
 */
#pragma once

#include <string>
#include <string_view>

namespace galois::inputs {

/// The first line of a file of ids, and of coordinates, beside OUT. Readers take it for a comment.
/// @{
inline constexpr std::string_view kIdsTitle = "# Ids of nodes (galois-cps)";
inline constexpr std::string_view kCoordinatesTitle = "c Coordinates of nodes (galois-cps)"; /// @}
/// How the first line of a file of names begins.
inline constexpr std::string_view kNamesTitle = "# Names of nodes (galois-cps)";

/// Returns whether a regular file starts with these bytes. @throws InputError if it cannot be read
bool beginsWith(const std::string& path, std::string_view title);

/// Throws InputError if there is a regular file at `path` that does not start with the title.
/// @param what  content that is to be written there, for the message
/// @param advice  how to avoid it
void requireOwnSideFile(const std::string& path, std::string_view title, std::string_view what,
                        std::string_view advice);

} // namespace galois::inputs

#ifndef GALOIS_INPUTS_FORMATS_LIMITS_H
#define GALOIS_INPUTS_FORMATS_LIMITS_H

#include "inputs/io/InputFile.h"

#include <cstdint>

namespace galois::inputs {

/// Heaviest weight that is read: it means the same as a signed and as an unsigned 64-bit integer.
inline constexpr uint64_t kMaxWeight = INT64_MAX;

/// Throws InputError when a text claims a huge number of nodes (over a million) that next to none
/// of its arcs touch (under one arc for 64 nodes): a damaged header or ids that are no numbers of
/// nodes would otherwise cost gigabytes before anybody notices.
void checkNodesPlausible(const InputFile& file, uint64_t nodes, uint64_t arcs);

/// Throws InputError unless there are as many lines of a kind ("arcs") as the header announces.
void checkAnnounced(const InputFile& file, const char* what, uint64_t announced, uint64_t there);

/// Throws InputError when a text of this size cannot hold as many lines as its header claims,
/// compressed text taken for at most 2000 times its size. `what` names the lines ("nodes").
void checkLinesPlausible(const InputFile& file, uint64_t lines, uint64_t bytesPerLine,
                         const char* what);

} // namespace galois::inputs

#endif

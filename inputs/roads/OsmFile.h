/**
 * The objects in a file of OpenStreetMap: XML or PBF. libosmium reads them. Only OsmFile.cpp
 * includes its headers, which take long to compile, and a build without it (GALOIS_OSM) says how to
 * get it.
 */
#pragma once

#include "inputs/io/InputFile.h"
#include "inputs/roads/RoadNetwork.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace galois::inputs {

/// Returns whether the file begins as PBF does.
bool isOsmPbf(std::string_view firstBytes);

/// What is called for each way and each node of a file. What it gets is valid during the call.
struct OsmCalls {
  std::function<void(std::span<const RoadTag>, std::span<const std::int64_t>)> way{}; ///< or null
  std::function<void(std::int64_t, MapPlace, std::span<const RoadTag>)> node{};       ///< or null
};

/// Reads the file to its end and calls the functions that are given, in this thread. Deleted objects
/// and nodes without a place are left out.
/// @throws InputError  for what is no such file, and in a build without libosmium
void readOsm(InputFile& file, const OsmCalls& calls);

} // namespace galois::inputs

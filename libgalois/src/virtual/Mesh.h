/**
 * The network between the cores of a tiled machine: a two-dimensional mesh of tiles, one per core,
 * with a link in each direction between neighbours.
 *
 * A message travels along its row first, and then along its column. Its first flit takes `hop` per
 * link, and the others follow it, `flit` apart. A link carries one message at a time: the first
 * flit of the next one waits until the last flit of this one has entered the link. Input buffers
 * are unlimited, so a message that waits does not keep the links behind it busy.
 *
 * Invariant: `busy_` has for each link the time until which flits enter it. A message that is sent
 * later but with an earlier `at` waits for all messages sent before it. The machine sends in the
 * order of its cores' clocks, so this does not happen by more than an access to a queue.
 */
#pragma once

#include <vector>

#include "Costs.h"
#include "OwnMemory.h"

namespace galois::substrate::virt {

/// The mesh. Not thread-safe.
class Mesh {
public:
  /// @param costs  hop, flit and mesh-width count; they are read at each message
  /// @param cores  number of cores. Core i is in column i mod width, and in row i / width
  Mesh(const Costs& costs, unsigned cores);

  unsigned width() const noexcept { return width_; }

  /// Returns the number of links between two cores.
  unsigned hops(unsigned from, unsigned to) const noexcept;

  /// Sends a message of `flits` flits, 1 or more, at the time `at`. O(hops).
  /// @return the time at which its last flit arrives
  Time send(unsigned from, unsigned to, unsigned flits, Time at) noexcept;

private:
  enum Direction : unsigned { kEast, kWest, kSouth, kNorth, kDirections };

  /// Lets a message through a tile's link. @return when its first flit is at the next tile
  Time cross(unsigned tile, Direction direction, unsigned flits, Time at) noexcept;

  const Costs& costs_;
  unsigned width_;
  std::vector<Time, OwnMemory<Time>> busy_; ///< for each tile, the links in each direction
};

} // namespace galois::substrate::virt

#include "Mesh.h"

#include <algorithm>

namespace galois::substrate::virt {
namespace {

/// Returns the width of the least square of tiles that holds all cores.
unsigned squareWidth(unsigned cores) {
  unsigned width = 1;
  while (width * width < cores) {
    ++width;
  }
  return width;
}

unsigned distance(unsigned a, unsigned b) noexcept { return a < b ? b - a : a - b; }

} // namespace

Mesh::Mesh(const Costs& costs, unsigned cores)
    : costs_(costs),
      width_(costs.meshWidth > 0 ? static_cast<unsigned>(costs.meshWidth) : squareWidth(cores)) {
  const std::size_t rows = (cores + width_ - 1) / width_;
  busy_.resize(rows * width_ * kDirections);
}

unsigned Mesh::hops(unsigned from, unsigned to) const noexcept {
  return distance(from % width_, to % width_) + distance(from / width_, to / width_);
}

Time Mesh::cross(unsigned tile, Direction direction, unsigned flits, Time at) noexcept {
  Time& busy = busy_[std::size_t{tile} * kDirections + direction];
  const Time entered = std::max(at, busy);
  busy = entered + flits * costs_.flit;
  return entered + costs_.hop;
}

Time Mesh::send(unsigned from, unsigned to, unsigned flits, Time at) noexcept {
  unsigned tile = from;
  for (; tile % width_ < to % width_; ++tile) {
    at = cross(tile, kEast, flits, at);
  }
  for (; tile % width_ > to % width_; --tile) {
    at = cross(tile, kWest, flits, at);
  }
  for (; tile < to; tile += width_) {
    at = cross(tile, kSouth, flits, at);
  }
  for (; tile > to; tile -= width_) {
    at = cross(tile, kNorth, flits, at);
  }
  return at + (flits - 1) * costs_.flit;
}

} // namespace galois::substrate::virt

#include "Caches.h"

#include <algorithm>

namespace galois::substrate::virt {

Cache::Cache(std::size_t lines, double arrayScale)
    : sets_(std::max<std::size_t>(lines / kWays, 1)),
      arraySets_(std::max<std::uint64_t>(
          static_cast<std::uint64_t>(static_cast<double>(sets_) / arrayScale), 1)),
      lines_(sets_ * kWays, nullptr) {}

void* Cache::use(void* line, std::uint32_t number, bool ofArray) noexcept {
  void** const set = lines_.data() + firstOf(number, ofArray);
  void* moved = line; // what was used later than the place that the loop looks at
  for (std::size_t way = 0; way < kWays; ++way) {
    std::swap(moved, set[way]);
    if (moved == line || moved == nullptr) {
      return nullptr;
    }
  }
  return moved;
}

bool Cache::contains(const void* line, std::uint32_t number, bool ofArray) const noexcept {
  const auto set = lines_.begin() + static_cast<std::ptrdiff_t>(firstOf(number, ofArray));
  return std::find(set, set + kWays, line) != set + kWays;
}

void Cache::remove(const void* line, std::uint32_t number, bool ofArray) noexcept {
  const auto set = lines_.begin() + static_cast<std::ptrdiff_t>(firstOf(number, ofArray));
  const auto end = std::remove(set, set + kWays, line);
  std::fill(end, set + kWays, nullptr);
}

} // namespace galois::substrate::virt

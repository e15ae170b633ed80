/** Converts integers between the byte order of this machine and that of files. */
#pragma once

#include <cstdint>

namespace galois {

namespace internal {

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
inline constexpr bool kLittleEndian = true;
#else
inline constexpr bool kLittleEndian = false;
#endif

constexpr std::uint16_t swapBytes(std::uint16_t x) { return __builtin_bswap16(x); }
constexpr std::uint32_t swapBytes(std::uint32_t x) { return __builtin_bswap32(x); }
constexpr std::uint64_t swapBytes(std::uint64_t x) { return __builtin_bswap64(x); }

} // namespace internal

// NOLINTBEGIN(readability-identifier-naming): Galois' names, after those of <endian.h>

/// Convert an integer of this machine to little-endian byte order, or back. @{
constexpr std::uint16_t convert_htole16(std::uint16_t x) {
  return internal::kLittleEndian ? x : internal::swapBytes(x);
}
constexpr std::uint32_t convert_htole32(std::uint32_t x) {
  return internal::kLittleEndian ? x : internal::swapBytes(x);
}
constexpr std::uint64_t convert_htole64(std::uint64_t x) {
  return internal::kLittleEndian ? x : internal::swapBytes(x);
}
constexpr std::uint16_t convert_le16toh(std::uint16_t x) { return convert_htole16(x); }
constexpr std::uint32_t convert_le32toh(std::uint32_t x) { return convert_htole32(x); }
constexpr std::uint64_t convert_le64toh(std::uint64_t x) { return convert_htole64(x); }
/// @}
/// Convert an integer of this machine to big-endian byte order, or back. @{
constexpr std::uint16_t convert_htobe16(std::uint16_t x) {
  return internal::kLittleEndian ? internal::swapBytes(x) : x;
}
constexpr std::uint32_t convert_htobe32(std::uint32_t x) {
  return internal::kLittleEndian ? internal::swapBytes(x) : x;
}
constexpr std::uint64_t convert_htobe64(std::uint64_t x) {
  return internal::kLittleEndian ? internal::swapBytes(x) : x;
}
constexpr std::uint16_t convert_be16toh(std::uint16_t x) { return convert_htobe16(x); }
constexpr std::uint32_t convert_be32toh(std::uint32_t x) { return convert_htobe32(x); }
constexpr std::uint64_t convert_be64toh(std::uint64_t x) { return convert_htobe64(x); }
/// @}
// NOLINTEND(readability-identifier-naming)

} // namespace galois

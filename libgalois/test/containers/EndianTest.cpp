#include "galois/Endian.h"

#include <endian.h>

#include <array>
#include <cstring>

#include <gtest/gtest.h>

namespace {

template <typename T>
std::array<unsigned char, sizeof(T)> bytesOf(T x) {
  std::array<unsigned char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &x, sizeof(T));
  return bytes;
}

TEST(Endian, WritesTheBytesInOrder) {
  using galois::convert_htobe32;
  using galois::convert_htole32;
  EXPECT_EQ(bytesOf(convert_htole32(0x01020304)), (std::array<unsigned char, 4>{4, 3, 2, 1}));
  EXPECT_EQ(bytesOf(convert_htobe32(0x01020304)), (std::array<unsigned char, 4>{1, 2, 3, 4}));
  EXPECT_EQ(bytesOf(galois::convert_htole64(0x0102030405060708)),
            (std::array<unsigned char, 8>{8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(bytesOf(galois::convert_htobe16(0x0102)), (std::array<unsigned char, 2>{1, 2}));
}

TEST(Endian, AgreesWithTheSystem) {
  for (const std::uint64_t x : {0x0102030405060708ULL, 0ULL, 0xfffefdfcfbfaf9f8ULL}) {
    const auto word = static_cast<std::uint32_t>(x);
    const auto half = static_cast<std::uint16_t>(x);
    EXPECT_EQ(galois::convert_le16toh(half), le16toh(half));
    EXPECT_EQ(galois::convert_le32toh(word), le32toh(word));
    EXPECT_EQ(galois::convert_le64toh(x), le64toh(x));
    EXPECT_EQ(galois::convert_htole16(half), htole16(half));
    EXPECT_EQ(galois::convert_htole32(word), htole32(word));
    EXPECT_EQ(galois::convert_htole64(x), htole64(x));
    EXPECT_EQ(galois::convert_be16toh(half), be16toh(half));
    EXPECT_EQ(galois::convert_be32toh(word), be32toh(word));
    EXPECT_EQ(galois::convert_be64toh(x), be64toh(x));
    EXPECT_EQ(galois::convert_htobe16(half), htobe16(half));
    EXPECT_EQ(galois::convert_htobe32(word), htobe32(word));
    EXPECT_EQ(galois::convert_htobe64(x), htobe64(x));
  }
  static_assert(galois::convert_be32toh(galois::convert_htobe32(7)) == 7);
}

} // namespace

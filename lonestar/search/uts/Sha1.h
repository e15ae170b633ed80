/**
 * SHA-1 of short messages (FIPS 180-4). The unbalanced trees of UTS use it as a generator of random
 * numbers; nothing here is about security. Messages fit in one block, so a general library would only
 * add calls and a dependency.
 */
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace lonestar::search {

using Sha1Digest = std::array<std::uint32_t, 5>; ///< as words, the first one first

/// Returns the digest of a message of words in big-endian order, of which there are at most 13.
template <std::size_t Words>
Sha1Digest sha1(const std::array<std::uint32_t, Words>& message) {
  static_assert(Words <= 13, "the length takes the last two words of the block");
  std::array<std::uint32_t, 16> block{};
  for (std::size_t i = 0; i < Words; ++i) {
    block[i] = message[i];
  }
  block[Words] = 0x80000000u;
  block[15] = 32 * Words; // length in bits
  constexpr Sha1Digest kInitial{0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u};
  std::uint32_t a = kInitial[0], b = kInitial[1], c = kInitial[2], d = kInitial[3], e = kInitial[4];
  const auto round = [&](unsigned t, std::uint32_t f, std::uint32_t constant) {
    std::uint32_t& word = block[t % 16];
    if (t >= 16) {
      word = std::rotl(block[(t + 13) % 16] ^ block[(t + 8) % 16] ^ block[(t + 2) % 16] ^ word, 1);
    }
    const std::uint32_t next = std::rotl(a, 5) + f + e + constant + word;
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  };
#pragma GCC unroll 20
  for (unsigned t = 0; t < 20; ++t) {
    round(t, d ^ (b & (c ^ d)), 0x5a827999u);
  }
#pragma GCC unroll 20
  for (unsigned t = 20; t < 40; ++t) {
    round(t, b ^ c ^ d, 0x6ed9eba1u);
  }
#pragma GCC unroll 20
  for (unsigned t = 40; t < 60; ++t) {
    round(t, (b & c) | (d & (b | c)), 0x8f1bbcdcu);
  }
#pragma GCC unroll 20
  for (unsigned t = 60; t < 80; ++t) {
    round(t, b ^ c ^ d, 0xca62c1d6u);
  }
  return {kInitial[0] + a, kInitial[1] + b, kInitial[2] + c, kInitial[3] + d, kInitial[4] + e};
}

} // namespace lonestar::search

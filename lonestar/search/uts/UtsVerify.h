/**
 * Checks the number of nodes of a tree of UTS: by its publishers' numbers for their sample trees, and
 * by a plain recursion with a textbook SHA-1 over bytes. It shares nothing with the search.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "uts/UnbalancedTree.h"

namespace lonestar::search {

/// SHA-1 of any message, as FIPS 180-4 writes it.
inline std::vector<std::uint8_t> sha1OfBytes(std::vector<std::uint8_t> message) {
  const std::uint64_t bits = 8 * message.size();
  message.push_back(0x80);
  while (message.size() % 64 != 56) {
    message.push_back(0);
  }
  for (int shift = 56; shift >= 0; shift -= 8) {
    message.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  const auto turned = [](std::uint32_t x, int by) { return x << by | x >> (32 - by); };
  std::uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  for (std::size_t at = 0; at < message.size(); at += 64) {
    std::uint32_t w[80];
    for (std::size_t t = 0; t < 16; ++t) {
      w[t] = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        w[t] = w[t] << 8 | message[at + 4 * t + k];
      }
    }
    for (int t = 16; t < 80; ++t) {
      w[t] = turned(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
    }
    std::uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int t = 0; t < 80; ++t) {
      const std::uint32_t f = t < 20   ? (b & c) | (~b & d)
                              : t < 40 ? b ^ c ^ d
                              : t < 60 ? (b & c) | (b & d) | (c & d)
                                       : b ^ c ^ d;
      const std::uint32_t k = t < 20   ? 0x5A827999
                              : t < 40 ? 0x6ED9EBA1
                              : t < 60 ? 0x8F1BBCDC
                                       : 0xCA62C1D6;
      const std::uint32_t next = turned(a, 5) + f + e + k + w[t];
      e = d;
      d = c;
      c = turned(b, 30);
      b = a;
      a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
  }
  std::vector<std::uint8_t> digest;
  for (const std::uint32_t word : h) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.push_back(static_cast<std::uint8_t>(word >> shift));
    }
  }
  return digest;
}

/// Returns the number of nodes of a tree, by a stack of states.
inline std::uint64_t utsNodesByDefinition(const UnbalancedTree& tree) {
  struct Open {
    std::vector<std::uint8_t> state;
    unsigned height;
  };
  const auto append = [](std::vector<std::uint8_t> bytes, std::uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<std::uint8_t>(number >> shift));
    }
    return bytes;
  };
  std::vector<Open> open{{sha1OfBytes(append(std::vector<std::uint8_t>(16), tree.seed)), 0}};
  std::uint64_t nodes = 0;
  while (!open.empty()) {
    const Open node = std::move(open.back());
    open.pop_back();
    ++nodes;
    std::uint32_t value = 0;
    for (std::size_t i = 16; i < 20; ++i) {
      value = value << 8 | node.state[i];
    }
    const double u = static_cast<double>(value & 0x7fffffff) / 2147483648.0;
    double count = 0;
    if (tree.shape == TreeShape::kBinomial) {
      count = node.height == 0       ? std::floor(tree.branching)
              : u < tree.probability ? tree.children
                                     : 0;
    } else if (node.height < tree.depth) {
      const double p = 1.0 / (1.0 + tree.branching);
      count = std::min(100.0, std::floor(std::log(1 - u) / std::log(1 - p)));
    }
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
      open.push_back({sha1OfBytes(append(node.state, i)), node.height + 1});
    }
  }
  return nodes;
}

} // namespace lonestar::search

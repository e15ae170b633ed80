#include "inputs/io/ContentHash.h"

#include "inputs/Error.h"
#include "inputs/io/FileRoles.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

static_assert(std::endian::native == std::endian::little, "words are taken as they lie in memory");

/// The fractional parts of the square roots of the first eight primes.
constexpr std::array<std::uint64_t, 8> kStart{
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/// The order in which each round takes the words of a block. Rounds 10 and 11 repeat 0 and 1.
constexpr std::array<std::array<unsigned char, 16>, 10> kOrder{{
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}};
constexpr std::size_t kRounds = 12;

/// Mixes two words of a block into a column or a diagonal of the work vector.
inline void mix(std::uint64_t& a, std::uint64_t& b, std::uint64_t& c, std::uint64_t& d,
                std::uint64_t x, std::uint64_t y) {
  a += b + x;
  d = std::rotr(d ^ a, 32);
  c += d;
  b = std::rotr(b ^ c, 24);
  a += b + y;
  d = std::rotr(d ^ a, 16);
  c += d;
  b = std::rotr(b ^ c, 63);
}

/// One round, whose order of words is known to the compiler.
template <std::size_t Round>
inline void mixAll(std::array<std::uint64_t, 16>& v, const std::array<std::uint64_t, 16>& words) {
  constexpr auto order = kOrder[Round % kOrder.size()];
  mix(v[0], v[4], v[8], v[12], words[order[0]], words[order[1]]);
  mix(v[1], v[5], v[9], v[13], words[order[2]], words[order[3]]);
  mix(v[2], v[6], v[10], v[14], words[order[4]], words[order[5]]);
  mix(v[3], v[7], v[11], v[15], words[order[6]], words[order[7]]);
  mix(v[0], v[5], v[10], v[15], words[order[8]], words[order[9]]);
  mix(v[1], v[6], v[11], v[12], words[order[10]], words[order[11]]);
  mix(v[2], v[7], v[8], v[13], words[order[12]], words[order[13]]);
  mix(v[3], v[4], v[9], v[14], words[order[14]], words[order[15]]);
}

} // namespace

ContentHash::ContentHash(unsigned bytes) : state_(kStart), bytes_(bytes) {
  assert(bytes >= 1 && bytes <= sizeof(State));
  state_[0] ^= 0x01010000u ^ bytes; // no key, one block after the other
}

void ContentHash::compress(State& state, const char* block, std::uint64_t length, bool last) {
  std::array<std::uint64_t, 16> words;
  std::memcpy(words.data(), block, sizeof(words));
  std::array<std::uint64_t, 16> v;
  std::copy(state.begin(), state.end(), v.begin());
  std::copy(kStart.begin(), kStart.end(), v.begin() + 8);
  v[12] ^= length;
  if (last) {
    v[14] = ~v[14];
  }
  [&]<std::size_t... Round>(std::index_sequence<Round...>) { (mixAll<Round>(v, words), ...); }
  (std::make_index_sequence<kRounds>());
  for (std::size_t i = 0; i < state.size(); ++i) {
    state[i] ^= v[i] ^ v[i + 8];
  }
}

void ContentHash::add(std::string_view bytes) {
  // A full block stays in `rest_` until more follows, because the last block is treated otherwise.
  while (!bytes.empty()) {
    if (restSize_ == kBlock) {
      length_ += kBlock;
      compress(state_, rest_.data(), length_, false);
      restSize_ = 0;
    }
    for (; restSize_ == 0 && bytes.size() > kBlock; bytes.remove_prefix(kBlock)) {
      length_ += kBlock;
      compress(state_, bytes.data(), length_, false);
    }
    const std::size_t count = std::min(bytes.size(), kBlock - restSize_);
    std::memcpy(rest_.data() + restSize_, bytes.data(), count);
    restSize_ += count;
    bytes.remove_prefix(count);
  }
}

void ContentHash::addFile(const std::string& path) {
  constexpr size_t kRead = 256 * 1024;
  noteInput(path);
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    fail("cannot open {}: {}", path, std::strerror(errno));
  }
  std::vector<char> block(kRead);
  std::uint64_t size = 0;
  int error = 0;
  while (true) {
    const ssize_t got = ::read(file, block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      error = errno;
    }
    if (got <= 0) {
      break;
    }
    add({block.data(), static_cast<size_t>(got)});
    size += static_cast<std::uint64_t>(got);
  }
  close(file);
  if (error != 0) {
    fail("cannot read {}: {}", path, std::strerror(error));
  }
  add({reinterpret_cast<const char*>(&size), sizeof(size)});
}

ContentHash::State ContentHash::finished() const {
  State state = state_;
  std::array<char, kBlock> block{};
  std::copy_n(rest_.begin(), restSize_, block.begin());
  compress(state, block.data(), length_ + restSize_, true);
  return state;
}

std::string ContentHash::hex() const {
  const State state = finished();
  std::array<unsigned char, sizeof(State)> all;
  std::memcpy(all.data(), state.data(), all.size());
  std::string digits;
  for (unsigned i = 0; i < bytes_; ++i) {
    digits += fmt::format("{:02x}", all[i]);
  }
  return digits;
}

std::uint64_t ContentHash::value() const { return finished()[0]; }

} // namespace galois::inputs

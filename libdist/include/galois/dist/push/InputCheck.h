/**
 * Finds out whether ranks that open a file under the same name read the same graph from it. They may
 * not: each host may have a copy of its own, and one of the copies may be an old one.
 *
 * Ranks whose file is the same one (of the same machine, device and inode) need no comparison. The
 * others hash what they read, and for each rank another rank, whose file is a different one, hashes
 * the same nodes and edges in its own file. So every byte that a rank uses is compared with one
 * other copy. With two copies, any difference in what is used is found, and so it is if one of
 * several copies differs from all others. A difference that several copies have in common may be
 * missed, if each of them is compared with another one of these.
 *
 * So each part is read on two ranks, besides the reading that makes the graph. On its own rank, one
 * of the two readings comes from the system's cache, unless memory is short.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/InputHash.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/transport/Transport.h"
#include "galois/graphs/GrFile.h"

namespace galois::dist {

namespace internal {

/// Adds bytes of the file to a hash.
inline void hashBytes(const graphs::internal::GrFile& file, std::uint64_t begin, std::uint64_t end,
                      InputHash& hash) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 18;
  std::vector<std::byte> block;
  for (std::uint64_t at = begin; at < end; at += block.size()) {
    block.resize(std::min(end - at, kBlock));
    readWords(file, at, block.size(), block.data());
    hash.add(block);
  }
}

/// Adds what the file says of a range of nodes: the ends of rows, destinations and weights.
inline void hashNodes(const graphs::internal::GrFile& file, GlobalNode first, GlobalNode last,
                      InputHash& hash) {
  const graphs::GrLayout& layout = file.layout();
  if (first == last) {
    return;
  }
  // A damaged index may contain any number; what reads the part refuses it.
  const std::uint64_t most = layout.header.numEdges;
  const std::uint64_t end = std::min(firstEdge(file, last), most);
  const std::uint64_t begin = std::min(firstEdge(file, first), end);
  hash.add(first);
  hash.add(last);
  hash.add(begin);
  hashBytes(file, layout.edgeEndOffset + first * sizeof(std::uint64_t),
            layout.edgeEndOffset + last * sizeof(std::uint64_t), hash);
  hashBytes(file, layout.dstOffset + begin * layout.dstSize(),
            layout.dstOffset + end * layout.dstSize(), hash);
  hashBytes(file, layout.edgeDataOffset + begin * layout.header.edgeSize,
            layout.edgeDataOffset + end * layout.header.edgeSize, hash);
}

} // namespace internal

/// Returns a hash of the header and of all that a rank reads of the file.
/// @throws graphs::GraphError  if the file cannot be read
inline std::uint64_t hashOfPart(const graphs::internal::GrFile& file, const NodeParts& parts,
                                Rank rank) {
  const graphs::GrHeader& header = file.layout().header;
  InputHash hash;
  hash.add(header.numNodes);
  hash.add(header.numEdges);
  hash.add(header.edgeSize);
  hash.add(file.layout().dstSize());
  if (parts.contiguous()) {
    const Rank left = rank - rank % parts.columns(); // in a grid, the edges of the row
    internal::hashNodes(file, parts.first(left), parts.first(left + parts.columns()), hash);
    return hash.value();
  }
  for (GlobalNode node = 0; node < parts.nodes();) {
    GlobalNode end = node;
    while (end < parts.nodes() && parts.owner(end) == rank) {
      ++end;
    }
    internal::hashNodes(file, node, end, hash);
    node = std::max(end, node + 1);
  }
  return hash.value();
}

/// Returns, for each rank, the one that compares its own file with that of the rank: one with
/// another file, in turn.
/// @param files  of the ranks: equal if the file is the same one. At least two differ
inline std::vector<Rank> comparingRanks(const std::vector<std::string>& files) {
  const auto ranks = static_cast<Rank>(files.size());
  std::vector<Rank> by;
  Rank next = 0;
  for (const std::string& file : files) {
    do {
      next = (next + 1) % ranks;
    } while (files[next] == file);
    by.push_back(next);
  }
  return by;
}

/// Compares what ranks read. Collective.
/// @param own   identifies the file of this rank: equal on ranks whose file is the same one
/// @param hash  hash(rank) returns hashOfPart() of the file of this rank
/// @return what is wrong, in one line, the same on all ranks, or an empty text
template <Transport T, typename Hash>
std::string differentInputs(Endpoint<T>& endpoint, const std::string& own, const Hash& hash) {
  std::vector<std::string> files;
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(own)))) {
    files.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  if (std::all_of(files.begin(), files.end(), [&](const auto& file) { return file == own; })) {
    return {};
  }
  const std::vector<Rank> by = comparingRanks(files);
  std::vector<std::uint64_t> hashes; // of the own part, then of those that this rank compares
  std::string failure;
  try {
    hashes.push_back(hash(endpoint.rank()));
    for (Rank of = 0; of < by.size(); ++of) {
      if (by[of] == endpoint.rank()) {
        hashes.push_back(hash(of));
      }
    }
  } catch (const std::exception& error) {
    failure = error.what();
  }
  failure = firstText(endpoint, failure);
  if (!failure.empty()) {
    return failure;
  }
  std::vector<std::vector<std::uint64_t>> all;
  Writer writer;
  writer(hashes);
  for (const auto& bytes : endpoint.gather(writer.bytes())) {
    all.push_back(Reader(bytes).template get<std::vector<std::uint64_t>>());
  }
  std::vector<std::size_t> read(by.size(), 1); // per rank: how many of its hashes
  for (Rank of = 0; of < by.size(); ++of) {
    if (all[by[of]].at(read[by[of]]++) != all[of].front()) {
      return "ranks " + std::to_string(std::min(of, by[of])) + " and " +
             std::to_string(std::max(of, by[of])) +
             " differ in the input: their files have the same name and size and not the same "
             "graph; start all ranks with the same";
    }
  }
  return {};
}

} // namespace galois::dist

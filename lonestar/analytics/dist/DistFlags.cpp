#include "DistFlags.h"

#include <cmath>

#include <fmt/format.h>

namespace cll = llvm::cl;

namespace dist {

// The parser treats it as optional, because our own message is clearer.
cll::opt<std::string> graphFile(cll::Positional, cll::desc("<graph.gr>"),
                                cll::cat(lonestar::inputGroup()));
cll::opt<Exec, false, lonestar::ChoiceParser<Exec>>
    execution("exec", cll::desc("How ranks work together:"),
              cll::values(clEnumValN(Exec::kAsync, "Async", "each at its own pace (default)"),
                          clEnumValN(Exec::kSync, "Sync",
                                     "in rounds: tasks of the least priority, then updates")),
              cll::init(Exec::kAsync), cll::cat(lonestar::algorithmGroup()));

namespace {

constexpr const char* kFile = "file:";

cll::opt<std::string> partitionFlag(
    "partition",
    cll::desc("Which rank owns which nodes: oec (ranges of nodes with as many edges, default) or "
              "file:PATH (line i has the part of node i, from 0)"),
    cll::value_desc("parts"), cll::init("oec"), cll::cat(lonestar::inputGroup()));
cll::opt<std::uint64_t> buffer("buffer",
                               cll::desc("Updates of a rank's nodes that are sent at once "
                                         "(default 340)"),
                               cll::value_desc("updates"), cll::init(340),
                               cll::cat(lonestar::algorithmGroup()));
cll::opt<double> pollEvery("poll-every",
                           cll::desc("Look for messages between tasks after so many microseconds "
                                     "(default 50)"),
                           cll::value_desc("us"), cll::init(50),
                           cll::cat(lonestar::algorithmGroup()));

} // namespace

std::string executionName() { return execution == Exec::kAsync ? "Async" : "Sync"; }

galois::dist::PushOptions pushOptions() {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
  if (buffer < 1 || buffer > kMost) {
    throw lonestar::UsageError(
        fmt::format("--buffer={}: a number from 1 to {} is needed", std::uint64_t{buffer}, kMost));
  }
  if (!(pollEvery >= 0) || std::isinf(pollEvery)) {
    throw lonestar::UsageError(
        fmt::format("--poll-every={}: a number of 0 or more is needed", double{pollEvery}));
  }
  galois::dist::PushOptions options;
  options.capacity = buffer;
  options.pollEvery = pollEvery;
  return options;
}

std::string partitionName() {
  const std::string& name = partitionFlag;
  if (name != "oec" && (!name.starts_with(kFile) || name == kFile)) {
    throw lonestar::UsageError(fmt::format("--partition={}: it is oec, or {}PATH", name, kFile));
  }
  return name;
}

galois::dist::NodeParts partition(const galois::graphs::internal::GrFile& file,
                                  galois::dist::Rank ranks) {
  using galois::dist::NodeParts;
  const std::string name = partitionName();
  return name == "oec" ? NodeParts::balanced(file, ranks)
                       : NodeParts::ofFile(name.substr(std::string(kFile).size()),
                                           file.layout().header.numNodes, ranks);
}

} // namespace dist

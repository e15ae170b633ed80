#include "DistFlags.h"

#include <cmath>

#include <fmt/format.h>

#include "galois/dist/MpiTransport.h"
#include "liblonestar/flags/Words.h"

namespace cll = llvm::cl;

namespace dist {

// The parser treats it as optional, because our own message is clearer.
cll::opt<std::string> graphFile(cll::Positional, cll::desc("<graph.gr>"),
                                cll::cat(lonestar::inputGroup()));
cll::opt<Exec, false, lonestar::ChoiceParser<Exec>>
    execution("exec", cll::desc("How ranks work together:"),
              lonestar::Words<Exec>{
                  Exec::kAsync,
                  {{Exec::kAsync, "Async", "each at its own pace"},
                   {Exec::kSync, "Sync", "in rounds: tasks of the least priority, then updates"}}},
              cll::cat(lonestar::algorithmGroup()));

namespace {

constexpr const char* kFile = "file:";
constexpr galois::dist::PushOptions kUsual;

cll::opt<std::string> partitionFlag(
    "partition",
    cll::desc(
        "Which rank owns which nodes: oec (ranges of nodes with as many edges, default), cvc "
        "(the same, with edges where row and column of their ends meet in a grid of ranks) or "
        "file:PATH (line i has the part of node i, from 0)"),
    cll::value_desc("parts"), cll::init("oec"), cll::cat(lonestar::inputGroup()));
cll::opt<std::uint64_t>
    buffer("buffer", lonestar::WholeNumbers{1, 1 << 24},
           cll::desc(lonestar::lasting(fmt::format(
               "Updates of a rank's nodes that are sent at once (default {})", kUsual.capacity))),
           cll::value_desc("updates"), cll::init(kUsual.capacity),
           cll::cat(lonestar::algorithmGroup()));
cll::opt<double> pollEvery(
    "poll-every",
    lonestar::Numbers{"a number of 0 or more",
                      [](double us) { return us >= 0 && std::isfinite(us); }},
    cll::desc(lonestar::lasting(
        fmt::format("Look for messages between tasks after so many microseconds (default {})",
                    kUsual.pollEvery))),
    cll::value_desc("us"), cll::init(kUsual.pollEvery), cll::cat(lonestar::algorithmGroup()));
cll::opt<double>
    slack("slack",
          lonestar::Numbers{"a whole number of 0 or more, or inf,",
                            [](double buckets) {
                              return buckets >= 0 &&
                                     (std::isinf(buckets) || buckets == std::floor(buckets));
                            }},
          cll::desc(lonestar::lasting(fmt::format(
              "--exec=Async: a rank holds tasks that are worse than those of another rank by more "
              "than so many buckets; inf: never (default {})",
              kUsual.slack))),
          cll::value_desc("buckets"), cll::init(static_cast<double>(kUsual.slack)),
          cll::cat(lonestar::algorithmGroup()));
#ifdef SMPI_H // time is simulated
cll::opt<double> taskCost("task-cost",
                          lonestar::Numbers{"a number of 0 or more",
                                            [](double us) { return us >= 0 && std::isfinite(us); }},
                          cll::desc("Simulated time per task on a host of 1 Gf/s (default 0.1)"),
                          cll::value_desc("us"), cll::init(0.1),
                          cll::cat(lonestar::algorithmGroup()));
#endif

} // namespace

std::string executionName() { return lonestar::wordOf(execution); }

galois::dist::PushOptions pushOptions() {
  galois::dist::PushOptions options;
  constexpr std::uint64_t kNeverHold = galois::dist::PushOptions::kNeverHold;
  options.slack =
      slack < static_cast<double>(kNeverHold) ? static_cast<std::uint64_t>(slack) : kNeverHold;
  options.capacity = buffer;
  options.pollEvery = pollEvery;
  options.taskCost = taskCostMicroseconds() / galois::dist::MpiTransport::hostSpeed();
  return options;
}

double taskCostMicroseconds() {
#ifdef SMPI_H
  return taskCost;
#else
  return 0;
#endif
}

lonestar::Json slackName() {
  return std::isinf(slack) ? lonestar::Json("inf") : lonestar::Json(pushOptions().slack);
}

std::string partitionName() {
  const std::string& name = partitionFlag;
  if (name != "oec" && name != "cvc" && (!name.starts_with(kFile) || name == kFile)) {
    throw lonestar::UsageError(
        fmt::format("--partition={}: it is oec, cvc or {}PATH", name, kFile));
  }
  return name;
}

galois::dist::NodeParts partition(const galois::graphs::internal::GrFile& file,
                                  const galois::dist::NodeParts& balanced) {
  using galois::dist::NodeParts;
  const std::string name = partitionName();
  if (name == "oec" || name == "cvc") {
    return balanced.inColumns(name == "cvc" ? NodeParts::columnsOf(balanced.parts()) : 1);
  }
  return NodeParts::ofFile(name.substr(std::string(kFile).size()), file.layout().header.numNodes,
                           balanced.parts());
}

} // namespace dist

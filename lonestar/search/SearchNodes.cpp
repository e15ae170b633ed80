#include "search/SearchNodes.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "galois/dist/messages/Endpoint.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "search/RankFlags.h"
#include "search/RankSession.h"
#include "search/SearchFlags.h"

namespace cll = llvm::cl;

namespace lonestar::search {

namespace {

using galois::dist::Rank;
using galois::dist::RankOptions;
using galois::dist::VirtualNetwork;

// [YPP, 4.2] has 20 nodes with 15 workers, and leaves a sixteenth core to communication.
constexpr unsigned kNodes = 20, kWorkers = 15, kMostNodes = 1024;

cll::opt<unsigned> nodesFlag("virtual-nodes", WholeNumbers{1, kMostNodes},
                             cll::desc("Number of nodes; -t is that of the workers of each, by "
                                       "default 15 (default 20)"),
                             cll::value_desc("nodes"), cll::init(kNodes), cll::cat(runGroup()));
cll::opt<std::string> networkFlag(
    "virtual-network",
    cll::desc("The network: latency in microseconds, megabytes per second, and the greatest random "
              "part of a latency as a share of it (default 50:125:0.1)"),
    cll::value_desc("latency:bandwidth:jitter"), cll::init("50:125:0.1"), cll::cat(runGroup()));

/// Reads a number of --virtual-network from the front of a text.
std::optional<double> takeNumber(std::string_view& text, bool last) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const char* const stop = text.data() + text.size();
  if (error != std::errc() || (last ? end != stop : end == stop || *end != ':')) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + (last ? 0 : 1));
  return value;
}

VirtualNetwork networkOfFlags() {
  VirtualNetwork network;
  const std::string given = networkFlag;
  std::string_view text = given;
  const auto latency = takeNumber(text, false);
  const auto bandwidth = latency ? takeNumber(text, false) : latency;
  const auto jitter = bandwidth ? takeNumber(text, true) : bandwidth;
  const auto positive = [](const auto& value) { return value && *value > 0 && *value < 1e9; };
  if (!positive(latency) || !positive(bandwidth) || !jitter || *jitter < 0 || *jitter > 10) {
    throw UsageError(
        fmt::format("--virtual-network={}: it is a latency and a bandwidth above 0, and "
                    "a share from 0 to 10, such as 50:125:0.1",
                    given));
  }
  network.ranks = nodesFlag;
  network.seed = seed;
  network.latency = *latency;
  network.bandwidth = *bandwidth;
  network.jitter = *jitter;
  return network;
}

class Session : public RankSession {
public:
  void connect() override {
    if (threadsByDefault()) {
      numThreads = static_cast<int>(kWorkers);
    }
    if (timeLimit()) {
      throw UsageError(kSimulatedClock);
    }
    network_ = networkOfFlags();
    const std::vector<std::string> hosts(network_.ranks, "virtual");
    for (Rank rank = 0; rank < network_.ranks; ++rank) {
      options_.push_back(rankOptions({.rank = rank,
                                      .ranks = network_.ranks,
                                      .workers = static_cast<unsigned>(numThreads),
                                      .simulated = true,
                                      .hosts = hosts}));
      RankOptions& own = options_.back();
      // A worker looks at the clock once per kNodesPerLook nodes or in the time between two looks.
      own.nodesPerLook = static_cast<unsigned>(
          std::clamp(own.pollEvery / std::max(own.nodeCost, 1e-9), 1.0, double{kNodesPerLook}));
    }
  }
  unsigned ranks() const override { return network_.ranks; }
  bool leads() const override { return true; }
  void state(const Json& /*facts*/) override {}
  void identify(const Json& /*search*/) override {}
  std::uint64_t nodesBefore() const override { return 0; }
  std::optional<double> simulatedSeconds() const override {
    double longest = 0; // microseconds
    for (const auto& report : reports_) {
      longest = std::max(longest, report.elapsed);
    }
    return longest / 1e6;
  }
  const char* suffix() const override { return "-nodes"; }
  Json sections() const override {
    Json json = {{"dist",
                  {{"transport", "virtual"},
                   {"ranks", ranks()},
                   {"threads_per_rank", int{numThreads}},
                   {"progress", progressName()},
                   {"hosts", std::vector<std::string>(ranks(), "virtual")},
                   {"simulated", true},
                   {"platform", fmt::format("virtual-network {}", std::string{networkFlag})},
                   {"node_cost_us", options_.front().nodeCost}}}};
    json.update(rankSections(reports_));
    return json;
  }

  void run(const std::function<void(Nodes&)>& fn) {
    galois::dist::runVirtual(network_, [&](galois::dist::VirtualTransport& transport) {
      galois::dist::Endpoint<galois::dist::VirtualTransport> endpoint(transport);
      Nodes nodes(endpoint, options_.at(transport.rank()));
      fn(nodes);
      if (nodes.rank() == 0) {
        reports_ = nodes.reports;
      }
    });
  }

private:
  static constexpr unsigned kNodesPerLook = 64;

  VirtualNetwork network_;
  std::vector<RankOptions> options_; ///< of each node
  std::vector<galois::dist::RankReport> reports_;
};

Session* session = nullptr;

} // namespace

void onVirtualNodes(const std::function<void(Nodes&)>& fn) { session->run(fn); }

int nodesMain(int argc, char** argv, int (*program)(int, char**)) {
  Session own;
  session = &own;
  setRankSession(&own);
  const int status = runMain(argv, [&] { return program(argc, argv); });
  setRankSession(nullptr);
  session = nullptr;
  return status;
}

} // namespace lonestar::search

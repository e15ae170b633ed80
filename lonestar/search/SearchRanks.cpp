#include "search/SearchRanks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "galois/Threads.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/Launch.h"
#include "galois/dist/search/Checkpoints.h"
#include "galois/dist/transport/HostShare.h"
#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ThreadPool.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/MutedOutput.h"
#include "search/CheckpointFlags.h"
#include "search/RankFlags.h"
#include "search/RankSession.h"
#include "search/SearchFlags.h"

namespace lonestar::search {

namespace {

using galois::dist::MpiTransport;
using galois::dist::Rank;
using galois::dist::RankPlace;
using galois::dist::Reader;
using galois::dist::Writer;

bool started = false; // whether this process has begun MPI

constexpr bool kSimulated = MpiTransport::kSimulated;

class Session : public RankSession {
public:
  Session(int& argc, char**& argv) : argc_(argc), argv_(argv) {
    if (kSimulated) { // virtual ranks share standard output and error, and know no launcher
      mpi_ = std::make_unique<galois::dist::MpiProgram>(argc_, argv_, false);
    } else if (galois::dist::launchedRank(std::getenv) > 0) {
      // A launcher may end all processes when one has failed, before rank 0 has said why.
      std::atexit([] {
        if (!started) {
          usleep(500'000);
        }
      });
      silence_.emplace(STDERR_FILENO); // rank 0 says the same
      quiet_.emplace(STDOUT_FILENO);
    }
  }

  void connect() override {
    join();
    if (kSimulated) {
      takeOneThread();
    } else {
      takeShare(galois::dist::shareOfHost(endpoint_->rank(), places_));
    }
    ranks_ = std::make_unique<Ranks>(
        *endpoint_,
        rankOptions({endpoint_->rank(), endpoint_->ranks(), static_cast<unsigned>(numThreads),
                     kSimulated, MpiTransport::hostSpeed(), hosts_, kSimulated}));
    checkpointing_ = checkpointOptions(kSimulated);
    facts_.emplace_back("stealing", stealSettings().dump());
    facts_.emplace_back("checkpoints", checkpointSettings().dump());
  }

  /// Begins to communicate, on all ranks, also those that end because a flag is wrong.
  void join() {
    started = true;
    if (!mpi_) {
      mpi_ = std::make_unique<galois::dist::MpiProgram>(argc_, argv_, true);
    }
    transport_ = std::make_unique<MpiTransport>();
    endpoint_ = std::make_unique<galois::dist::Endpoint<MpiTransport>>(*transport_);
    RankPlace own(galois::dist::MpiProgram::host(), {});
    for (const auto& thread : galois::substrate::getHWTopo().threadTopoInfo) {
      own.second.push_back(thread.osContext);
    }
    Writer writer;
    writer(own);
    for (const auto& part : endpoint_->gather(writer.bytes())) {
      places_.push_back(Reader(part).get<RankPlace>());
      hosts_.push_back(places_.back().first);
    }
    stage_ = Stage::kConnected;
  }
  const char* suffix() const override { return "-dist"; }
  unsigned ranks() const override { return endpoint_ ? endpoint_->ranks() : 1; }
  bool leads() const override { return endpoint_->rank() == 0; }
  void state(const Json& facts) override {
    for (const auto& [name, value] : facts.items()) {
      facts_.emplace_back(name, value.dump());
    }
  }
  void identify(const Json& search) override {
    if (checkpointing_) {
      checkpointing_->search = search.dump();
    }
  }
  std::uint64_t nodesBefore() const override {
    return checkpoints_ ? checkpoints_->report().nodesBefore : 0;
  }
  Json sections() const override {
    Json json = {{"dist",
                  {{"transport", "mpi"},
                   {"mpi", galois::dist::MpiProgram::library()},
                   {"ranks", ranks()},
                   {"threads_per_rank", int{numThreads}},
                   {"thread_level", kSimulated ? "single" : "serialized"},
                   {"progress", progressName()},
                   {"hosts", hosts_},
                   {"simulated", kSimulated}}}};
    if (kSimulated) {
      json["dist"]["platform"] = galois::dist::MpiProgram::platform();
      json["dist"]["node_cost_us"] = ranks_->options().nodeCost * MpiTransport::hostSpeed();
    }
    json.update(rankSections(ranks_->reports));
    if (checkpoints_) {
      json["checkpoint"] = checkpointSection(checkpoints_->report());
    }
    return json;
  }

  std::optional<double> simulatedSeconds() const override {
    if (!kSimulated) {
      return std::nullopt;
    }
    double longest = 0; // microseconds
    for (const auto& report : ranks_->reports) {
      longest = std::max(longest, report.elapsed);
    }
    return longest / 1e6;
  }
  /// Whether this rank leaves it to rank 0 to say what is wrong, although it shares its output.
  bool keepsQuiet() const {
    return kSimulated && stage_ != Stage::kAgreed && MpiTransport::worldRank() > 0;
  }

  Ranks& agreed() {
    if (stage_ == Stage::kConnected) {
      agree("");
    }
    return *ranks_;
  }
  /// After the answer was reported: deletes the checkpoint of a complete search, or says where it is.
  void finish(int status);
  /// Compares the facts of all ranks, or tells them why this one has failed.
  void agree(const std::string& failure);
  /// Says on all ranks that this one has failed, and ends them if they do not listen.
  void fail(const std::string& text) {
    // Other ranks may have other flags, and wait for this one.
    if (stage_ == Stage::kAlone && (kSimulated || galois::dist::launchedRanks(std::getenv) > 1)) {
      join();
    }
    if (stage_ == Stage::kConnected) {
      try {
        agree(text);
      } catch (const AppError&) {
        // the caller reports `text`
      }
    } else if (stage_ == Stage::kAgreed) { // others may be in a search
      endpoint_->abort(text);
    }
  }

private:
  void openCheckpoints();
  /// On simulated machines: sets the number of threads. @throws UsageError
  static void takeOneThread() {
    if (threadsByDefault()) {
      numThreads = 1;
      galois::setActiveThreads(1);
    } else if (numThreads != 1) {
      throw UsageError(fmt::format("-t={}: virtual ranks have one thread each", int{numThreads}));
    }
    if (std::isfinite(searchLimits().seconds)) {
      throw UsageError(kSimulatedClock);
    }
  }

  /// Takes the processors of the host that the other ranks leave.
  static void takeShare(const galois::dist::HostShare& share) {
    if (!share.alone) {
      galois::substrate::getThreadPool().setPinning(false); // several would pin to the same
    }
    if (threadsByDefault()) {
      numThreads = static_cast<int>(std::min(share.threads, static_cast<unsigned>(numThreads)));
      galois::setActiveThreads(static_cast<unsigned>(numThreads), galois::kOversubscribe);
    }
  }

  enum class Stage {
    kAlone,     ///< there is no MPI yet
    kConnected, ///< a failure is told by agree()
    kAgreed,    ///< a failure aborts all
    kEnding     ///< all know of a failure
  };

  int& argc_;
  char**& argv_;
  std::optional<MutedOutput> silence_, quiet_;
  std::unique_ptr<galois::dist::MpiProgram> mpi_;
  std::unique_ptr<MpiTransport> transport_;
  std::unique_ptr<galois::dist::Endpoint<MpiTransport>> endpoint_;
  std::unique_ptr<Ranks> ranks_;
  std::optional<galois::dist::CheckpointOptions> checkpointing_;
  std::unique_ptr<galois::dist::Checkpoints<MpiTransport>> checkpoints_;
  std::vector<RankPlace> places_;
  std::vector<std::string> hosts_;
  std::vector<galois::dist::Fact> facts_;
  Stage stage_ = Stage::kAlone;
};

void Session::agree(const std::string& failure) {
  stage_ = Stage::kEnding;
  Writer writer;
  writer(failure);
  const auto failures = endpoint_->gather(writer.bytes());
  for (Rank rank = 0; rank < failures.size(); ++rank) {
    const auto text = Reader(failures[rank]).get<std::string>();
    if (!text.empty()) {
      throw AppError(rank == 0 ? text : fmt::format("rank {}: {}", rank, text));
    }
  }
  const std::string difference = galois::dist::disagreement(*endpoint_, facts_);
  if (!difference.empty()) {
    throw AppError(difference);
  }
  openCheckpoints();
  stage_ = Stage::kAgreed;
  silence_.reset(); // from now on a failure is this rank's own
}

void Session::openCheckpoints() {
  if (!checkpointing_) {
    return;
  }
  checkpoints_ =
      std::make_unique<galois::dist::Checkpoints<MpiTransport>>(*endpoint_, *checkpointing_);
  const std::string wrong = checkpoints_->open();
  if (!wrong.empty()) {
    throw AppError(wrong);
  }
  ranks_->setCheckpoints(checkpoints_.get());
  if (leads() && checkpointing_->restart) {
    const auto& report = checkpoints_->report();
    const std::string folder = checkpointing_->folder.string();
    if (report.startedFrom == 0) {
      galois::inputs::printTo(stderr, "{} has no checkpoint; the search begins anew\n", folder);
    } else {
      galois::inputs::printTo(stderr, "goes on from checkpoint {} in {}: {} by {} in {:.1f} s\n",
                              report.startedFrom, folder, counted(report.nodesBefore, "node"),
                              counted(report.partsBefore, "rank"), report.timeBefore / 1e6);
    }
  }
}

void Session::finish(int status) {
  if (!checkpoints_ || !leads()) {
    return;
  }
  if (status == 0) {
    checkpoints_->discardIfComplete();
  }
  if (checkpoints_->report().last > 0 && !checkpoints_->isComplete()) {
    galois::inputs::printTo(stderr, "checkpoint {} is in {}; --restart goes on from it\n",
                            checkpoints_->report().last, checkpointing_->folder.string());
  }
}

Session* session = nullptr;

} // namespace

Ranks& agreedRanks() { return session->agreed(); }

int rankedMain(int argc, char** argv, int (*program)(int, char**)) {
  Session own(argc, argv);
  session = &own;
  setRankSession(&own);
  const int status = runMain(argv, [&] {
    // Virtual ranks are fibers of one thread, whose exceptions must not meet. So a rank talks to
    // others after its handler.
    std::exception_ptr failure;
    std::string text;
    bool usage = false;
    try {
      const int result = program(argc, argv);
      own.finish(result);
      return result;
    } catch (const std::exception& error) {
      failure = std::current_exception();
      text = error.what();
      usage = dynamic_cast<const UsageError*>(&error) != nullptr;
    }
    own.fail(text);
    if (own.keepsQuiet()) {
      return usage ? 2 : 1;
    }
    std::rethrow_exception(failure);
  });
  setRankSession(nullptr);
  return status;
}

} // namespace lonestar::search

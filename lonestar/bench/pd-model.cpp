/**
 * pd-model: simulates the model of work stealing with private deques in time steps and compares it
 * with the bound of the theorem (libgalois/bench/stealing/). docs/pd-model.md says how to read its
 * records.
 */
#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <llvm/Support/CommandLine.h>
#include <nlohmann/json.hpp>

#include "galois/Galois.h"
#include "inputs/io/Messages.h"
#include "inputs/tools/CommandLine.h"
#include "stealing/Coalescing.h"
#include "stealing/ModelRuns.h"

namespace {

namespace cll = llvm::cl;
using namespace galois::bench;
using galois::inputs::failUsage;
using Json = nlohmann::ordered_json;

enum class Study { kGrid, kIdle, kSpread, kCoalescing, kConstants };
enum class Requests { kFresh, kSticky };
enum class Side { kSender, kReceiver };

cll::OptionCategory category("Model");
cll::list<Study, bool, galois::inputs::ChoiceParser<Study>> studies(
    "study", cll::CommaSeparated, cll::desc("What is simulated (default grid):"),
    cll::values(clEnumValN(Study::kGrid, "grid", "time, and the theorem's bound on it"),
                clEnumValN(Study::kIdle, "idle", "idle time: more forks, and more depth"),
                clEnumValN(Study::kSpread, "spread", "the time until all processors are busy"),
                clEnumValN(Study::kCoalescing, "coalescing", "tree traversals, nodes in batches"),
                clEnumValN(Study::kConstants, "constants", "the numerical facts of the proof")),
    cll::cat(category));
cll::list<std::string>
    dags("dag", cll::CommaSeparated,
         cll::desc("Computations of the grid: fib:N:LEAF, sp:WORK:LEAF:SEED, spine:FORKS:LEFT, "
                   "flat:ROUNDS:LEAVES:LENGTH; numbers may be left out"),
         cll::value_desc("list"), cll::cat(category));
cll::list<unsigned> processors("processors", galois::inputs::WholeNumbers{1, 65536},
                               cll::CommaSeparated, cll::desc("Numbers of processors of the grid"),
                               cll::value_desc("list"), cll::cat(category));
cll::list<double> deltas("delta",
                         galois::inputs::Numbers{
                             "a number above 1, at most 1e9,",
                             [](double steps) { return steps > 1 && steps <= 1e9; }},
                         cll::CommaSeparated,
                         cll::desc("Mean delays between attempts of the grid, in steps, above 1"),
                         cll::value_desc("list"), cll::cat(category));
cll::list<Side, bool, galois::inputs::ChoiceParser<Side>>
    sides("protocol", cll::CommaSeparated,
          cll::desc("Who initiates a transfer in the grid (default both):"),
          cll::values(clEnumValN(Side::kSender, "sender", "busy processors"),
                      clEnumValN(Side::kReceiver, "receiver", "idle processors")),
          cll::cat(category));
cll::list<Requests, bool, galois::inputs::ChoiceParser<Requests>> requests(
    "requests", cll::CommaSeparated, cll::desc("Requests of receivers (default both):"),
    cll::values(clEnumValN(Requests::kFresh, "fresh", "anew in every step, as the proof assumes"),
                clEnumValN(Requests::kSticky, "sticky", "wait for an answer, as in the algorithm")),
    cll::cat(category));
cll::opt<unsigned> runs("runs", galois::inputs::WholeNumbers{1, 100000},
                        cll::desc("Runs per cell, each with its own seed (default 20)"),
                        cll::value_desc("N"), cll::init(20), cll::cat(category));
cll::opt<unsigned long long> seed("seed", cll::desc("Seed (default 1)"), cll::value_desc("N"),
                                  cll::init(1), cll::cat(category));
cll::opt<unsigned> threads("t", galois::inputs::WholeNumbers{1, galois::substrate::kMaxThreads},
                           cll::desc("Threads (default 1); they do not change the result"),
                           cll::value_desc("N"), cll::init(1), cll::cat(category));
cll::opt<std::string> jsonFile("json", galois::inputs::WrittenFile(),
                               cll::desc("Write one record per line and per cell"),
                               cll::value_desc("file"), cll::cat(category));
cll::opt<bool> check("check",
                     cll::desc("Run all studies on their standard cells; exit with status 1 if a "
                               "mean exceeds its bound by more than 3 standard errors, or another "
                               "statement of the proof fails"),
                     cll::cat(category));

/// Where the output goes, and what --check has found.
class Report {
public:
  Report() {
    if (!jsonFile.empty()) {
      file_.emplace(jsonFile);
    }
  }
  template <typename... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    galois::inputs::printTo(galois::inputs::outputForPeople(), format,
                            std::forward<Values>(values)...);
  }
  void add(const Json& record) {
    if (file_) {
      file_->write(record.dump());
      file_->write("\n");
    }
  }
  /// Notes a statement that does not hold.
  void fail(const std::string& what) {
    print("VIOLATED: {}\n", what);
    ++failures_;
  }
  /// Completes the file. @throws InputError with --check if a statement does not hold
  void finish() {
    if (file_) {
      file_->commit();
    }
    if (check && failures_ > 0) {
      throw galois::inputs::InputError(
          fmt::format("{} statement(s) of the proof violated", failures_));
    }
  }

private:
  std::optional<galois::inputs::OutputFile> file_;
  std::uint64_t failures_ = 0;
};

/// Reads NAME:NUMBER:...; numbers that are left out keep their default.
std::shared_ptr<const Dag> parseDag(const std::string& text) {
  std::string name = text.substr(0, text.find(':'));
  std::vector<std::uint64_t> values = name == "fib"     ? std::vector<std::uint64_t>{18, 30}
                                      : name == "sp"    ? std::vector<std::uint64_t>{100000, 30, 1}
                                      : name == "spine" ? std::vector<std::uint64_t>{200, 300}
                                      : name == "flat"  ? std::vector<std::uint64_t>{4, 256, 100}
                                                        : std::vector<std::uint64_t>{};
  if (values.empty()) {
    failUsage("--dag={}: there is no such computation; choose one of fib, sp, spine, flat", text);
  }
  std::size_t at = name.size();
  for (std::uint64_t& value : values) {
    if (at == text.size()) {
      break;
    }
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + at + 1, end, value);
    at = static_cast<std::size_t>(parsed.ptr - text.data());
    if (parsed.ec != std::errc() || (at < text.size() && text[at] != ':') || value == 0 ||
        value > 100'000'000) {
      failUsage("--dag={}: numbers are between 1 and 100000000", text);
    }
  }
  if (at < text.size()) {
    failUsage("--dag={}: {} takes at most {} numbers", text, name, values.size());
  }
  const auto limit = [&text](bool fits) {
    if (!fits) {
      failUsage("--dag={} has more than 100 million forks", text);
    }
  };
  if (name == "fib") {
    if (values[0] > 30) {
      failUsage("--dag={}: fib:N is for N of at most 30", text);
    }
    return std::make_shared<const Dag>(fibDag(static_cast<unsigned>(values[0]), values[1]));
  }
  if (name == "sp") {
    return std::make_shared<const Dag>(seriesParallelDag(values[0], values[1], values[2]));
  }
  if (name == "spine") {
    return std::make_shared<const Dag>(rightSpineDag(values[0], values[1]));
  }
  limit(values[0] <= 100'000'000 / values[1]);
  return std::make_shared<const Dag>(flatDag(values[0], values[1], values[2]));
}

bool gridIsChosen() {
  return !(dags.empty() && processors.empty() && deltas.empty() && sides.empty() &&
           requests.empty());
}

/// Returns the cells that the flags select.
std::vector<Cell> chosenGrid() {
  if (!gridIsChosen()) {
    return standardGrid();
  }
  std::vector<std::shared_ptr<const Dag>> chosenDags;
  for (const std::string& name : dags.empty()
                                     ? std::vector<std::string>{"fib", "sp", "spine", "flat"}
                                     : std::vector<std::string>(dags.begin(), dags.end())) {
    chosenDags.push_back(parseDag(name));
  }
  std::vector<unsigned> counts(processors.begin(), processors.end());
  std::vector<double> delays(deltas.begin(), deltas.end());
  const bool sender = sides.empty() || llvm::is_contained(sides, Side::kSender);
  const bool receiver = sides.empty() || llvm::is_contained(sides, Side::kReceiver);
  if (!receiver && !requests.empty()) {
    failUsage("--requests means nothing without --protocol=receiver");
  }
  std::vector<Protocol> protocols;
  if (sender) {
    protocols.push_back(Protocol::kSender);
  }
  if (receiver && (requests.empty() || llvm::is_contained(requests, Requests::kFresh))) {
    protocols.push_back(Protocol::kFresh);
  }
  if (receiver && (requests.empty() || llvm::is_contained(requests, Requests::kSticky))) {
    protocols.push_back(Protocol::kSticky);
  }
  return combine(chosenDags, counts.empty() ? std::vector<unsigned>{2, 16, 64, 256} : counts,
                 delays.empty() ? std::vector<double>{2, 10, 100, 1000} : delays, protocols,
                 {Dates::kReset});
}

const char* nameOf(Protocol protocol) {
  return protocol == Protocol::kSender  ? "sender"
         : protocol == Protocol::kFresh ? "receiver-fresh"
                                        : "receiver-sticky";
}

const char* nameOf(Dates dates) {
  return dates == Dates::kReset ? "reset" : dates == Dates::kPrinted ? "printed" : "kept";
}

Json recordOf(const char* study, const Cell& cell, const CellResult& result) {
  const ModelMachine& machine = cell.machine;
  const Dag& dag = *cell.dag;
  Json record{{"app", "pd-model"},
              {"study", study},
              {"dag", dag.name},
              {"work", dag.work},
              {"depth", dag.depth},
              {"forks", dag.forks},
              {"processors", machine.processors},
              {"delta", machine.delta},
              {"protocol", machine.protocol == Protocol::kSender ? "sender" : "receiver"},
              {"requests", machine.protocol == Protocol::kSender  ? Json(nullptr)
                           : machine.protocol == Protocol::kFresh ? Json("fresh")
                                                                  : Json("sticky")},
              {"dates", nameOf(machine.dates)},
              {"runs", result.runs},
              {"seed", seed.getValue()}};
  record["all_busy_runs"] = result.reached;
  record["half_busy"] = result.reached > 0 ? Json(result.halfBusy.value) : Json(nullptr);
  record["all_busy"] = result.reached > 0 ? Json(result.allBusy.value) : Json(nullptr);
  record["all_busy_error"] = result.reached > 0 ? Json(result.allBusy.error) : Json(nullptr);
  if (machine.untilAllBusy) {
    return record;
  }
  record["time"] = result.time.value;
  record["time_error"] = result.time.error;
  record["bound"] = result.bound.total();
  record["bound_work"] = result.bound.ofWork;
  record["bound_depth"] = result.bound.ofDepth;
  record["bound_forks"] = result.bound.ofForks;
  record["c"] = result.bound.c;
  record["mu"] = result.bound.m;
  record["exceeds_bound"] = result.exceedsBound();
  record["attempts"] = result.attempts.value;
  record["attempts_error"] = result.attempts.error;
  record["attempts_expected"] = result.bound.attempts;
  record["idle"] = result.idle.value;
  record["idle_error"] = result.idle.error;
  const double unit = machine.processors * machine.delta * static_cast<double>(dag.forks);
  record["idle_per_fork"] = unit > 0 ? Json(result.idle.value / unit) : Json(nullptr);
  record["migrations"] = result.migrations.value;
  Json classes = Json::array();
  for (std::size_t i = 0; i < result.byIdle.size(); ++i) {
    const Migrations& one = result.byIdle[i];
    if (one.attempts > 0) {
      classes.push_back({{"idle_from", 1u << i},
                         {"attempts", one.attempts},
                         {"migrated", one.migrated},
                         {"promised", one.promised},
                         {"variance", one.variance}});
    }
  }
  record["by_idle"] = classes;
  record["migration_deviation"] = result.leastDeviation();
  return record;
}

/// Simulates the cells on all threads, and returns the results in their order.
std::vector<CellResult> simulateAll(const std::vector<Cell>& cells) {
  std::vector<CellResult> results(cells.size());
  galois::do_all(
      galois::iterate(std::size_t{0}, cells.size()),
      [&](std::size_t i) { results[i] = simulateCell(cells[i], runs, seed); }, galois::steal(),
      galois::chunk_size<1>());
  return results;
}

std::string nameOf(const Cell& cell) {
  return fmt::format("{} P={} delta={} {} dates={}", cell.dag->name, cell.machine.processors,
                     cell.machine.delta, nameOf(cell.machine.protocol), nameOf(cell.machine.dates));
}

/// A deviation this low happens by chance in one class of some 10^5, and the grid has some 10^3.
constexpr double kLowestDeviation = -4.5;

void runCells(const char* study, const std::vector<Cell>& cells, Report& report) {
  const std::vector<CellResult> results = simulateAll(cells);
  report.print("{:<22} {:>4} {:>6} {:<15} {:>11} {:>9} {:>11} {:>6} {:>9} {:>9} {:>9}\n",
               "computation", "P", "delta", "protocol", "time", "error", "bound", "ratio",
               "attempts", "idle", "migrated");
  double attempts = 0, expected = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i];
    const CellResult& result = results[i];
    report.add(recordOf(study, cell, result));
    report.print(
        "{:<22} {:>4} {:>6} {:<15} {:>11.0f} {:>9.1f} {:>11.0f} {:>6.3f} {:>9.0f} {:>9.0f} "
        "{:>9.1f}\n",
        cell.dag->name, cell.machine.processors, cell.machine.delta, nameOf(cell.machine.protocol),
        result.time.value, result.time.error, result.bound.total(),
        result.time.value / result.bound.total(), result.attempts.value, result.idle.value,
        result.migrations.value);
    if (result.exceedsBound()) {
      report.fail(fmt::format("E[T_P] <= bound at {}: mean {} +- {} exceeds {}", nameOf(cell),
                              result.time.value, result.time.error, result.bound.total()));
    }
    // The lemma's proof does not cover requests that wait.
    if (cell.machine.protocol != Protocol::kSticky && result.leastDeviation() < kLowestDeviation) {
      report.fail(fmt::format("Lemma A.6 at {}: migrations are {:.1f} standard deviations too few",
                              nameOf(cell), -result.leastDeviation()));
    }
    attempts += result.attempts.value;
    expected += result.bound.attempts;
  }
  report.print("attempts / (T_1/(delta-1)), all cells together: {:.4f}\n", attempts / expected);
  if (check && !(std::abs(attempts / expected - 1) <= 0.01)) {
    report.fail(
        fmt::format("Lemma A.2: attempts are {:.4f} of T_1/(delta-1)", attempts / expected));
  }
}

void runSpread(Report& report) {
  const std::vector<Cell> cells = spreadStudy();
  const std::vector<CellResult> results = simulateAll(cells);
  report.print("{:<22} {:>4} {:>6} {:<8} {:>11} {:>11} {:>9} {:>5}\n", "computation", "P", "delta",
               "dates", "half busy", "all busy", "error", "runs");
  for (std::size_t i = 0; i < cells.size(); ++i) {
    report.add(recordOf("spread", cells[i], results[i]));
    report.print("{:<22} {:>4} {:>6} {:<8} {:>11.0f} {:>11.0f} {:>9.1f} {:>5}\n",
                 cells[i].dag->name, cells[i].machine.processors, cells[i].machine.delta,
                 nameOf(cells[i].machine.dates), results[i].halfBusy.value,
                 results[i].allBusy.value, results[i].allBusy.error, results[i].reached);
  }
}

void runCoalescing(Report& report) {
  constexpr std::uint64_t kNodes = std::uint64_t{1} << 20;
  struct Case {
    TreeShape tree;
    Coalescing rule;
    unsigned processors;
    std::uint64_t batch;
    Traversal result{};
  };
  std::vector<Case> cases;
  for (const TreeShape tree : {TreeShape::kBinary, TreeShape::kWide}) {
    for (const Coalescing rule : {Coalescing::kNone, Coalescing::kConstant, Coalescing::kCong,
                                  Coalescing::kSplit, Coalescing::kSplitOlder}) {
      for (const unsigned count : {1, 16, 64}) {
        for (const std::uint64_t batch : {64, 256}) {
          cases.push_back({tree, rule, count, batch});
        }
      }
    }
  }
  galois::do_all(
      galois::iterate(std::size_t{0}, cases.size()),
      [&](std::size_t i) {
        Case& one = cases[i];
        one.result = traverse(one.tree, kNodes, one.rule, one.batch, one.processors,
                              galois::substrate::Random(seed, i));
      },
      galois::steal(), galois::chunk_size<1>());
  constexpr const char* kRules[] = {"none", "constant", "cong", "split", "split-older"};
  report.print("{:<7} {:<12} {:>4} {:>6} {:>9} {:>8} {:>11} {:>11}\n", "tree", "rule", "P", "batch",
               "time", "speed-up", "tasks/node", "moved/node");
  for (const Case& one : cases) {
    const char* const tree = one.tree == TreeShape::kBinary ? "binary" : "wide";
    const char* const rule = kRules[static_cast<unsigned>(one.rule)];
    const auto nodes = static_cast<double>(one.result.visited);
    const double speedup = nodes / static_cast<double>(one.result.time);
    const double tasks = static_cast<double>(one.result.tasks) / nodes;
    const double moved = static_cast<double>(one.result.moved) / nodes;
    report.print("{:<7} {:<12} {:>4} {:>6} {:>9} {:>8.2f} {:>11.4f} {:>11.4f}\n", tree, rule,
                 one.processors, one.batch, one.result.time, speedup, tasks, moved);
    report.add({{"app", "pd-model"},
                {"study", "coalescing"},
                {"tree", tree},
                {"coalesce", rule},
                {"processors", one.processors},
                {"batch", one.batch},
                {"seed", seed.getValue()},
                {"nodes", one.result.visited},
                {"time", one.result.time},
                {"speedup", speedup},
                {"tasks_per_node", tasks},
                {"moved_per_node", moved}});
  }
}

void runConstants(Report& report) {
  constexpr std::uint32_t kMost = 10000;
  const BestKappa best = bestKappa();
  const LemmaB1 lemma = testLemmaB1(kMost);
  report.print("k/(1 - 2 e^-k) is least at k = {:.6f}, where it is {:.6f}\n", best.kappa,
               best.value);
  report.print("Lemma B.1: {} counterexamples among {} pairs 1 <= n <= q <= {}; least margin "
               "{:.4g}/q at q = {}, n = {}\n",
               lemma.counterexamples, lemma.pairs, kMost, lemma.leastMargin, lemma.q, lemma.n);
  report.add({{"app", "pd-model"},
              {"study", "constants"},
              {"kappa", best.kappa},
              {"kappa_value", best.value},
              {"lemma_b1_most", kMost},
              {"lemma_b1_pairs", lemma.pairs},
              {"lemma_b1_counterexamples", lemma.counterexamples},
              {"lemma_b1_least_margin_times_q", lemma.leastMargin}});
  if (!(best.value < 2.68)) {
    report.fail(fmt::format("min k/(1 - 2 e^-k) < 2.68: it is {}", best.value));
  }
  if (lemma.counterexamples > 0) {
    report.fail("Lemma B.1");
  }
}

void program() {
  if (check && (gridIsChosen() || !studies.empty())) {
    failUsage("--check runs all studies on their standard cells; leave the other flags out");
  }
  const bool gridToo = check || studies.empty() || llvm::is_contained(studies, Study::kGrid);
  if (!gridToo && gridIsChosen()) {
    failUsage("--dag, --processors, --delta, --protocol and --requests are for --study=grid");
  }
  galois::SharedMemSys system;
  galois::setActiveThreads(threads, galois::kOversubscribe);
  Report report;
  const auto asked = [](Study study) { return check || llvm::is_contained(studies, study); };
  if (gridToo) {
    runCells("grid", chosenGrid(), report);
  }
  if (asked(Study::kIdle)) {
    runCells("idle", idleStudy(), report);
  }
  if (asked(Study::kSpread)) {
    runSpread(report);
  }
  if (asked(Study::kCoalescing)) {
    runCoalescing(report);
  }
  if (asked(Study::kConstants)) {
    runConstants(report);
  }
  report.finish();
}

} // namespace

int main(int argc, char** argv) {
  return galois::inputs::toolMain(
      argc, argv, category,
      "pd-model: work stealing with private deques in the model of its paper\n", program);
}

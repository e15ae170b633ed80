#include "inputs/describe/Report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace galois::inputs {

namespace {

constexpr std::array<std::pair<const char*, double>, 11> kQuantiles{{{"p0.1", 0.001},
                                                                     {"p1", 0.01},
                                                                     {"p5", 0.05},
                                                                     {"p10", 0.10},
                                                                     {"p25", 0.25},
                                                                     {"p50", 0.50},
                                                                     {"p75", 0.75},
                                                                     {"p90", 0.90},
                                                                     {"p95", 0.95},
                                                                     {"p99", 0.99},
                                                                     {"p99.9", 0.999}}};

/// Returns 1234567 as "1,234,567".
std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) {
      text += ',';
    }
    text += digits[i];
  }
  return text;
}

/// Returns a value of a distribution: integers in full, others to four digits.
std::string value(double number) {
  if (number == std::floor(number) && std::abs(number) < 0x1p53) {
    const std::string digits = grouped(static_cast<std::uint64_t>(std::abs(number)));
    return number < 0 ? "-" + digits : digits;
  }
  return fmt::format("{:.4g}", number);
}

std::string bytes(std::uint64_t count) {
  constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(count);
  size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < kUnits.size(); ++unit) {
    amount /= 1024;
  }
  return unit == 0 ? fmt::format("{} bytes", count)
                   : fmt::format("{:.{}f} {}", amount, amount < 10 ? 1 : 0, kUnits[unit]);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format(
      "{:.1f} %", whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

class TextReport {
public:
  std::string take() { return std::move(text_); }

  void head(std::string_view line) { fmt::format_to(std::back_inserter(text_), "{}\n", line); }

  void row(const char* label, const std::string& what) {
    fmt::format_to(std::back_inserter(text_), "  {:<16}{}\n", label, what);
  }

  void distribution(const char* label, const Distribution& values) {
    if (values.count() == 0) {
      return;
    }
    fmt::format_to(
        std::back_inserter(text_),
        "\n{}: {} to {}, mean {:.4g}, median {}, 5 % up to {}, 95 % up to {}, 99 % up to "
        "{}\n",
        label, value(values.min()), value(values.max()), values.mean(), value(values.quantile(0.5)),
        value(values.quantile(0.05)), value(values.quantile(0.95)), value(values.quantile(0.99)));
    constexpr size_t kRows = 20;
    constexpr double kBar = 40;
    const std::vector<Bin> bins = values.bins(kRows);
    std::vector<std::string> labels;
    size_t width = 0;
    std::uint64_t most = 1;
    for (const Bin& bin : bins) {
      labels.push_back(bin.low == bin.high ? value(bin.low)
                       : values.whole()
                           ? fmt::format("{} to {}", value(bin.low), value(std::ceil(bin.high) - 1))
                           : fmt::format("{} to {}", value(bin.low), value(bin.high)));
      width = std::max(width, labels.back().size());
      most = std::max(most, bin.count);
    }
    for (size_t i = 0; i < bins.size(); ++i) {
      const double share = static_cast<double>(bins[i].count) / static_cast<double>(most);
      // A value that occurs at all gets a visible bar.
      const auto length = static_cast<size_t>(std::max(1.0, std::round(kBar * share)));
      fmt::format_to(std::back_inserter(text_), "  {:>{}}  {:>13}  {:>7}  {}\n", labels[i], width,
                     grouped(bins[i].count), percent(bins[i].count, values.count()),
                     std::string(length, '#'));
    }
  }

private:
  std::string text_;
};

const char* typeName(const Description& about) {
  return about.weightType == WeightType::kFloat    ? "floats"
         : about.weightType == WeightType::kSigned ? "integers with a sign"
                                                   : "integers";
}

/// Returns the value of --weight-type for the weights.
const char* typeFlag(const Description& about) {
  return about.weightType == WeightType::kFloat    ? "float"
         : about.weightType == WeightType::kSigned ? "signed"
                                                   : "int";
}

std::string symmetry(const Description& about) {
  if (about.oneWayArcs == 0) {
    return about.weightBytes == 0 ? "yes: every arc has its reverse"
                                  : "yes: every arc has its reverse, with the same weight";
  }
  if (about.oneWayEnds == 0) {
    return fmt::format("no: every arc has its reverse, but {} ({}) not with the same weight",
                       grouped(about.oneWayArcs), percent(about.oneWayArcs, about.arcs));
  }
  return fmt::format("no: {} arcs ({}) have no reverse", grouped(about.oneWayEnds),
                     percent(about.oneWayEnds, about.arcs));
}

std::string farPair(const FarPair& pair, const char* unit, const NodeIdMap& names) {
  return fmt::format("at least {}{}, from node {} to {}", value(pair.distance), unit,
                     names.nameOf(pair.from), names.nameOf(pair.to));
}

nlohmann::ordered_json toJson(const Distribution& values) {
  nlohmann::ordered_json json = {{"min", values.min()},
                                 {"max", values.max()},
                                 {"mean", values.mean()},
                                 {"whole", values.whole()}};
  for (const auto& [name, q] : kQuantiles) {
    json["quantiles"][name] = values.quantile(q);
  }
  constexpr size_t kMost = 200;
  json["bins"] = nlohmann::ordered_json::array();
  for (const Bin& bin : values.bins(kMost)) {
    json["bins"].push_back({bin.low, bin.high, bin.count});
  }
  return json;
}

nlohmann::ordered_json toJson(const FarPair& pair, unsigned sweeps, const NodeIdMap& names) {
  return {{"at_least", pair.distance},
          {"from", names.nameOf(pair.from)},
          {"to", names.nameOf(pair.to)},
          {"sweeps", sweeps}};
}

} // namespace

std::string textReport(const Description& about, const std::string& name, const NodeIdMap& names) {
  TextReport report;
  report.head(name);
  report.row("nodes", grouped(about.nodes));
  report.row("arcs", about.nodes == 0 ? grouped(about.arcs)
                                      : fmt::format("{} ({:.2f} per node)", grouped(about.arcs),
                                                    static_cast<double>(about.arcs) /
                                                        static_cast<double>(about.nodes)));
  report.row("self-loops", grouped(about.loops));
  report.row("parallel arcs", grouped(about.parallelArcs));
  report.row("symmetric", symmetry(about));
  report.row("components", fmt::format("{} weakly connected; the largest has {} nodes ({})",
                                       grouped(about.components), grouped(about.largestComponent),
                                       percent(about.largestComponent, about.nodes)));
  if (about.isolated > 0) {
    report.row("isolated",
               fmt::format("{} nodes without arcs to or from others ({})", grouped(about.isolated),
                           percent(about.isolated, about.nodes)));
  }
  if (about.hops) {
    report.row("diameter", farPair(*about.hops, " arcs", names));
  }
  if (about.length) {
    report.row("", farPair(*about.length, " by weight", names));
  }
  report.row("weights", about.weightBytes == 0
                            ? "none"
                            : fmt::format("{} of {} bytes", typeName(about), about.weightBytes));
  report.row("memory", fmt::format("{} as a binary .gr; about {} in an application",
                                   bytes(about.fileBytes), bytes(about.memoryBytes)));
  report.distribution(about.inDegrees ? "Arcs out of a node" : "Arcs of a node", about.outDegrees);
  if (about.inDegrees) {
    report.distribution("Arcs into a node", *about.inDegrees);
  }
  if (about.weights) {
    report.distribution("Weights", *about.weights);
  }
  return report.take();
}

std::string jsonReport(const Description& about, const std::string& name, const NodeIdMap& names) {
  nlohmann::ordered_json json = {{"schema", "galois-cps/graph-info/1"},
                                 {"input", name},
                                 {"nodes", about.nodes},
                                 {"arcs", about.arcs},
                                 {"self_loops", about.loops},
                                 {"parallel_arcs", about.parallelArcs},
                                 {"symmetric", about.oneWayArcs == 0},
                                 {"one_way_arcs", about.oneWayArcs},
                                 {"one_way_ends", about.oneWayEnds},
                                 {"components", about.components},
                                 {"largest_component", about.largestComponent},
                                 {"isolated_nodes", about.isolated},
                                 {"weight_bytes", about.weightBytes},
                                 {"weight_type", typeFlag(about)},
                                 {"file_bytes", about.fileBytes},
                                 {"memory_bytes", about.memoryBytes}};
  if (about.hops) {
    json["diameter_hops"] = toJson(*about.hops, about.sweeps, names);
  }
  if (about.length) {
    json["diameter_weight"] = toJson(*about.length, about.sweeps, names);
  }
  json["out_degrees"] = toJson(about.outDegrees);
  if (about.inDegrees) {
    json["in_degrees"] = toJson(*about.inDegrees);
  }
  if (about.weights) {
    json["weights"] = toJson(*about.weights);
  }
  return json.dump(2) + "\n";
}

} // namespace galois::inputs

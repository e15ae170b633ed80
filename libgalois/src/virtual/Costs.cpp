#include "Costs.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "Prefetches.h"

namespace galois::substrate::virt {
namespace {

/// An entry of the file of costs: its name, its unit, the member that stores the value, and the
/// default.
struct Entry {
  const char* name;
  const char* unit;
  Time Costs::*time;
  double Costs::*number;
  double scale; ///< factor from the unit in the file to that of the member
  double initial;
};

constexpr double kNs = 1e3;
constexpr double kUs = 1e6;
constexpr double kKiB = 1024;
constexpr double kMostTiles = 1024;
constexpr double kMostFlits = 1024;

// scripts/virtual/server.costs gives the sources of the defaults.
constexpr Entry kEntries[] = {
    {"hit", "ns", &Costs::hit, nullptr, kNs, 1},
    {"update", "ns", &Costs::update, nullptr, kNs, 5},
    {"near", "ns", &Costs::near, nullptr, kNs, 60},
    {"far", "ns", &Costs::far, nullptr, kNs, 130},
    {"memory", "ns", &Costs::memory, nullptr, kNs, 90},
    {"read-hold", "ns", &Costs::readHold, nullptr, kNs, 5},
    {"store", "ns", &Costs::store, nullptr, kNs, 1},
    {"store-buffer", "ns", &Costs::storeBuffer, nullptr, kNs, 400},
    {"data-overlap", "misses", nullptr, &Costs::dataOverlap, 1, 4},
    {"prefetch", "ns", &Costs::prefetch, nullptr, kNs, 0.5},
    {"prefetches", "lines", nullptr, &Costs::prefetches, 1, 16},
    {"task", "ns", &Costs::task, nullptr, kNs, 12},
    {"iteration", "ns", &Costs::iteration, nullptr, kNs, 2},
    {"edge", "ns", &Costs::edge, nullptr, kNs, 4},
    {"push", "ns", &Costs::push, nullptr, kNs, 3},
    {"pop", "ns", &Costs::pop, nullptr, kNs, 4},
    {"level", "ns", &Costs::level, nullptr, kNs, 3},
    {"fork", "ns", &Costs::fork, nullptr, kNs, 2},
    {"unit", "ns", &Costs::leafUnit, nullptr, kNs, 1},
    {"pause", "ns", &Costs::pause, nullptr, kNs, 12},
    {"yield", "ns", &Costs::yield, nullptr, kNs, 400},
    {"sleep", "us", &Costs::sleep, nullptr, kUs, 52},
    {"park", "us", &Costs::park, nullptr, kUs, 1.5},
    {"wake", "us", &Costs::wake, nullptr, kUs, 1.5},
    {"wake-up", "us", &Costs::wakeUp, nullptr, kUs, 4},
    {"signal", "us", &Costs::signal, nullptr, kUs, 1.5},
    {"spawn", "us", &Costs::spawn, nullptr, kUs, 12},
    {"switch", "us", &Costs::contextSwitch, nullptr, kUs, 1.5},
    {"slice", "us", &Costs::slice, nullptr, kUs, 3000},
    {"jitter", "share", nullptr, &Costs::jitter, 1, 0.05},
    {"mishap", "share", nullptr, &Costs::mishap, 1, 0},
    {"mishap-delay", "us", &Costs::mishapDelay, nullptr, kUs, 20},
    {"weak-failure", "share", nullptr, &Costs::weakFailure, 1, 0},
    {"stall-chance", "share", nullptr, &Costs::stallChance, 1, 0},
    {"failed-allocation", "share", nullptr, &Costs::failedAllocation, 1, 0},
    {"stall", "us", &Costs::stall, nullptr, kUs, 20000},
    {"bandwidth", "GB/s", nullptr, &Costs::bandwidth, 1e-3, 0},
    {"task-bytes", "bytes", nullptr, &Costs::taskBytes, 1, 64},
    {"edge-bytes", "bytes", nullptr, &Costs::edgeBytes, 1, 8},
    {"mesh-width", "tiles", nullptr, &Costs::meshWidth, 1, 0},
    {"hop", "ns", &Costs::hop, nullptr, kNs, 2},
    {"flit", "ns", &Costs::flit, nullptr, kNs, 1},
    {"message-flits", "flits", nullptr, &Costs::messageFlits, 1, 3},
    {"queue-access", "ns", &Costs::queueAccess, nullptr, kNs, 5},
    {"interrupt", "ns", &Costs::interrupt, nullptr, kNs, 0},
    {"private-cache", "KiB", nullptr, &Costs::privateCache, kKiB, 0},
    {"shared-cache", "KiB", nullptr, &Costs::sharedCache, kKiB, 0},
    {"shared", "ns", &Costs::shared, nullptr, kNs, 20},
    {"array-scale", "times", nullptr, &Costs::arrayScale, 1, 1},
    {"row-overlap", "misses", nullptr, &Costs::rowOverlap, 1, 2},
};
/// The first entry of the model of caches.
constexpr std::string_view kFirstOfCaches = "private-cache";

void assign(Costs& costs, const Entry& entry, double value) {
  if (entry.time != nullptr) {
    costs.*entry.time = static_cast<Time>(std::llround(value * entry.scale));
  } else {
    costs.*entry.number = value * entry.scale;
  }
}

std::string_view nextWord(std::string_view& line) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = std::min(line.find_first_not_of(kSpace), line.size());
  const std::size_t end = std::min(line.find_first_of(kSpace, begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

} // namespace

Costs::Costs() {
  for (const Entry& entry : kEntries) {
    assign(*this, entry, entry.initial);
  }
}

void Costs::read(std::string_view text, const std::string& name) {
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    const std::string_view word = nextWord(line);
    if (word.empty()) {
      continue;
    }
    const auto fail = [&](const std::string& what) {
      throw std::runtime_error(fmt::format("{}:{}: {}", name, number, what));
    };
    const Entry* known = nullptr;
    std::string names;
    for (const Entry& entry : kEntries) {
      if (word == entry.name) {
        known = &entry;
      }
      names += (names.empty() ? "" : ", ") + std::string(entry.name);
    }
    if (known == nullptr) {
      fail(fmt::format("'{}' is none of {}", word, names));
    }
    const std::string_view digits = nextWord(line);
    const std::string_view unit = nextWord(line);
    double value = -1;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || last != digits.data() + digits.size() || !(value >= 0) ||
        value > 1e6 || unit != known->unit || !nextWord(line).empty()) {
      fail(fmt::format("expected '{} <number up to 1e6> {}'", known->name, known->unit));
    }
    if (std::string_view(known->unit) == "share" && value > 1) {
      fail(fmt::format("{} is a share: from 0 to 1", known->name));
    }
    if ((known->number == &Costs::dataOverlap || known->number == &Costs::rowOverlap) &&
        value < 1) {
      fail(fmt::format("{} counts misses in flight: 1 or more", known->name));
    }
    if (known->number == &Costs::arrayScale && value < 1) {
      fail("array-scale says how much longer the modelled arrays are: 1 or more");
    }
    if (known->number == &Costs::prefetches &&
        (value != std::floor(value) || value > Prefetches::kMostBuffers)) {
      fail(fmt::format("prefetches counts a core's line-fill buffers: a whole number up to {}",
                       Prefetches::kMostBuffers));
    }
    if (known->number == &Costs::meshWidth && (value != std::floor(value) || value > kMostTiles)) {
      fail(
          fmt::format("mesh-width counts the tiles of a row: a whole number up to {}; 0 stands for "
                      "the least square mesh",
                      kMostTiles));
    }
    if (known->number == &Costs::messageFlits &&
        (value != std::floor(value) || value < 1 || value > kMostFlits)) {
      fail(fmt::format("message-flits is a whole number from 1 to {}", kMostFlits));
    }
    assign(*this, *known, value);
  }
}

std::vector<std::pair<std::string, double>> Costs::values() const {
  std::vector<std::pair<std::string, double>> all;
  for (const Entry& entry : kEntries) {
    if (entry.name == kFirstOfCaches && !limitsCaches()) {
      break;
    }
    const double raw =
        entry.time != nullptr ? static_cast<double>(this->*entry.time) : this->*entry.number;
    all.emplace_back(entry.name, raw / entry.scale);
  }
  return all;
}

} // namespace galois::substrate::virt

#include "galois/substrate/DefaultThreads.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "galois/substrate/HWTopo.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

namespace {

/// Lowers a limit to another one. Nothing is no limit.
void lower(std::optional<double>& limit, std::optional<double> other) {
  if (other && (!limit || *other < *limit)) {
    limit = other;
  }
}

/// Returns the limit that a folder of version 2 sets.
std::optional<double> quotaOfV2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0; // remains 0 for "max"
  double period = 0;
  if (file >> quota >> period && quota > 0 && period > 0) {
    return quota / period;
  }
  return std::nullopt;
}

/// Returns the limit that a folder of version 1 sets.
std::optional<double> quotaOfV1(const std::string& folder) {
  std::ifstream quotaFile(folder + "/cpu.cfs_quota_us");
  std::ifstream periodFile(folder + "/cpu.cfs_period_us");
  double quota = 0; // -1: no limit
  double period = 0;
  if (quotaFile >> quota && periodFile >> period && quota > 0 && period > 0) {
    return quota / period;
  }
  return std::nullopt;
}

bool listed(const std::string& controllers, std::string_view wanted) {
  std::istringstream list(controllers);
  for (std::string each; std::getline(list, each, ',');) {
    if (each == wanted) {
      return true;
    }
  }
  return false;
}

/// Returns the least limit of a group and those around it.
/// @param path     of the group, below the folder
/// @param quotaOf  reads the limit of one folder
std::optional<double> leastQuota(std::string folder, const std::string& path,
                                 std::optional<double> (*quotaOf)(const std::string&)) {
  std::optional<double> least = quotaOf(folder);
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '/');) {
    if (part.empty() || part == "." || part == "..") { // above what is mounted here
      continue;
    }
    folder += "/" + part;
    lower(least, quotaOf(folder));
  }
  return least;
}

/// Returns the number that a text is, or 0 if it is none of 1 to kMaxThreads.
unsigned threadsIn(std::string_view text) {
  constexpr const char* kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return 0;
  }
  text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number <= kMaxThreads ? number : 0;
}

} // namespace

std::optional<double> cpuQuota(const std::string& root, const std::string& own) {
  std::optional<double> least;
  std::ifstream groups(own);
  for (std::string line; std::getline(groups, line);) {
    // NUMBER:CONTROLLERS:PATH, where version 2 has no controllers
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      lower(least, leastQuota(root, path, quotaOfV2));
    } else if (listed(controllers, "cpu")) {
      lower(least, leastQuota(root + "/cpu", path, quotaOfV1));
      lower(least, leastQuota(std::string(root).append("/").append(controllers), path, quotaOfV1));
    }
  }
  return least;
}

DefaultThreads defaultThreads(unsigned usable, std::optional<double> quota) {
  if (const char* const text = std::getenv("GALOIS_NUM_THREADS"); text != nullptr && *text != 0) {
    const unsigned number = threadsIn(text);
    if (number == 0) {
      throw std::invalid_argument("GALOIS_NUM_THREADS=" + std::string(text) +
                                  ": a whole number from 1 to " + std::to_string(kMaxThreads) +
                                  " is needed");
    }
    return {number, "GALOIS_NUM_THREADS", true};
  }
  if (const char* const text = std::getenv("OMP_NUM_THREADS"); text != nullptr) {
    const std::string_view list(text);
    if (const unsigned number = threadsIn(list.substr(0, list.find(','))); number > 0) {
      return {number, "OMP_NUM_THREADS", true};
    }
  }
  usable = std::max(1U, std::min(usable, kMaxThreads));
  if (quota && *quota + 0.5 < usable) {
    return {std::max(1U, static_cast<unsigned>(std::lround(*quota))), "the CPU quota"};
  }
  return {usable, "all cores"};
}

DefaultThreads defaultThreads() {
  static const std::optional<double> quota = cpuQuota();
  // A quota is one of real processors.
  return defaultThreads(getThreadPool().getMaxUsableThreads(),
                        isSynthetic() ? std::nullopt : quota);
}

} // namespace galois::substrate

#include "galois/runtime/Statistics.h"

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "galois/gIO.h"
#include "galois/runtime/PagePool.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/runtime/report/WholeFile.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/EnvCheck.h"
#include "galois/substrate/Published.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

namespace {

substrate::Published<StatManager> currentManager;

std::string csvRow(std::string_view kind, std::string_view region, std::string_view category,
                   std::string_view totalType, std::string_view total) {
  return fmt::format("{}, {}, {}, {}, {}\n", kind, csvField(region), csvField(category), totalType,
                     csvField(total));
}

/// Combines the values of the threads that reported one. `values` must not be empty.
template <typename T>
std::string combine(const std::vector<T>& values, StatTotal::Type type) {
  T sum{};
  for (const T v : values) {
    sum += v;
  }
  switch (type) {
  case StatTotal::SINGLE:
    return fmt::format("{}", values.front());
  case StatTotal::TMIN:
    return fmt::format("{}", *std::min_element(values.begin(), values.end()));
  case StatTotal::TMAX:
    return fmt::format("{}", *std::max_element(values.begin(), values.end()));
  case StatTotal::TSUM:
    return fmt::format("{}", sum);
  case StatTotal::TAVG:
    return fmt::format("{}", static_cast<double>(sum) / static_cast<double>(values.size()));
  }
  return {};
}

} // namespace

const char* StatTotal::str(Type type) {
  switch (type) {
  case SINGLE:
    return "SINGLE";
  case TMIN:
    return "TMIN";
  case TMAX:
    return "TMAX";
  case TSUM:
    return "TSUM";
  case TAVG:
    return "TAVG";
  }
  return "";
}

template <typename T>
void StatManager::addTo(Table<T>& table, std::string_view region, std::string_view category,
                        T value, StatTotal::Type type) {
  const auto found = table.find(std::pair(region, category));
  if (found == table.end()) {
    table.emplace(Key(region, category), Value<T>{type, value});
  } else if (type == StatTotal::SINGLE) {
    found->second.value = value;
  } else {
    found->second.value += value;
  }
}

void StatManager::add(std::string_view region, std::string_view category, std::int64_t value,
                      StatTotal::Type type) {
  addTo(threads_.getLocal()->integers, region, category, value, type);
}

void StatManager::add(std::string_view region, std::string_view category, double value,
                      StatTotal::Type type) {
  addTo(threads_.getLocal()->floats, region, category, value, type);
}

void StatManager::addFor(unsigned tid, std::string_view region, std::string_view category,
                         std::int64_t value, StatTotal::Type type) {
  addTo(threads_.getRemote(tid)->integers, region, category, value, type);
}

void StatManager::setParam(std::string_view region, std::string_view category,
                           std::string_view value) {
  const std::lock_guard<substrate::SimpleLock> guard(lock_);
  params_.insert_or_assign(Key(region, category), std::string(value));
}

void StatManager::setPath(const std::string& path) {
  if (!path.empty()) {
    // Fail now rather than at the end of the run.
    const PendingFile file = openPendingFile(path);
    if (file.descriptor < 0) {
      errno = file.error;
      throw std::runtime_error("cannot write the statistics to " + path +
                               "; name a file in a directory that exists and can be written" +
                               gErrnoText());
    }
    ::close(file.descriptor);
    if (!file.temporary.empty()) {
      ::unlink(file.temporary.c_str());
    }
  }
  const std::lock_guard<substrate::SimpleLock> guard(lock_);
  path_ = path;
}

template <typename T>
void StatManager::formatTable(Table<T> ThreadTables::*table, bool perThreadValues,
                              std::string& out) const {
  struct Row {
    StatTotal::Type type;
    std::vector<T> values;
    std::string list;
    unsigned listed = 0;
  };
  std::map<Key, Row> rows;
  for (unsigned tid = 0; tid < threads_.size(); ++tid) {
    for (const auto& [key, entry] : threads_.getRemote(tid)->*table) {
      Row& row = rows.try_emplace(key, Row{entry.type, {}, {}, 0}).first->second;
      row.values.push_back(entry.value);
      for (; row.listed < tid; ++row.listed) {
        row.list += "0; ";
      }
      row.list += fmt::format("{}; ", entry.value);
      ++row.listed;
    }
  }
  for (const auto& [key, row] : rows) {
    out += csvRow("STAT", key.first, key.second, StatTotal::str(row.type),
                  combine(row.values, row.type));
    if (perThreadValues && row.type != StatTotal::SINGLE) {
      out += csvRow("STAT", key.first, key.second, "ThreadValues",
                    std::string_view(row.list).substr(0, row.list.size() - 2));
    }
  }
}

std::string StatManager::format(bool perThreadValues) const {
  std::string rows;
  formatTable(&ThreadTables::integers, perThreadValues, rows);
  formatTable(&ThreadTables::floats, perThreadValues, rows);
  const std::lock_guard<substrate::SimpleLock> guard(lock_);
  for (const auto& [key, value] : params_) {
    rows += csvRow("PARAM", key.first, key.second, StatTotal::str(StatTotal::SINGLE), value);
  }
  return rows.empty() ? rows : "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n" + rows;
}

bool StatManager::write() const {
  const std::string text = format(substrate::EnvCheck("PRINT_PER_THREAD_STATS"));
  if (path_.empty()) {
    gPrintStr(text);
    gFlush();
    return true;
  }
  const std::string error = writeWholeFile(path_, text);
  if (!error.empty()) {
    gError("cannot write the statistics to ", path_, error);
  }
  return error.empty();
}

StatManager* StatManager::current() { return currentManager.get(); }

void StatManager::setCurrent(StatManager* manager) { currentManager.publish(manager); }

namespace internal {

void addStat(std::string_view region, std::string_view category, std::int64_t value,
             StatTotal::Type type) {
  if (StatManager* m = StatManager::current()) {
    m->add(region, category, value, type);
  }
}

void addStat(std::string_view region, std::string_view category, double value,
             StatTotal::Type type) {
  if (StatManager* m = StatManager::current()) {
    m->add(region, category, value, type);
  }
}

void addParam(std::string_view region, std::string_view category, std::string_view value) {
  if (StatManager* m = StatManager::current()) {
    m->setParam(region, category, value);
  }
}

} // namespace internal

void setStatFile(const std::string& path) {
  if (StatManager* m = StatManager::current()) {
    m->setPath(path);
  }
}

void reportRUsage(const std::string& id) {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) {
    gWarn("cannot read the resource usage", gErrnoText());
    return;
  }
  reportStat_Single("rusage", "MaxResidentSetSize_" + id, usage.ru_maxrss);
  reportStat_Single("rusage", "SoftPageFaults_" + id, usage.ru_minflt);
  reportStat_Single("rusage", "HardPageFaults_" + id, usage.ru_majflt);
}

void reportPageAlloc(const char* category) {
  StatManager* manager = StatManager::current();
  if (manager == nullptr) {
    return;
  }
  // Threads that are not active now may have taken pages earlier.
  for (unsigned tid = 0; tid < substrate::getThreadPool().getMaxThreads(); ++tid) {
    const auto pages = static_cast<std::int64_t>(numPagePoolAllocForThread(tid));
    if (pages > 0 || tid < substrate::getActiveThreads()) {
      manager->addFor(tid, "PageAlloc", category, pages, StatTotal::TSUM);
    }
  }
}

void reportNumaAlloc(const char* category) {
  StatManager* manager = StatManager::current();
  if (manager == nullptr) {
    return;
  }
  const auto& pool = substrate::getThreadPool();
  std::vector<std::int64_t> pages(pool.getMaxNumaNodes(), 0);
  for (unsigned tid = 0; tid < pool.getMaxThreads(); ++tid) {
    pages[pool.getNumaNode(tid)] += static_cast<std::int64_t>(numPagePoolAllocForThread(tid));
  }
  for (std::size_t node = 0; node < pages.size(); ++node) {
    const std::string name = std::string(category) + "_" + std::to_string(node);
    manager->addFor(0, "NumaAlloc", name, pages[node], StatTotal::SINGLE);
  }
}

} // namespace galois::runtime

/** The tables in which Statistics.h stores its values. */
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "galois/runtime/Statistics.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::runtime {

/**
 * Collects the statistics of a run and writes them. SharedMemSys owns the manager that the report
 * functions use. A program that needs separate statistics can create its own.
 *
 * Invariant: a thread's table is written by that thread only, and read by format() while no
 * parallel loop runs. lock_ guards the table of parameters and the path.
 */
class StatManager {
public:
  StatManager() = default;
  StatManager(const StatManager&) = delete;
  StatManager& operator=(const StatManager&) = delete;

  /// Adds `value` to the calling thread's value of the statistic. Thread-safe.
  void add(std::string_view region, std::string_view category, std::int64_t value,
           StatTotal::Type type);
  void add(std::string_view region, std::string_view category, double value, StatTotal::Type type);
  /// Adds `value` to the value of thread `tid`. One thread calls it for all others, outside loops.
  void addFor(unsigned tid, std::string_view region, std::string_view category, std::int64_t value,
              StatTotal::Type type);
  /// Sets a parameter. Thread-safe.
  void setParam(std::string_view region, std::string_view category, std::string_view value);
  /// Makes write() write to this file, or to stdout if the path is empty. Thread-safe.
  /// @throws std::runtime_error if the file is not writable
  void setPath(const std::string& path);

  /// Returns the rows as text, empty if nothing was reported. Must be called outside parallel
  /// loops.
  std::string format(bool perThreadValues) const;
  /// Writes the rows to stdout or to the file, which gets its name only when it is complete.
  /// Returns false, with a message on stderr, if that fails. Must be called outside parallel loops.
  bool write() const;

  /// Return or set the manager that the report functions use; null if there is none. SharedMemSys
  /// sets it, outside parallel loops.
  static StatManager* current();
  static void setCurrent(StatManager* manager);

private:
  using Key = std::pair<std::string, std::string>;
  /// Orders keys by region, then category. It is transparent, so lookups need not construct
  /// strings.
  struct KeyLess {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return std::pair<std::string_view, std::string_view>(a.first, a.second) <
             std::pair<std::string_view, std::string_view>(b.first, b.second);
    }
  };

  template <typename T>
  struct Value {
    StatTotal::Type type;
    T value;
  };
  template <typename T>
  using Table = std::map<Key, Value<T>, KeyLess>;

  struct ThreadTables {
    Table<std::int64_t> integers;
    Table<double> floats;
  };

  template <typename T>
  static void addTo(Table<T>& table, std::string_view region, std::string_view category, T value,
                    StatTotal::Type type);
  template <typename T>
  void formatTable(Table<T> ThreadTables::*table, bool perThreadValues, std::string& out) const;

  substrate::PerThreadStorage<ThreadTables> threads_;
  std::map<Key, std::string, KeyLess> params_;
  std::string path_;
  mutable substrate::SimpleLock lock_;
};

namespace internal {

/// Galois' names of StatManager::setCurrent() and StatManager::current(). @{
inline void setSysStatManager(StatManager* manager) { StatManager::setCurrent(manager); }
inline StatManager* sysStatManager() { return StatManager::current(); } /// @}

} // namespace internal
} // namespace galois::runtime

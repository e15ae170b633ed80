/** The tables behind Statistics.h. */
#ifndef GALOIS_RUNTIME_STATMANAGER_H
#define GALOIS_RUNTIME_STATMANAGER_H

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
 * Collects the statistics of a run and writes them. SharedMemSys owns the one that the report
 * functions use; a program that wants to keep statistics apart may make its own.
 *
 * Invariant: a thread's table is written by that thread only, and read by format() when no
 * parallel loop runs; the table of parameters and the path are guarded by lock_.
 */
class StatManager {
public:
  StatManager() = default;
  StatManager(const StatManager&) = delete;
  StatManager& operator=(const StatManager&) = delete;

  /// Adds to the calling thread's value. Thread-safe.
  void add(std::string_view region, std::string_view category, std::int64_t value,
           StatTotal::Type type);
  void add(std::string_view region, std::string_view category, double value, StatTotal::Type type);
  /// Adds to the value of thread `tid`; for one thread that speaks for all, outside loops.
  void addFor(unsigned tid, std::string_view region, std::string_view category, std::int64_t value,
              StatTotal::Type type);
  /// Sets a parameter. Thread-safe.
  void setParam(std::string_view region, std::string_view category, std::string_view value);
  /// Where write() writes: a file, or stdout if the path is empty. Ends the program with a message
  /// if the file could not be written. Thread-safe.
  void setPath(const std::string& path);

  /// The rows as text; empty if nothing was reported. Outside parallel loops.
  std::string format(bool perThreadValues) const;
  /// Writes the rows to stdout or to the file, under a temporary name first. False with a message
  /// on stderr if that fails. Outside parallel loops.
  bool write() const;

  /// The manager that the report functions use; null if there is none. Set by SharedMemSys, outside
  /// parallel loops.
  static StatManager* current();
  static void setCurrent(StatManager* manager);

private:
  using Key = std::pair<std::string, std::string>;
  /// Orders keys by region, then category, and finds them by view without making strings.
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

} // namespace galois::runtime

#endif

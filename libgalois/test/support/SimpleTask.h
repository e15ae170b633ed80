/** The task of the tests of worklist parts: an id and a priority. */
#pragma once

#include <cstdint>

namespace galois::test {

struct SimpleTask {
  std::uint32_t id;
  std::uint32_t priority;
};

/// The indexer: the smallest priority is the most urgent.
struct PriorityOf {
  std::uint32_t operator()(const SimpleTask& task) const { return task.priority; }
};

/// Returns a task whose priority, below `priorities`, follows from its id. So a test can notice that
/// the parts of a task were mixed with those of another one.
inline SimpleTask sealedTask(std::uint32_t id, std::uint32_t priorities) {
  return {id, id * 0x9e3779b9u % priorities};
}
inline bool isSealed(const SimpleTask& task, std::uint32_t priorities) {
  return task.priority == sealedTask(task.id, priorities).priority;
}

} // namespace galois::test

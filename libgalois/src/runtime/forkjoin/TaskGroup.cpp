#include "galois/runtime/forkjoin/TaskGroup.h"

#include <exception>
#include <list>
#include <memory>
#include <stdexcept>
#include <utility>

#include "galois/gIO.h"
#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

TaskGroup::~TaskGroup() {
  if (std::uncaught_exceptions() > unwinding_) {
    tasks_.drop();
  }
  Worker* const here = TaskRegion::here();
  if (tasks_.shared() && !isMine(here)) {
    gDie("", 0,
         "a task_group was destroyed outside the task that made it; it must end in the function "
         "that it is a variable of");
  }
  finish(here);
}

struct TaskGroup::NestedCalls {
  NestedCalls(Worker& here) : worker(here), outer(std::exchange(here.nestedRuns(), this)) {}
  ~NestedCalls() { worker.nestedRuns() = outer; }
  NestedCalls(const NestedCalls&) = delete;
  NestedCalls& operator=(const NestedCalls&) = delete;

  std::exception_ptr makeAll(Tasks::Task& first) noexcept;

  Worker& worker;
  void* const outer; ///< of a task at whose join this one runs
  const RunningTask* const running = worker.running();
  unsigned depth = 0;
  std::list<std::unique_ptr<Tasks::Task>> later; ///< in the order of run()
};

/// Makes the outermost call, and then those that it has put off.
/// @return what the serial program would have thrown
std::exception_ptr TaskGroup::NestedCalls::makeAll(Tasks::Task& first) noexcept {
  std::list<std::unique_ptr<Tasks::Task>> waiting; // in the order of the serial program
  std::unique_ptr<Tasks::Task> owned;
  std::exception_ptr thrown;
  for (Tasks::Task* next = &first; next != nullptr; next = owned.get()) {
    try {
      if (owned) {
        substrate::Cancellation::throwIfRequested();
      }
      next->call(&worker);
    } catch (...) {
      thrown = std::current_exception();
      waiting.clear(); // the serial program would not have begun them
    }
    // It would have made these before the next one, and before the call that put them off ended.
    waiting.splice(waiting.begin(), later);
    owned.reset();
    if (!waiting.empty()) {
      worker.poll();
      owned = std::move(waiting.front());
      waiting.pop_front();
    }
  }
  return thrown;
}

/// Returns the calls of the task that runs, or null if there is none.
TaskGroup::NestedCalls* TaskGroup::nestedIn(Worker* here) noexcept {
  auto* const calls = here != nullptr ? static_cast<NestedCalls*>(here->nestedRuns()) : nullptr;
  return calls != nullptr && calls->running == here->running() ? calls : nullptr;
}

bool TaskGroup::nestsTooDeep(Worker* here) noexcept {
  const NestedCalls* const calls = nestedIn(here);
  return calls != nullptr && calls->depth == kMostNested;
}

void TaskGroup::callLater(std::unique_ptr<Tasks::Task> task, Worker* here) {
  nestedIn(here)->later.push_back(std::move(task));
}

void TaskGroup::callNow(Tasks::Task& task, Worker* here) {
  if (here == nullptr) {
    task.call(here); // in an operator of another loop
    return;
  }
  if (NestedCalls* const calls = nestedIn(here)) {
    struct Deeper {
      unsigned& depth;
      explicit Deeper(unsigned& d) noexcept : depth(++d) {}
      ~Deeper() { --depth; }
    } const deeper(calls->depth);
    task.call(here);
    return;
  }
  NestedCalls calls(*here);
  if (std::exception_ptr thrown = calls.makeAll(task)) {
    std::rethrow_exception(std::move(thrown));
  }
}

void TaskGroup::add(std::unique_ptr<Tasks::Task> task, Worker* here) {
  const bool first = tasks_.waiting() == 0;
  tasks_.add(std::move(task));
  if (!inside_) {
    return;
  }
  if (here != nullptr) {
    // In a deeper scope, the join of the fork there takes the youngest frame for its own.
    if (here->depth() == depth_ && (first || !tasks_.announced())) {
      tasks_.announce(*here);
    } else {
      here->poll();
    }
    tasks_.freeDone();
  }
  tasks_.runDownTo(kMostWaiting, here);
}

void TaskGroup::wait() {
  Worker* const here = TaskRegion::here();
  if (tasks_.shared() && !isMine(here)) {
    throw std::logic_error("a task_group was waited for outside the task that made it; wait in the "
                           "function that the group is a variable of");
  }
  if (std::exception_ptr thrown = finish(here)) {
    std::rethrow_exception(std::move(thrown));
  }
}

std::exception_ptr TaskGroup::finish(Worker* here) {
  std::exception_ptr problem;
  if (!TaskRegion::insideAny() && tasks_.waiting() != 0 && !tasks_.failed()) {
    problem = finishInRegion();
  } else {
    tasks_.finish(here);
  }
  std::exception_ptr failure = tasks_.takeFailure();
  return failure ? failure : problem;
}

/// Opens a region for the tasks. @return why it could not, or was cancelled
std::exception_ptr TaskGroup::finishInRegion() noexcept {
  std::exception_ptr problem;
  try {
    TaskRegion::open("task_group", [this](Worker& worker) {
      bind(&worker, true);
      tasks_.announce(worker);
      tasks_.finish(&worker);
    });
  } catch (...) {
    problem = std::current_exception();
    tasks_.drop(); // what has not begun
    tasks_.finish(nullptr);
  }
  bind(nullptr, false);
  return problem;
}

} // namespace galois::runtime

#include "galois/runtime/TaskGroup.h"

#include <stdexcept>
#include <utility>

#include "galois/gIO.h"

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

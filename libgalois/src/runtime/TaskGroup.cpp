#include "galois/runtime/TaskGroup.h"

#include <stdexcept>

namespace galois::runtime {

void TaskGroup::start(Task& task) {
  task.started = true;
  Context* const worker = TaskRegion::here();
  if (inScope(worker)) {
    pending_.push_back(&task);
    if (worker->push(task)) {
      return;
    }
    pending_.pop_back();
  }
  if (worker != nullptr) {
    task.callHere(*worker);
  } else {
    SerialContext serial;
    task.callHere(serial);
  }
}

/// Starts what was added outside a region. Tasks that run may add others, which start at once.
void TaskGroup::startAll() {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (!tasks_[i]->started) {
      start(*tasks_[i]);
    }
  }
}

void TaskGroup::wait() {
  if (tasks_.empty()) {
    return;
  }
  if (!TaskRegion::insideAny()) {
    if (!drop_) {
      TaskRegion::open("task_group", [this](Context& worker) {
        enterScope(&worker);
        startAll();
        finishAll(worker);
      });
      enterScope(nullptr);
    }
  } else {
    Context* const worker = TaskRegion::here();
    if (!drop_) {
      startAll();
    }
    if (!pending_.empty()) {
      if (!inScope(worker)) {
        throw std::logic_error("a task_group was waited for outside the task that made it; wait in "
                               "the function that the group is a variable of");
      }
      finishAll(*worker);
    }
  }
  throwFirst();
}

/// Runs or awaits the tasks of the deque, the youngest first.
void TaskGroup::finishAll(Context& worker) {
  while (!pending_.empty()) {
    Task& task = *pending_.back();
    pending_.pop_back();
    if (!worker.pop()) {
      worker.waitFor(task);
    } else if (!drop_) {
      task.callHere(worker);
    }
  }
}

void TaskGroup::throwFirst() {
  std::exception_ptr first;
  for (const auto& task : tasks_) {
    if (task->thrownHere) {
      first = std::move(task->thrownHere);
      break;
    }
  }
  tasks_.clear();
  if (first) {
    std::rethrow_exception(std::move(first));
  }
}

} // namespace galois::runtime

// Checks that every policy of the registry compiles as C++17, the standard of programs written for
// Galois, and of Galois, into which patches/apply copies policies. Each must be usable with its default
// parameters, for an indexer of the program's own.
#include <utility>

#include "analytics/scheduler/AllWorklists.h" // made by the build: the headers of all policies

static_assert(__cplusplus < 202002L, "this file is for C++17");

namespace {

struct Task {
  unsigned node, distance;
};
struct ByDistance {
  unsigned operator()(const Task& task) const { return task.distance; }
};

template <typename Policy>
void use() {
  const lonestar::WorklistSettings settings(Policy::info());
  Policy::visit(ByDistance(), settings, [](auto option) {
    using Worklist = typename decltype(option)::type::template retype<Task>;
    auto worklist =
        std::apply([](auto&&... args) { return Worklist(std::forward<decltype(args)>(args)...); },
                   std::move(option.args));
    worklist.push(Task{1, 2});
    static_cast<void>(worklist.pop());
  });
}

} // namespace

void useEveryPolicy() {
#define GALOIS_WORKLIST(Policy) use<lonestar::worklists::Policy>();
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
}

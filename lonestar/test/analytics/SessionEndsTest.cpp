// Calls of the library that end early, by the suite of support/EndsEarly.h.
#include "galois/Galois.h"
#include "galois/Tasks.h"
#include "galois/analytics/RunOptions.h"
#include "galois/analytics/Session.h"
#include "support/EndsEarly.h"

namespace galois::test {
namespace {

constexpr unsigned kItems = EntryPoint::kItems;

template <typename Work>
void runInSession(const Work& work) {
  analytics::RunOptions options;
  options.threads = getActiveThreads();
  analytics::Session::get().run(options, work);
}

const EntryPoint kEntryPoints[] = {
    {"loop", 16, true,
     [](Containers& use) {
       runInSession([&] { do_all(iterate(0U, kItems), use, steal(), chunk_size<16>()); });
     }},
    {"group", 1, true,
     [](Containers& use) {
       runInSession([&] {
         task_group tasks;
         for (unsigned i = 0; i < kItems; ++i) {
           tasks.run([&use, i] { use(i); });
         }
         tasks.wait();
       });
     }},
    {"call in a call", 256, true,
     [](Containers& use) {
       runInSession([&] {
         const Containers inside;
         runInSession([&] { do_all(iterate(0U, kItems), use); });
       });
     }},
};

INSTANTIATE_TEST_SUITE_P(Session, EndsEarly, allEnds(kEntryPoints), nameOfEnds);

} // namespace
} // namespace galois::test

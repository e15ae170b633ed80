// take_messages(): what the library has to say, as values instead of as lines on stdout and stderr.
// Messages may come from any thread, also inside a parallel loop, where Python must not be entered.
// So they wait in a list until the caller takes them.
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Errors.h"
#include "galois/LogSink.h"

namespace galois::python {

namespace {

using Message =
    std::pair<int, std::string>; // the severity as Python's logging has it, and the text

class Messages {
public:
  void add(LogLevel level, std::string_view text) {
    constexpr std::size_t kMost = 1000; // a loop that complains must not take all memory
    const std::lock_guard hold(mutex_);
    if (waiting_.size() < kMost) {
      waiting_.emplace_back(10 * (1 + static_cast<int>(level)), text);
    }
  }
  std::vector<Message> take() {
    const std::lock_guard hold(mutex_);
    return std::exchange(waiting_, {});
  }

private:
  std::mutex mutex_;
  std::vector<Message> waiting_;
};

/// Never destroyed, since the library may have something to say while the process ends.
Messages& messages() {
  static auto* const all = new Messages;
  return *all;
}

} // namespace

void bindMessages(nb::module_& module) {
  setLogSink([](LogLevel level, std::string_view text) { messages().add(level, text); });
  module.def(
      "take_messages",
      [] {
        nb::list all;
        for (const Message& message : messages().take()) {
          all.append(nb::make_tuple(message.first, textOf(message.second)));
        }
        return all;
      },
      "The messages since the last call: pairs of a level of logging and a text.");
  module.def(
      "add_message",
      [](int level, const std::string& text) {
        messages().add(static_cast<LogLevel>(level / 10 - 1), text);
      },
      nb::arg("level"), nb::arg("text"), "Adds a message, for tests.");
}

} // namespace galois::python

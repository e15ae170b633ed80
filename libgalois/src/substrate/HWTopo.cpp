#include "galois/substrate/HWTopo.h"

#include <charconv>
#include <map>
#include <stdexcept>
#include <string_view>

#ifdef GALOIS_WITHOUT_HWLOC
#include "OneSocketMachine.h"
#else
#include "HwlocMachine.h"
#endif

namespace galois::substrate {
namespace {

using detail::Machine;

#ifdef GALOIS_VIRTUAL
// Set before main() starts, and by setVirtualTopology().
const Machine* simulated = nullptr;
const Machine& machine() { return *simulated; }

/// Returns the machine that the text describes. Results are cached, because tests of many seeds
/// request the same few machines again and again.
const Machine& described(const std::string& synthetic) {
  static auto& known = *new std::map<std::string, const Machine*>();
  const Machine*& one = known[synthetic];
  if (one == nullptr) {
    one = new Machine(synthetic.c_str());
  }
  return *one;
}
#else
const Machine& machine() {
  static const Machine* const instance = new Machine();
  return *instance;
}
#endif

std::string_view withoutBlanks(std::string_view text) {
  constexpr const char* kBlanks = " \t\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

int parseNumber(std::string_view text, const std::string& list) {
  text = withoutBlanks(text);
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) {
    throw std::invalid_argument("bad processor list '" + list + "': expected, e.g., 0-3,8");
  }
  return value;
}

} // namespace

#ifdef GALOIS_VIRTUAL
void setVirtualTopology(const std::string& synthetic) { simulated = &described(synthetic); }
unsigned virtualCoresOf(const std::string& synthetic) {
  return described(synthetic).info().machineTopoInfo.maxThreads;
}
#endif

const HWTopoInfo& getHWTopo() { return machine().info(); }
bool isSynthetic() { return machine().synthetic(); }
const HostInfo& getHostInfo() { return machine().host(); }
bool bindThreadSelf(unsigned osContext) { return machine().bind(osContext); }
bool unbindThreadSelf() { return machine().unbind(); }

std::vector<int> parseCPUList(const std::string& list) {
  std::vector<int> numbers;
  std::string_view rest = withoutBlanks(list);
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    const std::size_t dash = part.find('-');
    const int first = parseNumber(part.substr(0, dash), list);
    const int last =
        dash == std::string_view::npos ? first : parseNumber(part.substr(dash + 1), list);
    if (last < first) {
      throw std::invalid_argument("bad processor list '" + list + "': a range runs backwards");
    }
    for (int n = first; n <= last; ++n) {
      numbers.push_back(n);
    }
    if (comma == std::string_view::npos) {
      break;
    }
    rest.remove_prefix(comma + 1);
    if (rest.empty()) {
      parseNumber(rest, list); // a trailing comma: report the list
    }
  }
  return numbers;
}

} // namespace galois::substrate

/**
 * What the C++ adapters of scripts/peers share: reading a binary .gr file, timing, and reporting
 * events. `__init__.py` beside this file describes the command line, the events and the answers.
 *
 * An adapter calls run<Peer>(argc, argv). Peer has, for each question that it offers, a nested type
 * with a constructor from a Graph, which builds the package's structure, and a call operator, which
 * returns the answer as a vector. If it has `tasks()`, that is the number of tasks of the last answer.
 */
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace peers {

inline constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();

/// An undirected edge.
struct Edge {
  std::uint32_t u;
  std::uint32_t v;
  std::uint32_t weight;
};

/// Compressed sparse rows: node n has the edges offsets[n] to offsets[n + 1].
struct Graph {
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> weights;

  std::size_t size() const { return offsets.size() - 1; }

  /// Returns each undirected edge once, u < v: the lightest of parallel arcs in whatever direction,
  /// without loops.
  std::vector<Edge> undirected() const {
    std::vector<Edge> edges;
    edges.reserve(targets.size() / 2);
    for (std::uint32_t node = 0; node < size(); ++node) {
      for (std::uint64_t at = offsets[node]; at < offsets[node + 1]; ++at) {
        if (targets[at] != node) {
          edges.push_back({std::min(node, targets[at]), std::max(node, targets[at]), weights[at]});
        }
      }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      return std::tie(a.u, a.v, a.weight) < std::tie(b.u, b.v, b.weight);
    });
    edges.erase(std::unique(edges.begin(), edges.end(),
                            [](const Edge& a, const Edge& b) { return a.u == b.u && a.v == b.v; }),
                edges.end());
    edges.shrink_to_fit();
    return edges;
  }
};

/// Reads an array of little-endian words.
template <typename T>
std::vector<T> readWords(std::istream& file, std::uint64_t count) {
  std::vector<T> words(count);
  file.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(count * sizeof(T)));
  if (!file) {
    throw std::runtime_error("the .gr file is too short");
  }
  return words;
}

inline Graph readGraph(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  const auto header = readWords<std::uint64_t>(file, 4);
  const std::uint64_t version = header[0], edgeBytes = header[1], nodes = header[2];
  const std::uint64_t edges = header[3];
  if (version < 1 || version > 2 || (edgeBytes != 0 && edgeBytes != 4)) {
    throw std::runtime_error(path + " is no .gr file with weights of 4 bytes");
  }
  Graph graph;
  graph.offsets = readWords<std::uint64_t>(file, nodes);
  graph.offsets.insert(graph.offsets.begin(), 0);
  if (version == 1) {
    graph.targets = readWords<std::uint32_t>(file, edges);
    if (edges % 2 != 0 && edgeBytes != 0) {
      file.seekg(sizeof(std::uint32_t), std::ios::cur); // weights begin at a multiple of 8
    }
  } else {
    const auto wide = readWords<std::uint64_t>(file, edges);
    graph.targets.assign(wide.begin(), wide.end());
  }
  graph.weights =
      edgeBytes == 0 ? std::vector<std::uint32_t>(edges, 1) : readWords<std::uint32_t>(file, edges);
  return graph;
}

/// What a question needs besides the graph.
struct Task {
  std::uint32_t source = 0;
  unsigned threads = 1; ///< that may answer it
  double damping = 0;
  double lastChange = 0; ///< L1 change of an iteration of PageRank after which ranks are accurate
};

/// The settings of the command line, `--set=NAME=VALUE`, which come before all else.
class Settings {
  std::map<std::string, std::string> given_;
  mutable std::set<std::string> known_;

public:
  /// Keeps the settings of a command line, and returns its other words.
  std::vector<std::string> take(int argc, char** argv) {
    const std::string flag = "--set=";
    std::vector<std::string> rest;
    for (const std::string& word : std::vector<std::string>(argv + 1, argv + argc)) {
      const std::size_t equals = word.find('=', flag.size());
      if (word.compare(0, flag.size(), flag) != 0 || equals == std::string::npos) {
        rest.push_back(word);
      } else {
        given_[word.substr(flag.size(), equals - flag.size())] = word.substr(equals + 1);
      }
    }
    return rest;
  }

  /// Returns the value of a setting, which is of the usual value's type.
  template <typename T>
  T get(const std::string& name, T usual) const {
    known_.insert(name);
    const auto found = given_.find(name);
    if (found == given_.end()) {
      return usual;
    }
    std::istringstream text(found->second);
    T value{};
    if (!(text >> std::boolalpha >> value) ||
        text.peek() != std::istringstream::traits_type::eof()) {
      throw std::runtime_error("the setting " + name + " cannot be " + found->second);
    }
    return value;
  }

  /// Throws if a setting was given that nobody has asked for.
  void requireKnown() const {
    for (const auto& [name, value] : given_) {
      if (known_.count(name) == 0) {
        throw std::runtime_error("nothing here has a setting " + name);
      }
    }
  }
};

inline Settings& settings() {
  static Settings all;
  return all;
}

class Stopwatch {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();

public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
};

/// Returns the greatest memory of this process so far. (getrusage counts that of its parent, too.)
inline double peakMib() {
  std::ifstream status("/proc/self/status");
  const std::string wanted = "VmHWM:";
  for (std::string line; std::getline(status, line);) {
    if (line.compare(0, wanted.size(), wanted) == 0) {
      return std::stod(line.substr(wanted.size())) / 1024;
    }
  }
  return 0;
}

template <typename T>
const char* dtype() {
  return std::is_floating_point_v<T> ? "float64" : sizeof(T) == 4 ? "uint32" : "uint64";
}

/// Whether a question can say how many tasks its last answer took.
template <typename Question, typename = void>
struct HasTasks : std::false_type {};
template <typename Question>
struct HasTasks<Question, std::void_t<decltype(std::declval<const Question&>().tasks())>>
    : std::true_type {};

/// Builds the structure of one question and answers it for each line of standard input.
template <typename Question>
void answer(const std::string& file, const std::string& folder, Task task) {
  std::ofstream events(folder + "/events", std::ios::app);
  events << std::setprecision(9);
  const Stopwatch building;
  auto graph = std::make_unique<Graph>(readGraph(file));
  Question question(std::move(*graph));
  graph.reset();
  events << "{\"built\": " << building.seconds() << ", \"peak_mib\": " << peakMib() << "}"
         << std::endl;
  for (std::string source; std::getline(std::cin, source);) {
    task.source = source == "null" ? 0 : static_cast<std::uint32_t>(std::stoul(source));
    const Stopwatch asking;
    const auto found = question(task);
    const double seconds = asking.seconds();
    const double peak = peakMib();
    settings().requireKnown();
    using Value = typename decltype(found)::value_type;
    const std::string path = folder + "/answer-" + source;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(found.data()),
               static_cast<std::streamsize>(found.size() * sizeof(Value)));
    events << "{\"source\": " << source << ", \"time_s\": " << seconds << ", \"peak_mib\": " << peak
           << ", \"answer\": \"" << path << "\", \"dtype\": \"" << dtype<Value>() << "\"";
    if constexpr (HasTasks<Question>::value) {
      events << ", \"tasks\": " << question.tasks();
    }
    events << "}" << std::endl;
  }
}

/// The type of a question that a package does not offer.
struct NotOffered {};

/// Answers the question if the package offers it; returns whether it does.
template <typename Question, typename... Args>
bool answerIfOffered(Args&&... args) {
  if constexpr (std::is_same_v<Question, NotOffered>) {
    return false;
  } else {
    answer<Question>(std::forward<Args>(args)...);
    return true;
  }
}

/// What an adapter does with the words of its command line that are no settings.
template <typename Peer>
int run(const std::vector<std::string>& given) {
  if (given.size() == 1 && given[0] == "--version") {
    std::cout << Peer::version() << "\n";
    return 0;
  }
  if (given.size() != 6) {
    std::cerr << "usage: GRAPH QUESTION THREADS FOLDER TOLERANCE DAMPING\n";
    return 2;
  }
  const std::string &graph = given[0], &question = given[1], &folder = given[3];
  Task task;
  task.threads = static_cast<unsigned>(std::stoul(given[2]));
  task.damping = std::stod(given[5]);
  task.lastChange = std::stod(given[4]) * (1 - task.damping) / task.damping;
  try {
    const bool offered =
        question == "sssp"       ? answerIfOffered<typename Peer::Sssp>(graph, folder, task)
        : question == "bfs"      ? answerIfOffered<typename Peer::Bfs>(graph, folder, task)
        : question == "mst"      ? answerIfOffered<typename Peer::Mst>(graph, folder, task)
        : question == "pagerank" ? answerIfOffered<typename Peer::Pagerank>(graph, folder, task)
        : question == "color"    ? answerIfOffered<typename Peer::Color>(graph, folder, task)
                                 : false;
    if (!offered) {
      std::cerr << "this package does not offer " << question << "\n";
      return 2;
    }
  } catch (const std::bad_alloc&) {
    std::cerr << "out of memory\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}

/// The main function of an adapter.
/// @tparam Peer  has kVersion and the types Sssp, Bfs, Mst, Pagerank and Color
template <typename Peer>
int run(int argc, char** argv) {
  return run<Peer>(settings().take(argc, argv));
}

} // namespace peers

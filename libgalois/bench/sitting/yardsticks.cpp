// Loops, sorting, forks and a plain Kruskal, for scripts/dev/sitting: `yardsticks loops THREADS`,
// `... sort THREADS`, `... forks THREADS` and `... kruskal GRAPH.gr` print {"name": seconds}, least of some repetitions.
// "NAME / OTHER" is what OTHER takes for NAME.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <omp.h>
#include <tbb/global_control.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_sort.h>

#include "galois/Galois.h"
#include "galois/ParallelSTL.h"
#include "galois/Reduction.h"
#include "galois/substrate/ThreadPool.h"

namespace {

std::vector<std::pair<std::string, double>> measured;

template <typename Run, typename Prepare>
void time(const std::string& name, unsigned repeats, unsigned loops, Prepare prepare, Run run) {
  double least = 1e9;
  for (unsigned i = 0; i < repeats; ++i) {
    prepare();
    const auto begin = std::chrono::steady_clock::now();
    for (unsigned loop = 0; loop < loops; ++loop) {
      run();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    least = std::min(least, taken.count() / loops);
  }
  measured.emplace_back(name, least);
}

/// The operator of loops that do nothing.
void use(std::uint64_t number) { asm volatile("" : : "r"(number)); }

void loops(int threads) {
  const auto nothing = [] {};
  const std::vector<std::uint64_t> values(std::size_t{1} << 24, 3);
  const std::uint64_t count = values.size();
  const std::uint64_t few = 1000;
  galois::GAccumulator<std::uint64_t> sum, other;
  time("sum of 2^24", 9, 1, nothing, [&] {
    galois::do_all(galois::iterate(std::uint64_t{0}, count), [&](auto i) { sum += values[i]; });
  });
  time("two sums of 2^24", 9, 1, nothing, [&] {
    galois::do_all(galois::iterate(std::uint64_t{0}, count), [&](auto i) {
      sum += values[i];
      other += values[i] & 1;
    });
  });
  time("do_all of 1,000", 9, 200, nothing, [&] {
    galois::do_all(galois::iterate(std::uint64_t{0}, few), use, galois::steal(),
                   galois::chunk_size<32>());
  });
  time("for_each of 1,000, no_pushes", 9, 200, nothing, [&] {
    galois::for_each(
        galois::iterate(std::uint64_t{0}, few), [](std::uint64_t i, auto&) { use(i); },
        galois::no_pushes(), galois::disable_conflict_detection());
  });
  time("for_each of 1,000", 9, 200, nothing, [&] {
    galois::for_each(
        galois::iterate(std::uint64_t{0}, few), [](std::uint64_t i, auto&) { use(i); },
        galois::disable_conflict_detection());
  });
  omp_set_num_threads(threads);
  time("sum of 2^24 / OpenMP", 9, 1, nothing, [&] {
    std::uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
    for (std::uint64_t i = 0; i < count; ++i) {
      total += values[i];
    }
    use(total);
  });
  time("two sums of 2^24 / OpenMP", 9, 1, nothing, [&] {
    std::uint64_t total = 0, odd = 0;
#pragma omp parallel for reduction(+ : total, odd)
    for (std::uint64_t i = 0; i < count; ++i) {
      total += values[i];
      odd += values[i] & 1;
    }
    use(total + odd);
  });
  time("do_all of 1,000 / OpenMP", 9, 200, nothing, [&] {
#pragma omp parallel for schedule(dynamic, 32)
    for (std::uint64_t i = 0; i < few; ++i) {
      use(i);
    }
  });
  const double openMp = measured.back().second;
  measured.emplace_back("for_each of 1,000, no_pushes / OpenMP", openMp);
  measured.emplace_back("for_each of 1,000 / OpenMP", openMp);
}

template <typename T>
void sort(const std::string& name, const std::vector<T>& input) {
  std::vector<T> data;
  const auto fill = [&] { data = input; };
  time(name, 3, 1, fill, [&] { galois::ParallelSTL::sort(data.begin(), data.end()); });
  time(name + " / std::sort", 2, 1, fill, [&] { std::sort(data.begin(), data.end()); });
  time(name + " / oneTBB", 3, 1, fill, [&] { tbb::parallel_sort(data.begin(), data.end()); });
}

void sorts(int threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  constexpr std::size_t kCount = 10'000'000;
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> numbers(kCount);
  std::generate(numbers.begin(), numbers.end(), std::ref(random));
  sort("random", numbers);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const std::uint64_t number : numbers) {
    pairs.emplace_back(number >> 32, number);
  }
  sort("pairs", pairs);
  auto few = numbers;
  std::for_each(few.begin(), few.end(), [](std::uint64_t& number) { number %= 100; });
  sort("few values", few);
  std::sort(numbers.begin(), numbers.end());
  sort("sorted", numbers);
  std::reverse(numbers.begin(), numbers.end());
  sort("reversed", numbers);
}

std::uint64_t fibOpenMp(unsigned n) {
  if (n < 2) {
    return n;
  }
  std::uint64_t left = 0;
#pragma omp task shared(left)
  left = fibOpenMp(n - 1);
  const std::uint64_t right = fibOpenMp(n - 2);
#pragma omp taskwait
  return left + right;
}

std::uint64_t fibTbb(unsigned n) {
  if (n < 2) {
    return n;
  }
  std::uint64_t left = 0, right = 0;
  tbb::parallel_invoke([&] { left = fibTbb(n - 1); }, [&] { right = fibTbb(n - 2); });
  return left + right;
}

/// What fib-cpu --n=32 --cutoff=1 does.
void forks(int threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  constexpr unsigned kNumber = 32;
  time(
      "OpenMP", 3, 1, [] {},
      [&] {
#pragma omp parallel num_threads(threads)
#pragma omp single
        use(fibOpenMp(kNumber));
      });
  time(
      "oneTBB", 3, 1, [] {}, [] { use(fibTbb(kNumber)); });
}

/// Kruskal's algorithm over the arcs to greater nodes: radix-sorted keys, and path halving.
void kruskal(const char* path) {
  std::ifstream in(path, std::ios::binary);
  std::array<std::uint64_t, 4> head{};
  in.read(reinterpret_cast<char*>(head.data()), sizeof(head));
  std::vector<std::uint64_t> ends(head[2]);
  std::vector<std::uint32_t> targets(head[3] + head[3] % 2), weights(head[3]);
  in.read(reinterpret_cast<char*>(ends.data()), static_cast<std::streamsize>(8 * ends.size()));
  in.read(reinterpret_cast<char*>(targets.data()),
          static_cast<std::streamsize>(4 * targets.size()));
  in.read(reinterpret_cast<char*>(weights.data()),
          static_cast<std::streamsize>(4 * weights.size()));
  struct Edge {
    std::uint32_t weight, from, to;
  };
  time(
      "plain", 3, 1, [] {},
      [&] {
        std::vector<Edge> edges;
        std::uint64_t arc = 0;
        for (std::uint32_t node = 0; node < ends.size(); ++node) {
          for (; arc < ends[node]; ++arc) {
            if (targets[arc] > node) {
              edges.push_back({weights[arc], node, targets[arc]});
            }
          }
        }
        std::vector<Edge> sorted(edges.size());
        const std::uint32_t greatest = *std::max_element(weights.begin(), weights.end());
        for (unsigned shift = 0; shift < 32 && greatest >> shift != 0; shift += 8) {
          std::array<std::size_t, 257> begin{};
          for (const Edge& edge : edges) {
            ++begin[((edge.weight >> shift) & 255) + 1];
          }
          std::partial_sum(begin.begin(), begin.end(), begin.begin());
          for (const Edge& edge : edges) {
            sorted[begin[(edge.weight >> shift) & 255]++] = edge;
          }
          edges.swap(sorted);
        }
        std::vector<std::uint32_t> parent(ends.size());
        std::iota(parent.begin(), parent.end(), 0U);
        const auto find = [&](std::uint32_t node) {
          while (parent[node] != node) {
            node = parent[node] = parent[parent[node]];
          }
          return node;
        };
        std::uint64_t total = 0;
        for (const Edge& edge : edges) {
          const std::uint32_t a = find(edge.from), b = find(edge.to);
          if (a != b) {
            parent[a] = b;
            total += edge.weight;
          }
        }
        use(total);
      });
}

} // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[1] : "";
  if (what == "kruskal") {
    kruskal(argv[2]);
  } else {
    const galois::SharedMemSys system;
    const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
    galois::substrate::getThreadPool().setPinning(false); // others would inherit the place
    galois::setActiveThreads(static_cast<unsigned>(threads));
    if (what == "loops") {
      loops(threads);
    } else if (what == "forks") {
      forks(threads);
    } else if (what == "sort") {
      sorts(threads);
    }
  }
  for (std::size_t i = 0; i < measured.size(); ++i) {
    std::printf("%s\"%s\": %.9f", i == 0 ? "{" : ", ", measured[i].first.c_str(),
                measured[i].second);
  }
  std::puts("}");
}

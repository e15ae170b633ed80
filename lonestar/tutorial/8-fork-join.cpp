/**
 * Forks and joins: a function divides its work, lets the parts run at once, and goes on when they
 * are done. The names are oneTBB's.
 */
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "Tutorial.h"
#include "galois/Galois.h"
#include "galois/Tasks.h"

namespace {

/// Sorts by quicksort. Both sides of the pivot may be sorted at once. A fork that no idle thread
/// takes is hardly more than a call, so the pieces may be small.
void sort(std::uint32_t* first, std::uint32_t* last) {
  if (last - first <= 64) {
    std::sort(first, last);
    return;
  }
  const std::uint32_t pivot = first[(last - first) / 2];
  std::uint32_t* const middle =
      std::partition(first, last, [&](std::uint32_t value) { return value < pivot; });
  std::uint32_t* const after =
      std::partition(middle, last, [&](std::uint32_t value) { return value == pivot; });
  galois::parallel_invoke([&] { sort(first, middle); }, [&] { sort(after, last); });
}

} // namespace

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-8-fork-join", "forks and joins");
  galois::SharedMemSys runtime;
  galois::setActiveThreads(threads, galois::kOversubscribe);

  // A parallel loop. Unlike do_all() it may be called inside a task.
  std::vector<std::uint32_t> numbers(500000);
  galois::parallel_for(std::size_t{0}, numbers.size(), [&](std::size_t i) {
    numbers[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  });
  std::vector<std::uint32_t> expected = numbers;

  sort(numbers.data(), numbers.data() + numbers.size());

  // A group takes tasks whose number is not known in advance: here one for each ten thousand
  // numbers.
  std::vector<std::size_t> odd((numbers.size() + 9999) / 10000);
  galois::task_group group;
  for (std::size_t part = 0; part < odd.size(); ++part) {
    group.run([&, part] {
      const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(part * 10000);
      const auto last = first + std::min<std::ptrdiff_t>(10000, numbers.end() - first);
      odd[part] = static_cast<std::size_t>(
          std::count_if(first, last, [](std::uint32_t value) { return value % 2 == 1; }));
    });
  }
  group.wait();
  std::size_t total = 0;
  for (const std::size_t count : odd) {
    total += count;
  }

  // A reduction: the largest distance between neighbours.
  const std::uint32_t gap = galois::parallel_reduce(
      std::size_t{1}, numbers.size(), std::uint32_t{0},
      [&](std::size_t i) { return numbers[i] - numbers[i - 1]; },
      [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
  std::printf("%zu numbers, %zu of them odd, with gaps of at most %u\n", numbers.size(), total,
              gap);

  std::sort(expected.begin(), expected.end());
  const bool sorted = numbers == expected;
  std::uint32_t widest = 0;
  for (std::size_t i = 1; i < expected.size(); ++i) {
    widest = std::max(widest, expected[i] - expected[i - 1]);
  }
  return tutorial::finish(sorted && total == expected.size() / 2 && gap == widest);
}

/**
 * Tasks that make new tasks: how many moves does a knight need from a corner of a chess board of
 * 256 x 256 squares to every other square?
 */
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <vector>

#include "Tutorial.h"
#include "galois/AtomicHelpers.h"
#include "galois/Galois.h"

namespace {

constexpr int kSide = 256;
constexpr unsigned kUnknown = ~0u;
constexpr std::array<std::array<int, 2>, 8> kMoves{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

/// "The knight can be on this square after so many moves."
struct Task {
  int x, y;
  unsigned moves;
};

/// Calls visit(Task) for each square that a knight reaches next.
template <typename Visit>
void forNextSquares(const Task& from, Visit visit) {
  for (const auto& [dx, dy] : kMoves) {
    const Task next{from.x + dx, from.y + dy, from.moves + 1};
    if (next.x >= 0 && next.x < kSide && next.y >= 0 && next.y < kSide) {
      visit(next);
    }
  }
}

std::size_t placeOf(const Task& task) {
  return static_cast<std::size_t>(task.y) * kSide + static_cast<std::size_t>(task.x);
}

/// The check: the same search on one thread, with a queue, and without the library.
std::vector<unsigned> searchSerially() {
  std::vector<unsigned> moves(kSide * kSide, kUnknown);
  std::deque<Task> queue{{0, 0, 0}};
  moves[0] = 0;
  for (; !queue.empty(); queue.pop_front()) {
    forNextSquares(queue.front(), [&](const Task& next) {
      if (moves[placeOf(next)] == kUnknown) {
        moves[placeOf(next)] = next.moves;
        queue.push_back(next);
      }
    });
  }
  return moves;
}

} // namespace

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-2-for-each", "tasks that make new tasks");
  galois::SharedMemSys runtime;
  galois::setActiveThreads(threads, galois::kOversubscribe);

  // Threads share the board, so its squares are atomic.
  std::vector<galois::Atomic<unsigned>> moves(kSide * kSide);
  galois::do_all(galois::iterate(moves), [](auto& square) { square = kUnknown; });
  moves[0] = 0;

  // for_each() runs the function on the first tasks and on all that the function pushes. It returns
  // when no task is left. The order is not fixed, so a square may first be reached the long way. It
  // is then improved later: the smallest number wins, whatever the order.
  galois::for_each(
      galois::iterate({Task{0, 0, 0}}),
      [&](const Task& task, auto& context) {
        if (moves[placeOf(task)] < task.moves) {
          return; // a shorter way was found since this task was made
        }
        forNextSquares(task, [&](const Task& next) {
          // atomicMin() returns the old value. Push only if this way is shorter.
          if (next.moves < galois::atomicMin(moves[placeOf(next)], next.moves)) {
            context.push(next);
          }
        });
      },
      // Nothing here locks a node of a graph (see program 5), so the loop need not look for
      // conflicts.
      galois::disable_conflict_detection());

  const std::vector<unsigned> expected = searchSerially();
  std::printf("the farthest square is %u moves away\n",
              *std::max_element(expected.begin(), expected.end()));
  return tutorial::finish(std::equal(expected.begin(), expected.end(), moves.begin()));
}

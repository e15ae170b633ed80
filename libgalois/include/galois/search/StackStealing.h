/**
 * The coordination StackStealing: threads without work ask others for a part of their stack.
 *
 * A thread that searches answers requests before each child, so that nothing is shared while nobody
 * asks: that costs one relaxed load of a cell of its own. It gives the next child of its shallowest
 * unfinished level, or all children of that level, but keeps the last child that it has. What a
 * thread has been given and not begun is given first. The cells are those of StealRequests.h.
 *
 * Invariant: a thread's cell is open only while it searches a task, so each request is answered by
 * the next child, or refused when the thread runs out of work. What a thread has asked for is in
 * its answer cell or not yet given; an answer that comes after the search was stopped is freed by
 * the destructor.
 */
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "galois/search/Coordinations.h"
#include "galois/search/Explorer.h"
#include "galois/search/Team.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/stealing/StealRequests.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"

namespace galois::search {

namespace internal {

/// What the threads of one search share.
template <typename Explorer>
class StackThieves {
public:
  using Item = Task<typename Explorer::Node>;

  StackThieves(const StackStealing& coordination, unsigned threads)
      : coordination_(coordination), requests_(threads), threads_(threads) {
    for (unsigned i = 0; i < threads; ++i) {
      own_.push_back(std::make_unique<Own>(i));
      requests_.close(i);
    }
  }
  ~StackThieves() {
    for (unsigned i = 0; i < own_.size(); ++i) {
      Batch* late = nullptr;
      if (own_[i]->asked && requests_.look(i, late) == Answer::kItem) {
        delete late;
      }
    }
  }
  StackThieves(const StackThieves&) = delete;
  StackThieves& operator=(const StackThieves&) = delete;

  /// Gives the root to a thread, before the search.
  void give(unsigned thread, Item&& root) { own_[thread]->batch.push_back(std::move(root)); }

  /// Searches a task that the thread has, or gets one.
  /// @return false if there is none now
  bool runOne(unsigned thread, Explorer& explorer);

private:
  using Batch = std::deque<Item>;
  using Requests = worklists::StealRequests<Batch*>;
  using Answer = typename Requests::Answer;

  /// A thread's own state.
  struct alignas(substrate::kCacheLineSize) Own {
    explicit Own(unsigned thread) : random(substrate::getSeed(), thread) {}
    Batch batch;        ///< what was given to the thread and not begun
    bool asked = false; ///< it waits for an answer
    unsigned victim = 0;
    worklists::VictimDraw draw;
    substrate::Random random;
  };

  /// Answers requests in the middle of a task.
  struct Hooks : NoHooks {
    Hooks(StackThieves& all, unsigned self) : thieves(all), thread(self) {}
    template <typename Top>
    void beforeChild(Explorer& explorer, Top& top) {
      if (thieves.requests_.requested(thread)) [[unlikely]] {
        thieves.answer(thread, explorer, top);
      }
    }
    StackThieves& thieves;
    unsigned thread;
  };

  template <typename Top>
  [[gnu::noinline]] void answer(unsigned thread, Explorer& explorer, Top& top) {
    requests_.answer(thread, [&](unsigned /*thief*/, const void* /*wants*/, Batch*& item) {
      auto gift = std::make_unique<Batch>();
      Batch& own = own_[thread]->batch;
      if (!own.empty()) {
        for (std::size_t count = (own.size() + 1) / 2; count > 0; --count) {
          gift->push_front(std::move(own.back()));
          own.pop_back();
        }
      } else {
        explorer.detachShallowest(top, coordination_.chunked,
                                  [&](Item&& child) { gift->push_back(std::move(child)); });
        explorer.countSpawned(gift->size());
      }
      if (gift->empty()) {
        return false;
      }
      item = gift.release();
      return true;
    });
  }

  const StackStealing& coordination_;
  Requests requests_;
  const unsigned threads_;
  std::vector<std::unique_ptr<Own>> own_;
};

template <typename Explorer>
bool StackThieves<Explorer>::runOne(unsigned thread, Explorer& explorer) {
  Own& own = *own_[thread];
  if (own.batch.empty()) {
    if (!own.asked) {
      own.victim = own.draw.draw(thread, threads_, own.random);
      own.asked = own.victim != worklists::VictimDraw::kNobody && requests_.ask(thread, own.victim);
    }
    Batch* gift = nullptr;
    const Answer answer = own.asked ? requests_.look(thread, gift) : Answer::kRefused;
    if (answer == Answer::kWaiting) {
      return false;
    }
    own.asked = false;
    if (answer == Answer::kRefused) {
      return false;
    }
    const std::unique_ptr<Batch> owner(gift);
    own.batch = std::move(*gift);
  }
  requests_.open(thread);
  requests_.setHasWork(thread, true);
  Hooks hooks(*this, thread);
  while (!own.batch.empty()) {
    Item task = std::move(own.batch.front());
    own.batch.pop_front();
    if (!explorer.explore(std::move(task), hooks)) {
      break;
    }
  }
  requests_.setHasWork(thread, false);
  requests_.close(thread);
  return true;
}

} // namespace internal

/// Searches below the root, which was visited; threads without work ask others for a part of their
/// stack.
template <typename Explorer>
void runTeam(const StackStealing& coordination, Team<Explorer>& team,
             Task<typename Explorer::Node>&& root) {
  const auto threads = static_cast<unsigned>(team.size());
  internal::StackThieves<Explorer> thieves(coordination, threads);
  thieves.give(0, std::move(root));
  internal::TaskLoop loop(threads);
  internal::onEachThread(team, [&](unsigned thread) {
    loop.run(team[thread]->stop(), [&] { return thieves.runOne(thread, *team[thread]); });
  });
}

} // namespace galois::search

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cxxabi.h>
#include <sstream>

#include "explorer/Arena.h"
#include "explorer/Exploration.h"

namespace galois::test::explorer {

namespace {

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const char* nameOf(std::memory_order order) {
  switch (order) {
  case std::memory_order_relaxed:
    return "relaxed";
  case std::memory_order_acquire:
    return "acquire";
  case std::memory_order_release:
    return "release";
  case std::memory_order_acq_rel:
    return "acq_rel";
  default:
    return "seq_cst";
  }
}

} // namespace

Explorer* explorer = nullptr;

Outcome Explorer::run() {
  const double start = processorSeconds();
  const OwnMemory own;
  if (program_.threads > kMostThreads) {
    outcome_.fault = "more threads than kMostThreads of Graph.h";
    return outcome_;
  }
  explorer = this;
  todo_.emplace_back(program_.threads);
  while (!todo_.empty() && outcome_.fault.empty()) {
    if (limits_.executions != 0 &&
        outcome_.executions + outcome_.blocked + outcome_.cut >= limits_.executions) {
      break;
    }
    graph_ = std::move(todo_.back());
    todo_.pop_back();
    execute();
  }
  explorer = nullptr;
  outcome_.complete = todo_.empty() && outcome_.fault.empty();
  outcome_.seconds = processorSeconds() - start;
  return outcome_;
}

void Explorer::execute() {
  clearArenas();
  for (auto& words : words_) {
    words.clear();
  }
  extends_ = stopped_ = false;
  onFiber(+[] {
    explorer->test_ = explorer->program_.make();
    explorer->program_.before(explorer->test_);
    explorer->leaveForGood();
  });
  if (!outcome_.fault.empty()) {
    return;
  }
  for (unsigned t = 0; t < fibers_.size(); ++t) {
    Fiber& fiber = fibers_[t];
    fiber.exceptions = {};
    fiber.state = State::kReady;
    fiber.executed = fiber.pauses = 0;
    fiber.wrote = false;
    fiber.reads.clear();
    fiber.before.clear();
    prepare(fiber, &Explorer::begin);
  }
  for (bool played = false; !played;) {
    played = true;
    for (unsigned t = 0; t < fibers_.size(); ++t) {
      Fiber& fiber = fibers_[t];
      const bool ready = fiber.state == State::kReady ||
                         (fiber.state == State::kAwaits &&
                          fibers_[fiber.awaits.thread].executed >= fiber.awaits.index);
      if (ready) {
        if (!resume(t)) {
          return;
        }
        played = false;
      }
    }
  }
  extends_ = true;
  for (int next = growing(); next >= 0; next = growing()) {
    if (!resume(static_cast<unsigned>(next))) {
      return;
    }
  }
  finish();
}

/// The thread whose event is added next: one that has made the first half of an update, or else the
/// first one that is neither blocked nor done. -1 if there is none.
int Explorer::growing() const {
  int first = -1;
  for (unsigned t = 0; t < fibers_.size(); ++t) {
    if (fibers_[t].state == State::kGrows || fibers_[t].state == State::kReady) {
      const unsigned size = graph_.size(t);
      if (size > 0 && fibers_[t].executed == size) {
        const Event& last =
            graph_.at({static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(size)});
        if (last.kind == Kind::kRead && last.updates) {
          return static_cast<int>(t);
        }
      }
      if (first < 0) {
        first = static_cast<int>(t);
      }
    }
  }
  return first;
}

void Explorer::prepare(Fiber& fiber, void (*function)()) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStack;
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, function, 0);
}

/// Runs what comes before or after the threads. A fault there leaves it, so it needs a stack, too.
void Explorer::onFiber(void (*function)()) {
  prepare(fibers_[0], function);
  useArena(static_cast<int>(kMostThreads));
  swapcontext(&main_, &fibers_[0].context);
  useArena(-1);
}

bool Explorer::resume(unsigned thread) {
  Fiber& fiber = fibers_[thread];
  fiber.state = State::kReady;
  current_ = static_cast<int>(thread);
  std::array<std::byte, 2 * sizeof(void*)> mine{};
  void* flying = abi::__cxa_get_globals();
  std::memcpy(mine.data(), flying, mine.size());
  std::memcpy(flying, fiber.exceptions.data(), mine.size());
  useArena(current_);
  swapcontext(&main_, &fiber.context);
  useArena(-1);
  std::memcpy(fiber.exceptions.data(), flying, mine.size());
  std::memcpy(flying, mine.data(), mine.size());
  current_ = -1;
  return outcome_.fault.empty() && !stopped_;
}

void Explorer::begin() {
  const auto thread = explorer->current();
  explorer->program_.thread(explorer->test_, thread);
  explorer->fibers_[thread].state = State::kDone;
  explorer->leaveForGood();
}

void Explorer::leave() {
  const unsigned thread = current();
  swapcontext(&fibers_[thread].context, &main_);
}

void Explorer::leaveForGood() {
  setcontext(&main_);
  std::abort();
}

/// All threads have ended or are left in a loop.
void Explorer::finish() {
  outcome_.most = std::max(outcome_.most, graph_.size());
  bool blocked = false;
  bool cut = false;
  bool forEver = true;
  for (const Fiber& fiber : fibers_) {
    blocked |= fiber.state == State::kBlocked;
    cut |= fiber.state == State::kCut;
    if (fiber.state == State::kBlocked) {
      for (const Id read : fiber.reads) {
        forEver &= graph_.at(read).kind == Kind::kChoice || graph_.isLast(read);
      }
    }
  }
  if (cut) {
    ++outcome_.cut;
    return;
  }
  if (blocked) {
    if (forEver) {
      outcome_.fault = "a thread waits for ever\n" + history();
    }
    ++outcome_.blocked;
    return;
  }
  ++outcome_.executions;
  if (limits_.distinct && !seen_.insert(graph_.hash()).second) {
    outcome_.fault = "the explorer has made this execution twice\n" + history();
    return;
  }
  for (const auto& words : words_) {
    for (const Made& made : words) {
      if (made.word) {
        made.word->value_ = valueOf(made.word->id_, graph_.lastWrite(made.word->id_));
      }
    }
  }
  onFiber(+[] {
    explorer->program_.after(explorer->test_);
    explorer->program_.destroy(explorer->test_);
    explorer->leaveForGood();
  });
}

std::uint32_t Explorer::makeWord(Word* word) {
  const unsigned maker = inThread() ? current() : kMostThreads;
  words_[maker].push_back({word, {}});
  return maker << kMakerShift | static_cast<std::uint32_t>(words_[maker].size());
}

Id Explorer::now() const {
  if (!inThread()) {
    return kInitial;
  }
  return {static_cast<std::uint16_t>(current()),
          static_cast<std::uint16_t>(fibers_[current()].executed + 1)};
}

Clock Explorer::clock() const {
  if (!inThread() || fibers_[current()].executed == 0) {
    return {};
  }
  return graph_
      .at({static_cast<std::uint16_t>(current()),
           static_cast<std::uint16_t>(fibers_[current()].executed)})
      .hb;
}

Explorer::Made& Explorer::made(std::uint32_t location) {
  return words_[location >> kMakerShift][(location & ((1u << kMakerShift) - 1)) - 1];
}

Value Explorer::valueOf(std::uint32_t location, Id write) {
  if (write.index != 0) {
    return graph_.at(write).value;
  }
  const Made& from = made(location);
  return from.word ? from.word->value_ : from.first;
}

Id Explorer::step(const Request& request) {
  const OwnMemory own;
  const unsigned t = current();
  Fiber& fiber = fibers_[t];
  const Id id{static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(fiber.executed + 1)};
  if (id.index <= graph_.size(t)) {
    const Event& known = graph_.at(id);
    if (known.kind != request.kind || known.request.location != request.location ||
        known.request.order != request.order || known.request.value != request.value) {
      fail("the test does not repeat itself: it must not depend on time, addresses or statics",
           request.place);
    }
    while (known.kind == Kind::kRead && fibers_[known.rf.thread].executed < known.rf.index) {
      fiber.state = State::kAwaits;
      fiber.awaits = known.rf;
      leave();
      useArena(-1);
    }
  } else {
    while (!extends_ || growing() != static_cast<int>(t)) {
      fiber.state = State::kGrows;
      leave();
      useArena(-1);
    }
    if (graph_.size() >= kMostEvents) {
      fail("an execution has too many accesses: pause in wait loops, or make the test smaller",
           request.place);
    }
    grow(request);
    if (stopped_) {
      leaveForGood();
    }
  }
  fiber.executed = id.index;
  const Event& event = graph_.at(id);
  if (event.kind == Kind::kRead || event.kind == Kind::kChoice) {
    fiber.reads.push_back(id);
  } else if (event.kind == Kind::kWrite) {
    fiber.wrote = true;
  }
  return id;
}

void Explorer::grow(const Request& request) {
  const Id id = graph_.add(current(), request);
  if (request.kind == Kind::kRead) {
    growRead(id);
  } else if (request.kind == Kind::kWrite) {
    growWrite(id);
  } else if (request.kind == Kind::kChoice) {
    for (auto other = request.value[0] - 1; other > 0; --other) {
      graph_.at(id).value[0] = other;
      keep(graph_);
    }
    graph_.at(id).value[0] = 0;
  }
}

void Explorer::growRead(Id id) {
  const std::uint32_t location = graph_.at(id).request.location;
  const std::vector<Id> writes = graph_.readable(id);
  for (const Id write : writes) {
    graph_.setRead(id, write, valueOf(location, write));
    const bool last = write == writes.back(); // It is consistent: nothing comes after the read.
    if (!last && graph_.consistent()) {
      keep(graph_);
    }
  }
}

void Explorer::growWrite(Id id) {
  const Value value = graph_.at(id).value;
  for (const Id read : graph_.revisits(id)) {
    const Graph less = graph_.restricted(read, id);
    for (const Id after : less.places(id)) {
      Graph other(less);
      other.place(id, after);
      other.setRead(read, id, value);
      if (other.isCoherent(read) && (other.isLast(id) || other.consistent())) {
        keep(other);
      }
    }
  }
  const std::vector<Id> places = graph_.places(id);
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    Graph other(graph_);
    other.place(id, places[i]);
    if (other.consistent()) {
      keep(other);
    }
  }
  // Goes on with the last place. An update whose place is taken has none.
  stopped_ = places.empty();
  if (!stopped_) {
    graph_.place(id, places.back());
    stopped_ = !graph_.isLast(id) && !graph_.consistent();
  }
}

void Explorer::pause() {
  if (!inThread()) {
    return;
  }
  Fiber& fiber = fibers_[current()];
  if (fiber.reads.empty()) {
    return; // no iteration yet
  }
  bool repeats = fiber.reads.size() == fiber.before.size();
  for (std::size_t i = 0; repeats && i < fiber.reads.size(); ++i) {
    const Event& now = graph_.at(fiber.reads[i]);
    const Event& before = graph_.at(fiber.before[i]);
    repeats = now.kind == before.kind && now.request.location == before.request.location &&
              now.rf == before.rf && now.value == before.value;
  }
  if (!fiber.wrote && (repeats || limits_.pureWaits)) {
    fiber.state = State::kBlocked;
    leaveForGood();
  }
  if (++fiber.pauses > limits_.pauses) {
    fiber.state = State::kCut;
    leaveForGood();
  }
  const OwnMemory own;
  fiber.wrote = false;
  fiber.before.swap(fiber.reads);
  fiber.reads.clear();
}

void Explorer::waitBegins() {
  if (inThread()) {
    Fiber& fiber = fibers_[current()];
    const OwnMemory own;
    fiber.wrote = false;
    fiber.reads.clear();
    fiber.before.clear();
  }
}

void Explorer::fail(const std::string& what, Place place) {
  {
    const OwnMemory own;
    std::ostringstream text;
    text << what << "\n  in " << place.file << ':' << place.line;
    if (inThread()) {
      text << " by thread " << current();
    }
    outcome_.fault = text.str() + '\n' + history();
  }
  leaveForGood();
}

void Explorer::forget(const Word& word) {
  made(word.id_) = {nullptr, word.value_};
  if (!inThread()) {
    return;
  }
  const Clock known = clock();
  for (const Id id : graph_.inOrder()) {
    const Event& event = graph_.at(id);
    if (event.kind <= Kind::kWrite && event.request.location == word.id_ &&
        id.index <= fibers_[id.thread].executed && !happened(known, id)) {
      fail("a word is destroyed while another thread accesses it", event.request.place);
    }
  }
}

std::string Explorer::history() const {
  std::ostringstream text;
  for (const Id id : graph_.inOrder()) {
    const Event& event = graph_.at(id);
    if (id.index > fibers_[id.thread].executed + 1u) {
      continue;
    }
    text << "  " << id.thread << '.' << id.index << ' ';
    switch (event.kind) {
    case Kind::kRead:
      text << "reads word " << event.request.location << ": " << event.value[0] << ' '
           << nameOf(event.order) << " from ";
      if (event.rf.index == 0) {
        text << "the beginning";
      } else {
        text << event.rf.thread << '.' << event.rf.index;
      }
      break;
    case Kind::kWrite:
      text << "writes word " << event.request.location << ": " << event.value[0] << ' '
           << nameOf(event.order);
      break;
    case Kind::kFence:
      text << "fence " << nameOf(event.order);
      break;
    case Kind::kChoice:
      text << "chooses " << event.value[0];
      break;
    }
    text << "  " << event.request.place.file << ':' << event.request.place.line << '\n';
  }
  return text.str();
}

Outcome explore(const Program& program, const Limits& limits) {
  return Explorer(program, limits).run();
}

} // namespace galois::test::explorer

// What the threads of a test call: atomic words, plain data, fences, choices and waits.

#include <utility>

#include "explorer/Arena.h"
#include "explorer/Exploration.h"

namespace galois::test::explorer {

Word::Word(Value value) : id_(0), made_(kInitial), value_(value) {
  if (explorer) {
    const OwnMemory own;
    id_ = explorer->makeWord(this);
    made_ = explorer->now();
    explorer->plainWrite();
  }
}

Word::~Word() {
  alive_ = false;
  if (explorer) {
    const OwnMemory own;
    explorer->forget(*this);
  }
}

void Word::check(Place place) const {
  if (!alive_) {
    explorer->fail("a destroyed word is accessed", place);
  }
  if (!explorer->happened(explorer->clock(), made_)) {
    explorer->fail("a word is accessed that was made by another thread and not handed over", place);
  }
}

Value Word::load(std::memory_order order, Place place) const {
  if (!explorer || !explorer->inThread()) {
    return value_;
  }
  check(place);
  Request request;
  request.kind = Kind::kRead;
  request.order = order;
  request.location = id_;
  request.place = place;
  return explorer->event(explorer->step(request)).value;
}

void Word::store(Value value, std::memory_order order, Place place) {
  if (!explorer || !explorer->inThread()) {
    value_ = value;
    return;
  }
  check(place);
  Request request;
  request.kind = Kind::kWrite;
  request.order = order;
  request.location = id_;
  request.value = value;
  request.place = place;
  explorer->step(request);
}

Value Word::readForUpdate(ReadKind kind, Value expected, std::memory_order order,
                          std::memory_order failure, Place place, bool& updates) {
  check(place);
  Request request;
  request.kind = Kind::kRead;
  request.read = kind;
  request.order = order;
  request.failure = failure;
  request.location = id_;
  request.value = expected;
  request.place = place;
  const Event& event = explorer->event(explorer->step(request));
  updates = event.updates;
  return event.value;
}

Value Word::update(const std::function<Value(Value)>& function, std::memory_order order,
                   Place place) {
  if (!explorer || !explorer->inThread()) {
    return std::exchange(value_, function(value_));
  }
  bool updates = true;
  const Value before = readForUpdate(ReadKind::kUpdate, {}, order, order, place, updates);
  store(function(before), order, place);
  return before;
}

bool Word::compareExchange(Value& expected, Value value, std::memory_order success,
                           std::memory_order failure, Place place) {
  bool updates = value_ == expected;
  if (!explorer || !explorer->inThread()) {
    expected = updates ? std::exchange(value_, value) : value_;
    return updates;
  }
  expected = readForUpdate(ReadKind::kCompare, expected, success, failure, place, updates);
  if (updates) {
    store(value, success, place);
  }
  return updates;
}

void Cell::read(Place place) const {
  if (!explorer || !explorer->inThread()) {
    return;
  }
  if (!explorer->happened(explorer->clock(), written_)) {
    explorer->fail("a race: plain data are read, and another thread has written them", place);
  }
  reads_[explorer->current()] = explorer->now().index;
}

void Cell::write(Place place) {
  if (!explorer) {
    return;
  }
  explorer->plainWrite();
  const Clock clock = explorer->clock();
  if (!explorer->happened(clock, written_)) {
    explorer->fail("a race: plain data are written by two threads", place);
  }
  for (std::uint16_t t = 0; t < kMostThreads; ++t) {
    if (!explorer->happened(clock, {t, reads_[t]})) {
      explorer->fail("a race: plain data are written, and another thread has read them", place);
    }
  }
  reads_ = {};
  written_ = explorer->now();
}

void fence(std::memory_order order, Place place) {
  if (explorer && explorer->inThread()) {
    Request request;
    request.order = order;
    request.place = place;
    explorer->step(request);
  }
}

unsigned choose(unsigned n, Place place) {
  if (!explorer || !explorer->inThread() || n < 2) {
    return 0;
  }
  Request request;
  request.kind = Kind::kChoice;
  request.value[0] = n;
  request.place = place;
  return static_cast<unsigned>(explorer->event(explorer->step(request)).value[0]);
}

void pause() {
  if (explorer) {
    explorer->pause();
  }
}
void waitBegins() {
  if (explorer) {
    explorer->waitBegins();
  }
}
void fail(const char* what, Place place) { explorer->fail(what, place); }
unsigned threadIndex() { return explorer->inThread() ? explorer->current() : 0; }

} // namespace galois::test::explorer

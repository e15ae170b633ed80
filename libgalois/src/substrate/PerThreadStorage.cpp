#include "galois/substrate/PerThreadStorage.h"

#include <pthread.h>

#include <cstddef>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace galois::substrate {
namespace {

/// Objects that have outlived their storages. Never destroyed, as the registry below, and made
/// without an allocation, so that both functions work where there is no memory.
struct Readable {
  std::mutex mutex;
  std::vector<ReleasedSlot> objects; // oldest first

  static constexpr std::size_t kMost = 16;
  static Readable& get() {
    alignas(Readable) static std::byte place[sizeof(Readable)];
    static Readable* const instance = [] {
      auto* const made = new (place) Readable();
      // A child that was forked while another thread held the mutex would wait for it for ever.
      pthread_atfork([] { get().mutex.lock(); }, [] { get().mutex.unlock(); },
                     [] { get().mutex.unlock(); });
      return made;
    }();
    return *instance;
  }
};

} // namespace

void keepReadable(ReleasedSlot object) noexcept {
  Readable& all = Readable::get();
  ReleasedSlot oldest(nullptr, object.get_deleter()); // destroyed outside the lock
  const std::lock_guard<std::mutex> guard(all.mutex);
  try {
    all.objects.push_back(std::move(object));
  } catch (const std::bad_alloc&) {
    return; // then it ends now
  }
  if (all.objects.size() > Readable::kMost) {
    oldest = std::move(all.objects.front());
    all.objects.erase(all.objects.begin());
  }
}

void dropReadable() noexcept {
  Readable& all = Readable::get();
  std::vector<ReleasedSlot> objects; // destroyed outside the lock
  const std::lock_guard<std::mutex> guard(all.mutex);
  objects.swap(all.objects);
}

} // namespace galois::substrate

namespace galois::substrate::detail {
namespace {

/// All existing storages. Never destroyed, because static objects may own storages.
struct Registry {
  // The mutex is recursive, because constructors of per-thread data may create per-thread storage
  // themselves.
  std::recursive_mutex mutex;
  SlotTable* head = nullptr;
  SlotTable* tail = nullptr;
  std::atomic<unsigned> slots{0};
};

Registry& registry() {
  static Registry* const instance = [] {
    auto* const made = new Registry();
    static Registry* forFork;
    forFork = made;
    // The child gets a new mutex, because only the thread that has locked a recursive one can unlock
    // it, and the child's thread is another one.
    pthread_atfork([] { forFork->mutex.lock(); }, [] { forFork->mutex.unlock(); },
                   [] { new (&forFork->mutex) std::recursive_mutex(); });
    return made;
  }();
  return *instance;
}

} // namespace

SlotTable::SlotTable(std::unique_ptr<SlotMaker> maker, unsigned fixedSlots)
    : maker_(std::move(maker)) {
  growTo(fixedSlots); // destroys what it has made if it throws
}

SlotTable::SlotTable(std::unique_ptr<SlotMaker> maker) : maker_(std::move(maker)) {
  getThreadPool(); // creating the pool sets the initial number of slots
  Registry& all = registry();
  const std::lock_guard<std::recursive_mutex> guard(all.mutex);
  growTo(all.slots.load(order::relaxed)); // destroys what it has made if it throws
  link();
}

SlotTable::SlotTable(SlotTable&& other) noexcept { moveFrom(other); }

SlotTable::~SlotTable() {
  unlink();
  destroySlots();
}

void SlotTable::moveFrom(SlotTable& other) noexcept {
  unlink();
  destroySlots();
  const std::lock_guard<std::recursive_mutex> guard(registry().mutex);
  const bool wasLinked = other.linked_;
  other.unlink();
  publish(other.current_, other.size_.load(order::relaxed));
  other.publish(nullptr, 0);
  maker_ = std::move(other.maker_);
  tables_ = std::move(other.tables_);
  other.tables_.clear();
  if (wasLinked) {
    link();
  }
}

void SlotTable::growAll(unsigned slots) {
  Registry& all = registry();
  const std::lock_guard<std::recursive_mutex> guard(all.mutex);
  if (slots <= all.slots.load(order::relaxed)) {
    return;
  }
  for (SlotTable* table = all.head; table != nullptr; table = table->next_) {
    table->growTo(slots);
  }
  all.slots.store(slots, order::relaxed);
}

void SlotTable::lockAll() { registry().mutex.lock(); }
void SlotTable::unlockAll() { registry().mutex.unlock(); }

unsigned SlotTable::slotsOfAll() noexcept { return registry().slots.load(order::relaxed); }

void SlotTable::growTo(unsigned slots) {
  const unsigned old = size_.load(order::relaxed);
  if (slots <= old) {
    return;
  }
  auto table = std::make_unique<void*[]>(slots);
  for (unsigned i = 0; i < old; ++i) {
    table[i] = slot(i);
  }
  tables_.reserve(tables_.size() + 1);
  unsigned made = old;
  try {
    for (; made < slots; ++made) {
      table[made] = maker_->make();
    }
  } catch (...) {
    while (made > old) {
      maker_->destroy(table[--made]);
    }
    throw;
  }
  publish(table.get(), slots);
  tables_.push_back(std::move(table));
}

void SlotTable::publish(void** table, unsigned slots) noexcept {
  current_ = table;
  table_.publish(table);
  size_.store(slots, order::relaxed);
}

void SlotTable::destroySlots() noexcept {
  for (unsigned i = size_.load(order::relaxed); i > 0; --i) {
    if (void* const object = slot(i - 1)) { // null: it was released
      maker_->destroy(object);
    }
  }
}

// Appends the storage to the list, so that growAll() also reaches storages whose creation it
// causes.
void SlotTable::link() noexcept {
  Registry& all = registry();
  const std::lock_guard<std::recursive_mutex> guard(all.mutex);
  previous_ = all.tail;
  next_ = nullptr;
  (previous_ != nullptr ? previous_->next_ : all.head) = this;
  all.tail = this;
  linked_ = true;
}

void SlotTable::unlink() noexcept {
  if (!linked_) {
    return;
  }
  Registry& all = registry();
  const std::lock_guard<std::recursive_mutex> guard(all.mutex);
  (previous_ != nullptr ? previous_->next_ : all.head) = next_;
  (next_ != nullptr ? next_->previous_ : all.tail) = previous_;
  linked_ = false; // link() sets both neighbours anew
}

} // namespace galois::substrate::detail

#include "explorer/Litmus.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <numeric>

namespace galois::test::explorer {

namespace {

constexpr unsigned kLocations = 4;

/// The words of a litmus test.
struct Words {
  std::unique_ptr<Word> words[kLocations];
};

void play(Words& test, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    Word& word = *test.words[step.location];
    const Place place{"litmus", step.location};
    switch (step.what) {
    case Step::What::kRead:
      word.load(step.order, place);
      break;
    case Step::What::kWrite:
      word.store({1, 0}, step.order, place);
      break;
    case Step::What::kUpdate:
      word.update([](Value old) { return Value{old[0] + 1, 0}; }, step.order, place);
      break;
    case Step::What::kFence:
      fence(step.order, place);
      break;
    }
  }
}

constexpr std::size_t kAtoms = 32;

/// A relation between the events of a litmus test.
class Relation {
public:
  explicit Relation(std::size_t size) : size_(size) {}
  bool operator()(std::size_t from, std::size_t to) const { return rows_[from][to]; }
  void add(std::size_t from, std::size_t to) { rows_[from][to] = true; }

  Relation operator|(const Relation& other) const {
    Relation both(*this);
    for (std::size_t from = 0; from < size_; ++from) {
      both.rows_[from] |= other.rows_[from];
    }
    return both;
  }
  Relation operator&(const Relation& other) const {
    Relation both(*this);
    for (std::size_t from = 0; from < size_; ++from) {
      both.rows_[from] &= other.rows_[from];
    }
    return both;
  }
  /// First this relation, then the other.
  Relation operator*(const Relation& other) const {
    Relation composed(size_);
    for (std::size_t from = 0; from < size_; ++from) {
      for (std::size_t by = 0; by < size_; ++by) {
        if (rows_[from][by]) {
          composed.rows_[from] |= other.rows_[by];
        }
      }
    }
    return composed;
  }
  Relation orSame() const {
    Relation both(*this);
    for (std::size_t i = 0; i < size_; ++i) {
      both.add(i, i);
    }
    return both;
  }
  Relation closure() const {
    Relation all(*this);
    for (std::size_t by = 0; by < size_; ++by) {
      for (std::size_t from = 0; from < size_; ++from) {
        if (all.rows_[from][by]) {
          all.rows_[from] |= all.rows_[by];
        }
      }
    }
    return all;
  }
  bool isEmpty() const {
    return std::all_of(rows_.begin(), rows_.end(), [](const auto& row) { return row.none(); });
  }
  bool isIrreflexive() const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (rows_[i][i]) {
        return false;
      }
    }
    return true;
  }
  /// The pairs of this relation for which a condition holds.
  template <typename F>
  Relation where(F&& f) const {
    Relation some(size_);
    for (std::size_t from = 0; from < size_; ++from) {
      for (std::size_t to = 0; to < size_; ++to) {
        some.rows_[from][to] = rows_[from][to] && f(from, to);
      }
    }
    return some;
  }

private:
  std::size_t size_;
  std::array<std::bitset<kAtoms>, kAtoms> rows_{};
};

/// An event of the definition: an update is two of them, and each location has a first write.
struct Atom {
  int thread;
  int location; // -1 for a fence
  bool reads;
  bool writes;
  bool updates;
  std::memory_order order;
  bool acquires() const {
    return order == std::memory_order_acquire || order == std::memory_order_acq_rel || isSc();
  }
  bool releases() const {
    return order == std::memory_order_release || order == std::memory_order_acq_rel || isSc();
  }
  bool isSc() const { return order == std::memory_order_seq_cst; }
  bool isFence() const { return location < 0; }
};

class Definition {
public:
  explicit Definition(const Litmus& test) {
    for (unsigned location = 0; location < kLocations; ++location) {
      atoms_.push_back(
          {-1, static_cast<int>(location), false, true, false, std::memory_order_relaxed});
    }
    for (std::size_t t = 0; t < test.size(); ++t) {
      for (const Step& step : test[t]) {
        const auto thread = static_cast<int>(t);
        const auto location = static_cast<int>(step.location);
        const bool updates = step.what == Step::What::kUpdate;
        if (step.what == Step::What::kFence) {
          atoms_.push_back({thread, -1, false, false, false, step.order});
        }
        if (step.what == Step::What::kRead || updates) {
          reads_.push_back(atoms_.size());
          atoms_.push_back({thread, location, true, false, updates, step.order});
        }
        if (step.what == Step::What::kWrite || updates) {
          atoms_.push_back({thread, location, false, true, updates, step.order});
        }
      }
    }
    source_.resize(atoms_.size());
    for (unsigned location = 0; location < kLocations; ++location) {
      writes_.emplace_back();
      for (std::size_t i = kLocations; i < atoms_.size(); ++i) {
        if (atoms_[i].writes && atoms_[i].location == static_cast<int>(location)) {
          writes_.back().push_back(i);
        }
      }
    }
  }

  std::uint64_t choices() const {
    std::uint64_t all = 1;
    for (const auto& writes : writes_) {
      for (std::size_t i = 2; i <= writes.size(); ++i) {
        all *= i;
      }
    }
    for (const std::size_t read : reads_) {
      all *= writes_[static_cast<std::size_t>(atoms_[read].location)].size() + 1;
    }
    return all;
  }

  std::uint64_t count() {
    orderWrites(0);
    return count_;
  }

private:
  void orderWrites(unsigned location) {
    if (location == kLocations) {
      chooseSources(0);
      return;
    }
    std::sort(writes_[location].begin(), writes_[location].end());
    do {
      orderWrites(location + 1);
    } while (std::next_permutation(writes_[location].begin(), writes_[location].end()));
  }

  void chooseSources(std::size_t read) {
    if (read == reads_.size()) {
      count_ += isAllowed();
      return;
    }
    const int location = atoms_[reads_[read]].location;
    source_[reads_[read]] = static_cast<std::size_t>(location);
    chooseSources(read + 1);
    for (const std::size_t write : writes_[static_cast<std::size_t>(location)]) {
      source_[reads_[read]] = write;
      chooseSources(read + 1);
    }
  }

  bool isAllowed() const {
    const std::size_t n = atoms_.size();
    Relation po(n);
    Relation rf(n);
    Relation co(n);
    Relation rmw(n);
    Relation back(n); // rf the other way round
    for (std::size_t x = 0; x < n; ++x) {
      for (std::size_t y = x + 1; y < n; ++y) {
        if (atoms_[y].thread >= 0 &&
            (atoms_[x].thread == -1 || atoms_[x].thread == atoms_[y].thread)) {
          po.add(x, y);
        }
      }
      if (atoms_[x].reads) {
        rf.add(source_[x], x);
        back.add(x, source_[x]);
        if (atoms_[x].updates) {
          rmw.add(x, x + 1);
        }
      }
    }
    for (std::size_t location = 0; location < kLocations; ++location) {
      const auto& writes = writes_[location];
      for (std::size_t i = 0; i < writes.size(); ++i) {
        co.add(location, writes[i]);
        for (std::size_t j = i + 1; j < writes.size(); ++j) {
          co.add(writes[i], writes[j]);
        }
      }
    }
    const Relation fr = back * co;
    if (!(po | rf).closure().isIrreflexive() || // no value out of thin air
        !(rmw & fr * co).isEmpty()) {
      return false;
    }
    const Relation same(Relation(n).orSame());
    const auto only = [&](auto&& f) {
      return same.where([&](std::size_t x, std::size_t) { return f(atoms_[x]); });
    };
    const Relation fences = only([](const Atom& a) { return a.isFence(); });
    const Relation releasing = only([](const Atom& a) { return a.releases(); });
    const Relation acquiring = only([](const Atom& a) { return a.acquires(); });
    const Relation writing = only([](const Atom& a) { return a.writes; });
    const Relation sequence = writing * (rf * rmw).closure().orSame();
    const Relation sw =
        releasing * (fences * po).orSame() * sequence * rf * (po * fences).orSame() * acquiring;
    const Relation hb = (po | sw).closure();
    const Relation eco = (rf | co | fr).closure();
    if (!(hb * eco.orSame()).isIrreflexive()) {
      return false;
    }
    const auto sameLocation = [&](std::size_t x, std::size_t y) {
      return !atoms_[x].isFence() && atoms_[x].location == atoms_[y].location;
    };
    const Relation elsewhere =
        po.where([&](std::size_t x, std::size_t y) { return !sameLocation(x, y); });
    const Relation scb = po | elsewhere * hb * elsewhere | hb.where(sameLocation) | co | fr;
    const Relation sc = only([](const Atom& a) { return a.isSc(); });
    const Relation scFences = sc * fences;
    const Relation base = (sc | scFences * hb.orSame()) * scb * (sc | hb.orSame() * scFences);
    const Relation ofFences = scFences * (hb | hb * eco * hb) * scFences;
    return (base | ofFences).closure().isIrreflexive();
  }

  std::vector<Atom> atoms_; ///< first the first writes of the locations
  std::vector<std::size_t> reads_;
  std::vector<std::vector<std::size_t>> writes_; ///< per location, in the order that is tried
  std::vector<std::size_t> source_;              ///< of each read
  std::uint64_t count_ = 0;
};

} // namespace

Outcome exploreLitmus(const Litmus& test) {
  Program program;
  program.name = "litmus";
  program.threads = static_cast<unsigned>(test.size());
  program.make = [] {
    auto* words = new Words;
    for (auto& word : words->words) {
      word = std::make_unique<Word>(Value{});
    }
    return static_cast<void*>(words);
  };
  program.before = [](void*) {};
  program.thread = [&test](void* words, unsigned id) {
    play(*static_cast<Words*>(words), test[id]);
  };
  program.after = [](void*) {};
  program.destroy = [](void* words) { delete static_cast<Words*>(words); };
  Limits limits;
  limits.distinct = true;
  return explore(program, limits);
}

std::uint64_t choices(const Litmus& test) { return Definition(test).choices(); }
std::uint64_t countByDefinition(const Litmus& test) { return Definition(test).count(); }

} // namespace galois::test::explorer

#include "galois/FlatMap.h"

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/gstl.h"
#include "galois/substrate/Random.h"

namespace {

template <typename Map, typename Model>
void expectEqual(const Map& map, const Model& model) {
  ASSERT_EQ(map.size(), model.size());
  ASSERT_EQ(map.empty(), model.empty());
  auto at = model.begin();
  for (const auto& [key, value] : map) {
    ASSERT_EQ(key, at->first);
    ASSERT_EQ(value, at->second);
    ++at;
  }
  ASSERT_TRUE(std::equal(map.rbegin(), map.rend(), model.rbegin(), model.rend(),
                         [](const auto& a, const auto& b) { return a.first == b.first; }));
}

/// Compares what both return about a key: the position and, if there is one, the element.
template <typename Map, typename Model>
void expectSame(const Map& map, const Model& model, int key) {
  ASSERT_EQ(map.count(key), model.count(key));
  ASSERT_EQ(map.contains(key), model.count(key) == 1);
  ASSERT_EQ(map.find(key) - map.begin(), model.count(key) == 1
                                             ? std::distance(model.begin(), model.find(key))
                                             : static_cast<std::ptrdiff_t>(model.size()));
  ASSERT_EQ(map.lower_bound(key) - map.begin(),
            std::distance(model.begin(), model.lower_bound(key)));
  ASSERT_EQ(map.upper_bound(key) - map.begin(),
            std::distance(model.begin(), model.upper_bound(key)));
  const auto [first, last] = map.equal_range(key);
  ASSERT_EQ(last - first, static_cast<std::ptrdiff_t>(model.count(key)));
}

template <typename Compare>
void checkAgainstModel() {
  galois::substrate::Random random(1);
  galois::flat_map<int, std::string, Compare> map;
  std::map<int, std::string, Compare> model;
  for (int i = 0; i < 5000; ++i) {
    const int key = static_cast<int>(random.below(60));
    const std::string value = std::to_string(i);
    switch (random.below(9)) {
    case 0:
      map[key] = value;
      model[key] = value;
      break;
    case 1: {
      const auto [at, isNew] = map.insert({key, value});
      ASSERT_EQ(isNew, model.insert({key, value}).second);
      ASSERT_EQ(at->first, key);
      break;
    }
    case 2: {
      const auto [at, isNew] = map.emplace(key, value);
      ASSERT_EQ(isNew, model.emplace(key, value).second);
      ASSERT_EQ(at->second, model[key]);
      break;
    }
    case 3:
      ASSERT_EQ(map.insert_or_assign(key, value).second, model.insert_or_assign(key, value).second);
      break;
    case 4:
      ASSERT_EQ(map.try_emplace(key, value).second, model.try_emplace(key, value).second);
      break;
    case 5:
    case 6:
      ASSERT_EQ(map.erase(key), model.erase(key));
      break;
    case 7:
      if (const auto at = map.find(key); at != map.end()) {
        const auto next = map.erase(at);
        ASSERT_EQ(next - map.begin(), std::distance(model.begin(), model.erase(model.find(key))));
      }
      break;
    default: {
      const std::vector<std::pair<int, std::string>> several{
          {key, value}, {key + 7, "a"}, {key, "second"}, {key - 9, "b"}};
      map.insert(several.begin(), several.end());
      model.insert(several.begin(), several.end());
    }
    }
    expectEqual(map, model);
    expectSame(map, model, static_cast<int>(random.below(60)));
  }
}

TEST(FlatMap, BehavesLikeAMap) {
  checkAgainstModel<std::less<int>>();
  checkAgainstModel<std::greater<int>>();
}

TEST(FlatMap, FindsValuesOfKeys) {
  galois::flat_map<std::string, int> map{{"b", 2}, {"a", 1}, {"b", 3}};
  EXPECT_EQ(map.at("b"), 2) << "the first of equal keys counts";
  map.at("a") = 5;
  const auto& readOnly = map;
  EXPECT_EQ(readOnly.at("a"), 5);
  EXPECT_THROW(map.at("c"), std::out_of_range);
  EXPECT_EQ(map["c"], 0);
  EXPECT_EQ(readOnly.find("d"), readOnly.end());
  EXPECT_TRUE(map.key_comp()("a", "b"));
  EXPECT_FALSE(map.value_comp()({"b", 1}, {"a", 2}));
}

TEST(FlatMap, TheFirstOfManyEqualKeysCounts) {
  std::vector<std::pair<int, int>> items;
  items.reserve(1000);
  for (int i = 0; i < 1000; ++i) {
    items.emplace_back(i * 7 % 50, i);
  }
  const galois::flat_map<int, int> map(items.begin(), items.end());
  const std::map<int, int> model(items.begin(), items.end());
  expectEqual(map, model);
}

TEST(FlatMap, ComparesCopiesAndSwaps) {
  using Map = galois::flat_map<int, int>;
  Map one{{1, 1}, {2, 2}};
  Map copy(one);
  EXPECT_TRUE(one == copy);
  copy[2] = 3;
  EXPECT_TRUE(one != copy && one < copy && one <= copy && copy > one && copy >= one);
  swap(one, copy);
  EXPECT_EQ(one[2], 3);
  const Map taken(std::move(one));
  EXPECT_EQ(taken.size(), 2U);
  copy = {{7, 8}};
  EXPECT_EQ(copy.begin()->first, 7);
  copy.erase(copy.cbegin(), copy.cend());
  EXPECT_TRUE(copy.empty());
  EXPECT_EQ(copy.emplace_hint(copy.end(), 1, 2)->second, 2);
  copy.clear();
  EXPECT_TRUE(copy.empty());
}

TEST(FlatMap, TakesAnOrderAndAStorageOfTheCaller) {
  const auto byLastDigit = [](int a, int b) { return a % 10 < b % 10; };
  galois::flat_map<int, char, decltype(byLastDigit)> map(byLastDigit);
  map[19] = 'x';
  map[21] = 'y';
  map[29] = 'z';
  EXPECT_EQ(map.size(), 2U);
  EXPECT_EQ(map.begin()->first, 21);
  EXPECT_EQ(map[9], 'z');
  galois::flat_map<int, std::unique_ptr<int>, std::less<>,
                   galois::gstl::Vector<std::pair<int, std::unique_ptr<int>>>>
      owners;
  owners.emplace(2, std::make_unique<int>(5));
  owners.insert(std::make_pair(1, std::make_unique<int>(4)));
  EXPECT_EQ(*owners[1], 4);
}

} // namespace

// Values come back as they were written, and wrong bodies are errors.
#include "galois/dist/messages/Archive.h"

#include <array>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::dist {
namespace {

struct Point {
  double x = 0;
  std::int32_t y = 0;
  bool operator==(const Point&) const = default;
};

/// As a node of a search with its own memory.
struct Tour {
  std::vector<std::uint32_t> cities;
  std::string name;
  std::vector<Point> points;
  double length = 0;
  template <typename A>
  void serialize(A& archive) {
    archive(cities, name, points, length);
  }
  bool operator==(const Tour&) const = default;
};

/// Trivially copyable, but says what of it should travel.
struct Partly {
  std::int32_t kept = 0;
  std::int32_t local = 7;
  template <typename A>
  void serialize(A& archive) {
    archive(kept);
  }
};

TEST(Archive, ValuesComeBack) {
  Writer writer;
  const Tour tour{{1, 2, 3}, "round trip", {{0.5, -1}, {2, 3}}, 7.25};
  const std::vector<Tour> tours{tour, {}, tour};
  const std::vector<std::vector<std::string>> nested{{"a", ""}, {}, {"long enough for the heap!"}};
  const std::vector<bool> bits{true, false, true};
  const std::optional<Point> some(Point{1, 2});
  const std::optional<Tour> none;
  const std::pair<std::string, std::array<int, 3>> pair{"p", {4, 5, 6}};
  writer(std::uint8_t{7}, tour, tours, nested)(bits, some, none, pair, Partly{3, 4});

  Reader reader(writer.bytes());
  EXPECT_EQ(reader.get<std::uint8_t>(), 7);
  EXPECT_EQ(reader.get<Tour>(), tour);
  EXPECT_EQ(reader.get<std::vector<Tour>>(), tours);
  std::vector<std::vector<std::string>> nestedRead{{"overwritten"}};
  std::vector<bool> bitsRead;
  std::optional<Tour> noneRead(tour);
  reader(nestedRead, bitsRead);
  EXPECT_EQ(nestedRead, nested);
  EXPECT_EQ(bitsRead, bits);
  EXPECT_EQ(reader.get<std::optional<Point>>(), some);
  reader(noneRead);
  EXPECT_EQ(noneRead, none);
  EXPECT_EQ((reader.get<std::pair<std::string, std::array<int, 3>>>()), pair);
  const auto partly = reader.get<Partly>();
  EXPECT_EQ(partly.kept, 3);
  EXPECT_EQ(partly.local, 7);
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_NO_THROW(reader.finish());
}

TEST(Archive, AWriterIsUsedAgain) {
  Writer writer;
  writer(1, 2);
  EXPECT_EQ(writer.size(), 2 * sizeof(int));
  EXPECT_EQ(writer.take().size(), 2 * sizeof(int));
  EXPECT_EQ(writer.size(), 0u);
  writer(std::string("x"));
  writer.clear();
  writer(3);
  EXPECT_EQ(Reader(writer.bytes()).get<int>(), 3);
}

TEST(Archive, EveryShorterBodyIsAnError) {
  Writer writer;
  writer(Tour{{1, 2, 3}, "name", {{1, 1}}, 2}, std::optional<std::string>("s"));
  const auto body = writer.take();
  for (std::size_t size = 0; size <= body.size(); ++size) {
    Reader reader(std::span<const std::byte>(body).first(size));
    const auto read = [&] {
      reader.get<Tour>();
      reader.get<std::optional<std::string>>();
      reader.finish();
    };
    if (size < body.size()) {
      EXPECT_THROW(read(), BadBody) << size;
    } else {
      EXPECT_NO_THROW(read());
    }
  }
}

TEST(Archive, BytesLeftAreAnError) {
  Writer writer;
  writer(1, 'x');
  Reader reader(writer.bytes());
  reader.get<int>();
  EXPECT_EQ(reader.left(), 1u);
  EXPECT_THROW(reader.finish(), BadBody);
}

TEST(Archive, AnEnormousLengthIsAnErrorAndNotAnAllocation) {
  for (const std::uint64_t length : {~std::uint64_t{0}, std::uint64_t{1} << 61, std::uint64_t{9}}) {
    Writer writer;
    writer(length, std::uint64_t{0});
    EXPECT_THROW(Reader(writer.bytes()).get<std::vector<std::uint64_t>>(), BadBody);
    EXPECT_THROW(Reader(writer.bytes()).get<std::vector<std::string>>(), BadBody);
    EXPECT_THROW(Reader(writer.bytes()).get<std::string>(), BadBody);
  }
}

TEST(Archive, RandomBytesNeverReadPastTheEnd) {
  substrate::Random random(5, 0);
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::byte> body(random.below(60));
    for (auto& byte : body) {
      byte = static_cast<std::byte>(random.below(3));
    }
    Reader reader(body);
    try {
      reader.get<Tour>();
      reader.get<std::vector<std::vector<std::string>>>();
      reader.finish();
    } catch (const BadBody&) {
    }
  }
}

} // namespace
} // namespace galois::dist

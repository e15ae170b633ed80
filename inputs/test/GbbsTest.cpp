#include "Support.h"

#include <cstring>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

/// Returns a file with this header.
std::string gbbs(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t bytes,
                 const std::vector<std::uint64_t>& offsets,
                 const std::vector<std::uint32_t>& heads) {
  std::string text;
  const auto add = [&](auto value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  add(nodes);
  add(arcs);
  add(bytes);
  std::for_each(offsets.begin(), offsets.end(), add);
  std::for_each(heads.begin(), heads.end(), add);
  return text;
}

std::string good() { return gbbs(3, 4, 72, {0, 2, 2, 4}, {1, 2, 0, 2}); }

TEST(Gbbs, IsRead) {
  const Arcs expected{{0, 1, 0}, {0, 2, 0}, {2, 0, 0}, {2, 2, 0}};
  EXPECT_EQ(arcsOf(parse(good())), expected);
  EXPECT_EQ(arcsOf(parse(good() + gbbs(3, 4, 72, {0, 1, 2, 4}, {2, 0, 0, 2}))), expected);
  EXPECT_EQ(parse(gbbs(0, 0, 32, {0}, {})).numNodes(), 0u);
}

TEST(Gbbs, IsNotTakenForGaloisGr) {
  // The header of a .gr with 56 nodes and weights of 4 bytes would be one of 1 node and 4 arcs.
  std::string gr = gbbs(1, 4, 56, {0}, {});
  gr.resize(gr.size() + 56 * sizeof(std::uint64_t));
  EXPECT_EQ(parse(gr).numNodes(), 56u);
}

TEST(Gbbs, IsRefusedWhereItIsDamaged) {
  EXPECT_THAT(parseError(good().substr(0, 40)),
              HasSubstr("cut short: its header says 4 values of 8"));
  EXPECT_THAT(parseError(good().substr(0, 70)),
              HasSubstr("cut short: its header says 4 values of 4"));
  EXPECT_THAT(parseError(good() + "x"), HasSubstr("corrupt: 1 bytes follow the arcs"));
  EXPECT_THAT(parseError(gbbs(3, 4, 72, {0, 3, 2, 4}, {1, 2, 0, 2})), HasSubstr("does not ascend"));
  EXPECT_THAT(parseError(gbbs(3, 4, 72, {0, 2, 2, 3}, {1, 2, 0, 2})), HasSubstr("to the 4 arcs"));
  EXPECT_THAT(parseError(gbbs(3, 4, 72, {0, 2, 2, 4}, {1, 2, 0, 3})),
              HasSubstr("arc 3 ends in node 3, but there are 3 nodes"));
  EXPECT_THAT(parseError(gbbs(3, 4, 71, {0, 2, 2, 4}, {1, 2, 0, 2}), "gbbs"),
              HasSubstr("is no binary graph of GBBS"));
  EXPECT_THAT(parseError("short", "gbbs"), HasSubstr("is no binary graph of GBBS"));
  const std::uint64_t many = std::uint64_t{1} << 60;
  EXPECT_FALSE(parseError(gbbs(3, many, 56 + 4 * many, {0}, {})).empty());
}

} // namespace
} // namespace galois::inputs::test

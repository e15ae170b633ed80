#include "inputs/names/NodeIdMap.h"

#include "Support.h"

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;

TEST(NodeIdMap, WithoutIdsNodesAreNumbers) {
  const NodeIdMap names;
  EXPECT_TRUE(names.isIdentity());
  EXPECT_EQ(names.nameOf(7), NodeName(7));
  EXPECT_EQ(names.nodeOf(std::uint64_t{2}, 3), 2u);
  EXPECT_EQ(names.nodeOf(std::uint64_t{3}, 3), std::nullopt);
  EXPECT_EQ(names.describe(3), "the graph's nodes are 0 to 2");
  EXPECT_EQ(names.describe(0), "the graph has no nodes");
}

TEST(NodeIdMap, FindsIdsInAnyOrder) {
  for (const std::vector<std::uint64_t>& ids :
       {std::vector<std::uint64_t>{3, 9, UINT64_MAX}, {9, UINT64_MAX, 3}}) {
    const NodeIdMap names(ids, "x");
    EXPECT_FALSE(names.isIdentity());
    for (std::uint32_t node = 0; node < 3; ++node) {
      EXPECT_EQ(names.nameOf(node), NodeName(ids[node]));
      EXPECT_EQ(names.nodeOf(ids[node], 3), node);
    }
    for (const std::uint64_t id : {std::uint64_t{0}, std::uint64_t{4}, UINT64_MAX - 1}) {
      EXPECT_EQ(names.nodeOf(id, 3), std::nullopt) << id;
    }
    EXPECT_THAT(names.describe(3),
                HasSubstr("its 3 nodes have ids between 3 and 1844674407370955"));
  }
}

TEST(NodeIdMap, RefusesAnIdOfTwoNodes) {
  EXPECT_EQ(messageOf([] {
              NodeIdMap({5, 3, 5}, "x.ids");
            }),
            "x.ids: nodes 0 and 2 have one id, 5; ids must differ");
  EXPECT_THAT(messageOf([] { NodeIdMap({3, 3}, "x"); }), HasSubstr("nodes 0 and 1 have one id, 3"));
}

} // namespace
} // namespace galois::inputs::test

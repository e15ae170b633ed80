#include "galois/substrate/ShellWord.h"

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace galois::substrate {
namespace {

TEST(ShellWord, LeavesUsualNamesAlone) {
  for (const char* const name : {"a.gr", "/data/2024-01/x_1.el.gz",
                                 "stra\xc3\x9f"
                                 "e.gr"}) {
    EXPECT_EQ(shellWord(name), name);
  }
}

TEST(ShellWord, IsOneWordOfAShell) {
  for (const std::string name : {"my roads.gr", "it's.gr", "\"a\" & b;(c)|d>e<f",
                                 "$HOME `x` *?[a]{b,c}", "back\\slash ~#!"}) {
    std::FILE* const shell = popen(("printf '%s|' " + shellWord(name)).c_str(), "r");
    ASSERT_NE(shell, nullptr);
    char text[100] = {};
    const std::size_t got = std::fread(text, 1, sizeof(text) - 1, shell);
    EXPECT_EQ(pclose(shell), 0);
    EXPECT_EQ(std::string(text, got), name + "|");
  }
}

} // namespace
} // namespace galois::substrate

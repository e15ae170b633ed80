#include "src/virtual/Costs.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace galois::substrate::virt {
namespace {

std::string complaint(const std::string& text) {
  try {
    Costs().read(text, "file");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Costs, NamedValuesChangeAndOthersStay) {
  Costs costs;
  const Costs defaults;
  costs.read("# comment\n\n far 200 ns # slow\nwake-up\t2.5 us\r\nbandwidth 40 GB/s", "file");
  EXPECT_EQ(costs.far, 200000u);
  EXPECT_EQ(costs.wakeUp, 2500000u);
  EXPECT_DOUBLE_EQ(costs.bandwidth, 0.04);
  EXPECT_EQ(costs.near, defaults.near);
}

TEST(Costs, ErrorsNameTheLineAndTheExpectedForm) {
  EXPECT_EQ(complaint("hit 1 ns\nnear 60 us\n"), "file:2: expected 'near <number up to 1e6> ns'");
  EXPECT_EQ(complaint("message-flits 0 flits"),
            "file:1: message-flits is a whole number from 1 to 1024");
  EXPECT_NE(complaint("nera 60 ns").find("file:1: 'nera' is none of hit, update"),
            std::string::npos);
  for (const char* bad : {"near",
                          "near x ns",
                          "near -1 ns",
                          "near 1 ns more",
                          "near nan ns",
                          "near 1e9 ns",
                          "data-overlap 0.5 misses",
                          "mishap 1.5 share",
                          "prefetches 1.5 lines",
                          "prefetches 65 lines",
                          "mesh-width 1.5 tiles",
                          "mesh-width 1025 tiles",
                          "mesh-width 8",
                          "message-flits 0 flits",
                          "message-flits 2.5 flits",
                          "message-flits 1025 flits",
                          "hop -1 ns",
                          "flit 1 us",
                          "queue-access 5",
                          "interrupt many ns"}) {
    EXPECT_NE(complaint(bad), "") << bad;
  }
}

TEST(Costs, TheTiledMachineIsThatOfThePaper) {
  std::ifstream in(GALOIS_SOURCE_DIR "/scripts/virtual/tiled.costs");
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  Costs costs;
  costs.read(text, "tiled.costs");
  EXPECT_EQ(costs.meshWidth, 8);
  EXPECT_EQ(costs.messageFlits, 3);
  EXPECT_EQ(costs.hop, 2000u);
  EXPECT_EQ(costs.near, costs.far);
  EXPECT_EQ(costs.prefetches, 0);
  const Costs server;
  for (const Time Costs::*instruction :
       {&Costs::task, &Costs::iteration, &Costs::edge, &Costs::push, &Costs::pop, &Costs::level}) {
    EXPECT_EQ(costs.*instruction, 6 * (server.*instruction));
  }
}

TEST(Costs, FilesOfAssumptionsChangeTheTiledMachine) {
  const auto textOf = [](const std::filesystem::path& path) {
    std::ifstream in(path);
    return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  };
  const std::filesystem::path folder = GALOIS_SOURCE_DIR "/scripts/virtual";
  unsigned files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder / "assumed")) {
    if (file.path().extension() == ".costs") {
      Costs costs;
      costs.read(textOf(folder / "tiled.costs"), "tiled.costs");
      const auto before = costs.values();
      costs.read(textOf(file.path()), file.path());
      EXPECT_NE(costs.values(), before) << file.path();
      EXPECT_EQ(costs.near, costs.far) << file.path();
      ++files;
    }
  }
  EXPECT_EQ(files, 7u);
}

TEST(Costs, TheFileOfDefaultsHoldsTheDefaultsAndNamesAll) {
  std::ifstream in(GALOIS_SOURCE_DIR "/scripts/virtual/server.costs");
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  ASSERT_FALSE(text.empty());
  Costs costs;
  costs.read(text, "server.costs");
  EXPECT_EQ(costs.values(), Costs().values());
  for (const auto& [name, value] : costs.values()) {
    EXPECT_NE(text.find("\n" + name + " "), std::string::npos) << name;
  }
}

TEST(Costs, RecordsNameTheModelOfCachesOnlyIfItIsUsed) {
  Costs costs;
  const std::size_t without = costs.values().size();
  EXPECT_EQ(costs.values().back().first, "interrupt");
  costs.read("private-cache 256 KiB\nshared-cache 8192 KiB\narray-scale 24 times", "file");
  EXPECT_EQ(costs.values().size(), without + 5);
  EXPECT_EQ(costs.values()[without], std::pair(std::string("private-cache"), 256.0));
  for (const char* bad : {"array-scale 0.5 times", "row-overlap 0 misses", "private-cache 1 MiB"}) {
    EXPECT_NE(complaint(bad), "") << bad;
  }
}

} // namespace
} // namespace galois::substrate::virt

#include "liblonestar/ResultRecord.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/RunTimes.h"

namespace fs = std::filesystem;
using lonestar::Json;

namespace {

struct ResultRecordTest : testing::Test {
  ResultRecordTest() {
    std::string name = (fs::temp_directory_path() / "recordXXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~ResultRecordTest() override { fs::remove_all(folder); }

  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder / name, std::ios::binary) << content;
    return (folder / name).string();
  }

  galois::SharedMemSys system;
  fs::path folder;
};

void write(const std::string& path, const std::vector<Json>& records, bool asArray) {
  galois::inputs::OutputFile file(path);
  lonestar::writeRecords(file, records, asArray);
}

std::vector<std::string> keysOf(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) {
    keys.push_back(key);
  }
  return keys;
}

} // namespace

TEST_F(ResultRecordTest, HasEveryFieldOfTheContract) {
  const Json json = lonestar::ResultRecord().toJson();
  EXPECT_EQ(json["schema"], "galois-cps/1");
  EXPECT_THAT(keysOf(json),
              testing::IsSupersetOf(
                  {"schema", "app",         "input",    "input_id", "nodes",   "edges",
                   "wl",     "wl_params",   "threads",  "cores",    "pinned",  "seed",
                   "build",  "host",        "time_s",   "load_s",   "total_s", "max_rss_mib",
                   "tasks",  "wasted_work", "worklist", "answer",   "verified"}));
  EXPECT_THAT(keysOf(json["build"]), testing::ElementsAre("type", "compiler", "commit", "preset"));
  EXPECT_THAT(keysOf(json["host"]),
              testing::ElementsAre("cpu", "sockets", "numa_nodes", "memory_gib", "synthetic"));
  EXPECT_THAT(keysOf(json["tasks"]), testing::ElementsAre("executed", "useful", "pushed", "stale"));
  EXPECT_GT(json["max_rss_mib"], 0.0);
  EXPECT_FALSE(json["build"]["compiler"].get<std::string>().empty());
  EXPECT_FALSE(json["build"]["commit"].get<std::string>().empty());
}

TEST_F(ResultRecordTest, WhatWasNotMeasuredIsAbsent) {
  lonestar::ResultRecord record;
  Json json = record.toJson();
  EXPECT_FALSE(json.contains("drift"));
  EXPECT_FALSE(json.contains("breakdown"));
  EXPECT_FALSE(json.contains("per_thread"));
  EXPECT_EQ(json["verified"], "skipped");
  record.drift = Json{{"mean", 1.0}};
  record.perThread = Json::array();
  record.verified = false;
  json = record.toJson();
  EXPECT_TRUE(json.contains("drift"));
  EXPECT_TRUE(json.contains("per_thread"));
  EXPECT_EQ(json["verified"], false);
}

TEST_F(ResultRecordTest, WhatIsNoGraphHasNoNodes) {
  lonestar::ResultRecord record;
  record.nodes.reset();
  record.edges.reset();
  record.tasks.reset();
  const Json json = record.toJson();
  for (const char* name : {"nodes", "edges", "tasks", "wasted_work"}) {
    EXPECT_FALSE(json.contains(name)) << name;
  }
}

TEST_F(ResultRecordTest, WastedWorkIsExecutedOverUseful) {
  lonestar::ResultRecord record;
  record.tasks = lonestar::TaskCounts{30, 20, 30, 5};
  EXPECT_DOUBLE_EQ(record.toJson()["wasted_work"], 1.5);
}

TEST_F(ResultRecordTest, CountersAddUpOrAverage) {
  galois::runtime::LoopReport report;
  report.threads = 2;
  report.iterations = {7, 8};
  report.pushes = {1, 2};
  report.worklist = {{"pushes", {3, 4}, false}, {"fill", {0.5, 1.0}, true}};
  report.histories = {{"level", {{0.0, 1.0}, {0.5, 2.0}}}};
  const Json sums = lonestar::worklistCounters(report);
  EXPECT_EQ(sums["pushes"], 7);
  EXPECT_DOUBLE_EQ(sums["fill"], 0.75);
  EXPECT_EQ(sums["level"][1][1], 2.0);
  const Json threads = lonestar::perThreadCounters(report, {6});
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads[0]["executed"], 7);
  EXPECT_EQ(threads[0]["stale"], 6);
  EXPECT_EQ(threads[1]["stale"], 0);
  EXPECT_EQ(threads[1]["worklist"]["pushes"], 4);
}

TEST_F(ResultRecordTest, InputIdTellsFilesApart) {
  const std::string large(3 << 20, 'x');
  std::string changed = large;
  changed.back() = 'y';
  const std::string a = lonestar::inputId(file("a", large));
  EXPECT_EQ(a, lonestar::inputId(file("b", large)));
  EXPECT_NE(a, lonestar::inputId(file("c", large + "x")));
  changed[0] = 'y';
  EXPECT_NE(a, lonestar::inputId(file("d", changed)));
  EXPECT_NE(lonestar::inputId(file("e", "")), lonestar::inputId(file("f", "1")));
  EXPECT_THROW(lonestar::inputId((folder / "missing").string()), lonestar::AppError);
}

TEST_F(ResultRecordTest, WritesAnObjectOrAnArrayAndNothingElse) {
  const Json record = lonestar::ResultRecord().toJson();
  const std::string path = (folder / "out.json").string();
  write(path, {record}, false);
  EXPECT_EQ(Json::parse(std::ifstream(path)), record);
  write(path, {record, record}, true);
  EXPECT_EQ(Json::parse(std::ifstream(path)).size(), 2u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  EXPECT_ANY_THROW(write((folder / "no/out.json").string(), {record}, false));
}

TEST_F(ResultRecordTest, NamesThatAreNotUnicodeAreWritten) {
  lonestar::ResultRecord record;
  record.input = "caf\xe9.gr";
  const std::string path = (folder / "out.json").string();
  write(path, {record.toJson()}, false);
  EXPECT_TRUE(Json::accept(std::ifstream(path)));
}

TEST(RunTimes, TheMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(lonestar::median({3}), 3);
  EXPECT_EQ(lonestar::median({5, 1}), 3);
  EXPECT_EQ(lonestar::median({9, 1, 2}), 2);
  EXPECT_EQ(lonestar::median({8, 1, 4, 2}), 3);
}

TEST(RunTimes, OneLine) {
  EXPECT_EQ(lonestar::timeLine({0.5}), "Time 0.500000 s");
  EXPECT_EQ(lonestar::timeLine({3, 1}), "Time 2.000000 s, median of 2 (1.000000 to 3.000000)");
  EXPECT_EQ(lonestar::timeLine({0.5}, true), "Time 0.500000 s (simulated)");
}

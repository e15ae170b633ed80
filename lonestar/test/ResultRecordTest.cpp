#include "liblonestar/record/ResultRecord.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/record/RunTimes.h"
#include "support/TempFolder.h"

namespace fs = std::filesystem;
using lonestar::Json;

namespace {

struct ResultRecordTest : testing::Test {
  std::string file(const std::string& name, const std::string& content) const {
    return made.write(name, content);
  }

  galois::SharedMemSys system;
  const galois::test::TempFolder made;
  const fs::path folder = made.path();
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
  lonestar::ResultRecord record;
  record.run.scheduler = "smq";
  const Json json = record.toJson();
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
  record.run.drift = {1.5, 4, 10};
  galois::runtime::LoopReport::Breakdown breakdown;
  breakdown.lapCost = 7;
  record.run.breakdown = breakdown;
  record.run.perThread.resize(1);
  record.verified = false;
  json = record.toJson();
  EXPECT_EQ(json["drift"].dump(), R"({"mean":1.5,"max":4.0,"samples":10})");
  EXPECT_THAT(keysOf(json["breakdown"]),
              testing::ElementsAre("good_work", "useless_work", "enqueue", "dequeue",
                                   "failed_dequeue", "other", "cycles_per_enqueue",
                                   "cycles_per_dequeue", "cycles", "overhead", "cycles_per_lap"));
  EXPECT_EQ(json["breakdown"]["cycles_per_lap"], 7);
  EXPECT_EQ(json["per_thread"].size(), 1u);
  EXPECT_EQ(json["verified"], false);
}

TEST_F(ResultRecordTest, WhatIsNoGraphHasNoNodes) {
  lonestar::ResultRecord record;
  record.input.nodes.reset();
  record.input.edges.reset();
  record.run.countsTasks = false;
  const Json json = record.toJson();
  for (const char* name : {"nodes", "edges", "tasks", "wasted_work"}) {
    EXPECT_FALSE(json.contains(name)) << name;
  }
}

TEST_F(ResultRecordTest, WhatNothingOrdersHasNoWorklist) {
  const Json json = lonestar::ResultRecord().toJson();
  EXPECT_FALSE(json.contains("wl"));
  EXPECT_FALSE(json.contains("wl_params"));
}

TEST_F(ResultRecordTest, ARunThatWasEndedHasNoFieldOfAnOutcome) {
  lonestar::ResultRecord record;
  record.run.params["startNode"] = 3;
  record.run.ranks["dist"] = Json::object();
  record.failure = Json{{"kind", "time"}};
  const Json json = record.toJson();
  EXPECT_THAT(keysOf(json),
              testing::ElementsAre("schema", "app", "input", "input_id", "nodes", "edges", "params",
                                   "threads", "cores", "pinned", "seed", "build", "host", "load_s",
                                   "total_s", "max_rss_mib", "dist", "failure"));
}

TEST_F(ResultRecordTest, AnAlgorithmWithoutASchedulerIsNamedInItsPlace) {
  lonestar::ResultRecord record;
  record.run.algorithm = "dijkstra";
  record.run.params["startNode"] = 3;
  Json json = record.toJson();
  EXPECT_EQ(json["wl"], "dijkstra");
  EXPECT_EQ(json["params"].dump(), R"({"algo":"dijkstra","startNode":3})");
  record.run.scheduler = "smq";
  record.run.parameters = {{"steal-prob", 0.125}};
  json = record.toJson();
  EXPECT_EQ(json["wl"], "smq");
  EXPECT_EQ(json["wl_params"].dump(), R"({"steal-prob":0.125})");
}

TEST_F(ResultRecordTest, WastedWorkIsExecutedOverUseful) {
  lonestar::ResultRecord record;
  record.run.executed = record.run.pushed = 30;
  record.run.useful = 20;
  EXPECT_DOUBLE_EQ(record.toJson()["wasted_work"], 1.5);
}

TEST_F(ResultRecordTest, CountersAddUpOrAverage) {
  lonestar::ResultRecord record;
  record.run.perThread = {{7, 1, 6}, {8, 2, 0}};
  record.run.counters = {{"pushes", {3, 4}, false}, {"fill", {0.5, 1.0}, true}};
  record.run.histories = {{"level", {{0.0, 1.0}, {0.5, 2.0}}}};
  record.run.measures = {{"rounds", std::uint64_t{9}}};
  const Json json = record.toJson();
  EXPECT_EQ(json["worklist"].dump(),
            R"({"pushes":7,"fill":0.75,"level":[[0.0,1.0],[0.5,2.0]],"rounds":9})");
  const Json& threads = json["per_thread"];
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads[0].dump(),
            R"({"executed":7,"pushed":1,"stale":6,"worklist":{"pushes":3,"fill":0.5}})");
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
  record.input.name = "caf\xe9.gr";
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

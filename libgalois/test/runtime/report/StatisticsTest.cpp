#include "galois/runtime/Statistics.h"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/Timer.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/PagePool.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/ThreadPool.h"

namespace {

using namespace galois::runtime;

class Statistics : public testing::Test {
protected:
  Statistics() { StatManager::setCurrent(&manager_); }
  ~Statistics() override {
    StatManager::setCurrent(nullptr);
    galois::setActiveThreads(1);
  }
  std::string rows(bool perThread = false) const { return manager_.format(perThread); }

private:
  StatManager manager_;
};

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST_F(Statistics, NothingReportedPrintsNothing) { EXPECT_EQ(rows(), ""); }

TEST_F(Statistics, HasGaloisHeaderAndRows) {
  reportStat_Single("Region", "One", 7);
  reportParam("(NULL)", "Threads", 4);
  EXPECT_EQ(rows(), "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n"
                    "STAT, Region, One, SINGLE, 7\n"
                    "PARAM, (NULL), Threads, SINGLE, 4\n");
}

TEST_F(Statistics, CombinesThreads) {
  galois::setActiveThreads(3);
  on_each_gen(
      [](unsigned tid, unsigned) {
        reportStat_Tmin("R", "min", tid + 1);
        reportStat_Tmax("R", "max", tid + 1);
        reportStat_Tsum("R", "sum", tid + 1);
        reportStat_Tavg("R", "avg", tid + 1);
        reportStat_Tsum("R", "real", 0.25 * tid);
      },
      std::tuple<>());
  EXPECT_EQ(rows(), "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n"
                    "STAT, R, avg, TAVG, 2\n"
                    "STAT, R, max, TMAX, 3\n"
                    "STAT, R, min, TMIN, 1\n"
                    "STAT, R, sum, TSUM, 6\n"
                    "STAT, R, real, TSUM, 0.75\n");
}

TEST_F(Statistics, ListsThreadsValuesOnRequest) {
  galois::setActiveThreads(3);
  on_each_gen(
      [](unsigned tid, unsigned) {
        if (tid != 1) {
          reportStat_Tsum("R", "c", tid + 1);
        }
      },
      std::tuple<>());
  EXPECT_EQ(rows(true), "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n"
                        "STAT, R, c, TSUM, 4\n"
                        "STAT, R, c, ThreadValues, 1; 0; 3\n");
}

TEST_F(Statistics, U19RowsAreSorted) {
  reportStat_Single("b", "x", 1);
  reportStat_Single(std::string("a"), "y", 2);
  reportStat_Single("a", "x", 3);
  EXPECT_EQ(rows(), "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n"
                    "STAT, a, x, SINGLE, 3\n"
                    "STAT, a, y, SINGLE, 2\n"
                    "STAT, b, x, SINGLE, 1\n");
}

TEST_F(Statistics, U19FieldsWithCommasAndQuotesAreQuoted) {
  reportParam("(NULL)", "CommandLine", R"(sssp "my, graph.gr")");
  EXPECT_EQ(rows(), "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n"
                    "PARAM, (NULL), CommandLine, SINGLE, \"sssp \"\"my, graph.gr\"\"\"\n");
}

TEST_F(Statistics, U19ShortTimersAreReported) {
  {
    galois::StatTimer timer("Instant", "R");
    timer.start();
    timer.stop();
    galois::StatTimer neverStarted("Never", "R");
  }
  EXPECT_NE(rows().find("STAT, R, Instant, TMAX, "), std::string::npos) << rows();
  EXPECT_EQ(rows().find("Never"), std::string::npos) << rows();
}

TEST_F(Statistics, ConditionalReportsAndSums) {
  reportStatCond_Tsum<true>("R", "yes", 1);
  reportStatCond_Tsum<true>("R", "yes", 2);
  reportStatCond_Tsum<false>("R", "no", 1);
  reportStatCond<true>("R", "single", 5, StatTotal::SINGLE);
  reportStatCond<true>("R", "single", 6, StatTotal::SINGLE);
  EXPECT_NE(rows().find("STAT, R, yes, TSUM, 3\n"), std::string::npos) << rows();
  EXPECT_NE(rows().find("STAT, R, single, SINGLE, 6\n"), std::string::npos) << rows();
  EXPECT_EQ(rows().find("no"), std::string::npos) << rows();
}

TEST_F(Statistics, ReportsResourceUse) {
  reportRUsage("End");
  EXPECT_NE(rows().find("MaxResidentSetSize_End, SINGLE, "), std::string::npos) << rows();
  EXPECT_NE(rows().find("HardPageFaults_End, SINGLE, "), std::string::npos) << rows();
  reportPageAlloc("MeminfoPre");
  EXPECT_NE(rows().find("STAT, PageAlloc, MeminfoPre, TSUM, "), std::string::npos) << rows();
}

TEST_F(Statistics, CountsPagesOfThreadsThatAreNoLongerActive) {
  galois::setActiveThreads(3);
  on_each_gen([](unsigned, unsigned) { galois::runtime::pagePoolPreAlloc(1); }, std::tuple<>());
  reportPageAlloc("Three");
  galois::setActiveThreads(1);
  reportPageAlloc("One");
  const auto total = [this](const std::string& category) {
    const std::string key = "PageAlloc, " + category + ", TSUM, ";
    const std::string text = rows();
    const auto at = text.find(key);
    return at == std::string::npos ? -1 : std::stol(text.substr(at + key.size()));
  };
  EXPECT_GE(total("Three"), 3);
  EXPECT_EQ(total("One"), total("Three"));
}

TEST_F(Statistics, CountsPagesPerNumaNode) {
  galois::setActiveThreads(3);
  on_each_gen([](unsigned, unsigned) { galois::runtime::pagePoolPreAlloc(1); }, std::tuple<>());
  galois::runtime::reportNumaAlloc("Three");
  const std::string text = rows();
  std::int64_t sum = 0;
  const auto& pool = galois::substrate::getThreadPool();
  for (unsigned node = 0; node < pool.getMaxNumaNodes(); ++node) {
    const std::string key = "STAT, NumaAlloc, Three_" + std::to_string(node) + ", SINGLE, ";
    const auto at = text.find(key);
    ASSERT_NE(at, std::string::npos) << text;
    sum += std::stol(text.substr(at + key.size()));
  }
  EXPECT_EQ(sum, static_cast<std::int64_t>(galois::runtime::numPagePoolAllocTotal()));
}

TEST(StatisticsFile, IsWrittenWhenTheSystemEnds) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "StatisticsFile";
  std::filesystem::create_directories(folder);
  const auto path = folder / "stats.csv";
  std::filesystem::remove(path);
  {
    galois::SharedMemSys system;
    setStatFile(path);
    reportStat_Single("R", "c", 1);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  EXPECT_EQ(slurp(path), "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\nSTAT, R, c, SINGLE, 1\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1)
      << "no temporary file is left";
}

TEST(StatisticsFile, DevicesAreWrittenInPlace) {
  {
    galois::SharedMemSys system;
    setStatFile("/dev/null");
    reportStat_Single("R", "c", 1);
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(StatisticsFile, GoesToStdoutWithoutAFile) {
  testing::internal::CaptureStdout();
  {
    galois::SharedMemSys system;
    reportStat_Single("R", "c", 1);
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\nSTAT, R, c, SINGLE, 1\n");
}

TEST(StatisticsFile, AnUnwritablePathThrowsAtOnceAndTheFileBeforeRemains) {
  testing::internal::CaptureStdout();
  {
    const galois::SharedMemSys system;
    reportStat_Single("R", "c", 1);
    try {
      setStatFile("/no/such/folder/stats.csv");
      ADD_FAILURE() << "it is not there";
    } catch (const std::runtime_error& error) {
      const std::string said = error.what();
      EXPECT_EQ(said.find("cannot write the statistics to /no/such/folder/stats.csv; "), 0U);
      EXPECT_NE(said.find("No such file or directory"), std::string::npos) << said;
    }
  }
  EXPECT_NE(testing::internal::GetCapturedStdout().find("STAT, R, c, SINGLE, 1"),
            std::string::npos);
}

TEST(StatisticsWithoutSystem, ReportsGoNowhere) {
  reportStat_Single("R", "c", 1);
  reportParam("R", "p", "v");
  EXPECT_EQ(StatManager::current(), nullptr);
}

} // namespace

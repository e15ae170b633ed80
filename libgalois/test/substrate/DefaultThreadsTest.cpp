#include "galois/substrate/DefaultThreads.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/TempFolder.h"

using galois::substrate::cpuQuota;
using galois::substrate::defaultThreads;

namespace {

/// Control groups below a folder of their own.
class Groups : public testing::Test {
protected:
  using Files = std::initializer_list<std::pair<std::string, std::string>>;

  /// @param own    what /proc/self/cgroup says
  /// @param files  below the folder where groups are mounted
  std::optional<double> quotaOf(const std::string& own, Files files) {
    std::filesystem::remove_all(root_ / "fs");
    write("own", own);
    for (const auto& [name, text] : files) {
      write("fs/" + name, text);
    }
    return cpuQuota((root_ / "fs").string(), (root_ / "own").string());
  }

private:
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

  const galois::test::TempFolder folder_;
  const std::filesystem::path root_ = folder_.path();
};

/// Clears the variables that say a number of threads, and restores them.
class Variables : public testing::Test {
protected:
  void SetUp() override {
    for (Variable& variable : variables_) {
      if (const char* const value = std::getenv(variable.name)) {
        variable.before = value;
      }
      unsetenv(variable.name);
    }
  }
  void TearDown() override {
    for (const Variable& variable : variables_) {
      if (variable.before) {
        setenv(variable.name, variable.before->c_str(), 1);
      } else {
        unsetenv(variable.name);
      }
    }
  }

private:
  struct Variable {
    const char* name;
    std::optional<std::string> before{};
  };
  Variable variables_[2] = {{"GALOIS_NUM_THREADS"}, {"OMP_NUM_THREADS"}};
};

} // namespace

TEST_F(Groups, OfVersion2LimitEachOther) {
  EXPECT_EQ(
      quotaOf("0::/a/b\n", {{"a/b/cpu.max", "150000 100000\n"}, {"a/cpu.max", "max 100000\n"}}),
      1.5);
  EXPECT_EQ(
      quotaOf("0::/a/b\n", {{"a/b/cpu.max", "max 100000\n"}, {"a/cpu.max", "50000 100000\n"}}),
      0.5);
  EXPECT_EQ(
      quotaOf("0::/a/b\n", {{"a/b/cpu.max", "400000 100000\n"}, {"cpu.max", "300000 100000\n"}}),
      3);
  EXPECT_EQ(quotaOf("0::/a\n", {{"b/cpu.max", "50000 100000\n"}}), std::nullopt)
      << "of another one";
  // In a container the path is that of the host, and its own group is mounted as the root.
  EXPECT_EQ(quotaOf("0::/docker/1f\n", {{"cpu.max", "200000 100000\n"}}), 2);
  EXPECT_EQ(quotaOf("0::/../x\n", {{"cpu.max", "200000 100000\n"}}), 2);
}

TEST_F(Groups, OfVersion1LimitEachOther) {
  EXPECT_EQ(quotaOf("4:cpu,cpuacct:/x\n", {{"cpu/x/cpu.cfs_quota_us", "300000\n"},
                                           {"cpu/x/cpu.cfs_period_us", "100000\n"}}),
            3);
  EXPECT_EQ(quotaOf("4:cpu,cpuacct:/x\n", {{"cpu,cpuacct/x/cpu.cfs_quota_us", "300000\n"},
                                           {"cpu,cpuacct/x/cpu.cfs_period_us", "100000\n"}}),
            3);
  EXPECT_EQ(quotaOf("4:cpu:/x\n",
                    {{"cpu/x/cpu.cfs_quota_us", "-1\n"}, {"cpu/x/cpu.cfs_period_us", "100000\n"}}),
            std::nullopt);
  EXPECT_EQ(quotaOf("4:cpu:/x/y\n", {{"cpu/x/y/cpu.cfs_quota_us", "-1\n"},
                                     {"cpu/x/y/cpu.cfs_period_us", "100000\n"},
                                     {"cpu/x/cpu.cfs_quota_us", "25000\n"},
                                     {"cpu/x/cpu.cfs_period_us", "50000\n"}}),
            0.5);
  EXPECT_EQ(quotaOf("3:cpuset:/\n4:memory:/x\n", {{"cpu/x/cpu.cfs_quota_us", "300000\n"},
                                                  {"cpu/x/cpu.cfs_period_us", "100000\n"}}),
            std::nullopt)
      << "another controller";
  EXPECT_EQ(quotaOf("1:cpu:/\n0::/\n", {{"cpu/cpu.cfs_quota_us", "200000\n"},
                                        {"cpu/cpu.cfs_period_us", "100000\n"},
                                        {"cpu.max", "100000 100000\n"}}),
            1)
      << "both versions";
}

TEST_F(Groups, WithoutALimit) {
  EXPECT_EQ(quotaOf("0::/\n", {}), std::nullopt);
  EXPECT_EQ(quotaOf("", {{"cpu.max", "100000 100000\n"}}), std::nullopt);
  EXPECT_EQ(cpuQuota("/nowhere", "/nowhere/at/all"), std::nullopt);
  for (const char* const broken :
       {"", "max", "x y", "100000", "100000 0", "-5 100000", "0 100000"}) {
    EXPECT_EQ(quotaOf("0::/\nnonsense\n:\n", {{"cpu.max", broken}}), std::nullopt) << broken;
  }
}

TEST_F(Variables, AreUnsetAndTheQuotaDecides) {
  for (const auto& [quota, threads] : std::initializer_list<std::pair<double, unsigned>>{
           {0.1, 1}, {0.5, 1}, {1.4, 1}, {1.5, 2}, {2, 2}, {7.4, 7}, {7.6, 8}, {64, 8}}) {
    const auto found = defaultThreads(8, quota);
    EXPECT_EQ(found.count, threads) << quota;
    EXPECT_STREQ(found.because, threads == 8 ? "all cores" : "the CPU quota") << quota;
  }
  EXPECT_EQ(defaultThreads(8, std::nullopt).count, 8u);
  EXPECT_EQ(defaultThreads(0, std::nullopt).count, 1u);
}

TEST_F(Variables, OverrideTheQuota) {
  setenv("OMP_NUM_THREADS", "3,2", 1);
  EXPECT_EQ(defaultThreads(8, 1.0).count, 3u);
  EXPECT_STREQ(defaultThreads(8, 1.0).because, "OMP_NUM_THREADS");
  EXPECT_TRUE(defaultThreads(8, 1.0).asked);
  setenv("OMP_NUM_THREADS", " 20 ", 1);
  EXPECT_EQ(defaultThreads(8, 1.0).count, 20u) << "more than there are processors is legal";
  setenv("GALOIS_NUM_THREADS", "2", 1);
  EXPECT_EQ(defaultThreads(8, 1.0).count, 2u);
  EXPECT_STREQ(defaultThreads(8, 1.0).because, "GALOIS_NUM_THREADS");
  EXPECT_TRUE(defaultThreads(8, 1.0).asked);
  setenv("GALOIS_NUM_THREADS", "", 1);
  EXPECT_EQ(defaultThreads(8, 1.0).count, 20u) << "an empty one is none";
}

TEST_F(Variables, ThatAreNoNumbers) {
  for (const char* const text : {"many", "0", "-1", "", "999999999999999999999", "4x"}) {
    setenv("OMP_NUM_THREADS", text, 1);
    EXPECT_EQ(defaultThreads(8, std::nullopt).count, 8u) << text;
    EXPECT_FALSE(defaultThreads(8, std::nullopt).asked) << text;
  }
  for (const char* const text : {"many", "0", "-1", "1025", "2,2", " "}) {
    setenv("GALOIS_NUM_THREADS", text, 1);
    EXPECT_THROW(defaultThreads(8, std::nullopt), std::invalid_argument) << text;
  }
}

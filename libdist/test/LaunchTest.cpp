// Launchers of another MPI, and ranks that were started differently.
#include "galois/dist/messages/Launch.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "galois/dist/transport/SimulatedTransport.h"

namespace galois::dist {
namespace {

std::string faultOf(Rank ranks, const std::map<std::string, const char*>& variables) {
  return launcherFault(ranks, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second;
  });
}

TEST(Launch, VariablesOfTheLauncherAgreeWithMpi) {
  EXPECT_EQ(faultOf(1, {}), "");
  EXPECT_EQ(faultOf(3, {{"OMPI_COMM_WORLD_SIZE", "3"}}), "");
  EXPECT_EQ(faultOf(8, {{"PMI_SIZE", "8"}}), "");
  EXPECT_EQ(faultOf(1, {{"PMI_SIZE", "many"}}), "");
  EXPECT_EQ(faultOf(1, {{"PMI_SIZE", ""}}), "");
}

TEST(Launch, AnotherMpisLauncherIsNamed) {
  const std::string open = faultOf(1, {{"OMPI_COMM_WORLD_SIZE", "4"}});
  EXPECT_NE(open.find("started by another MPI's mpirun: OMPI_COMM_WORLD_SIZE=4 (Open MPI)"),
            std::string::npos);
  EXPECT_NE(open.find("has 1 rank;"), std::string::npos);
  EXPECT_NE(faultOf(1, {{"PMI_SIZE", "2"}}).find("PMI_SIZE=2 (MPICH)"), std::string::npos);
  EXPECT_NE(faultOf(2, {{"PMI_SIZE", "4"}}).find("has 2 ranks;"), std::string::npos);
}

/// An srun whose interface the MPI does not know starts a program as many times as there are ranks.
TEST(Launch, AnSrunThatMpiDoesNotKnowIsNamed) {
  const std::string fault = faultOf(1, {{"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_PROCID", "2"}});
  EXPECT_NE(
      fault.find("SLURM_STEP_NUM_TASKS=4 (Slurm), but this program's MPI has 1 rank; use srun "
                 "--mpi=pmix"),
      std::string::npos);
  // It knows it, the program runs in a batch script, or srun started the daemons of an mpirun.
  EXPECT_EQ(faultOf(4, {{"SLURM_STEP_NUM_TASKS", "4"}}), "");
  EXPECT_EQ(faultOf(1, {{"SLURM_NTASKS", "4"}, {"SLURM_PROCID", "0"}}), "");
  EXPECT_EQ(faultOf(1, {{"SLURM_STEP_NUM_TASKS", "1"}}), "");
  EXPECT_EQ(faultOf(1, {{"SLURM_STEP_NUM_TASKS", "2"}, {"OMPI_COMM_WORLD_SIZE", "1"}}), "");
  EXPECT_EQ(faultOf(6, {{"SLURM_STEP_NUM_TASKS", "2"}, {"PMI_SIZE", "6"}}), "");
}

TEST(Launch, TheNumberOfRanksIsWhatALauncherSays) {
  const auto ranksOf = [](const std::map<std::string, const char*>& variables) {
    return launchedRanks([&](const char* name) {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second;
    });
  };
  EXPECT_EQ(ranksOf({}), 1u);
  EXPECT_EQ(ranksOf({{"OMPI_COMM_WORLD_SIZE", "4"}}), 4u);
  EXPECT_EQ(ranksOf({{"PMI_SIZE", "3"}, {"SLURM_STEP_NUM_TASKS", "7"}}), 3u);
  EXPECT_EQ(ranksOf({{"SLURM_STEP_NUM_TASKS", "7"}}), 7u);
  EXPECT_EQ(ranksOf({{"PMI_SIZE", "many"}}), 1u);
}

TEST(Launch, TheRankIsWhatALauncherSays) {
  const auto rankOf = [](const std::map<std::string, const char*>& variables) {
    return launchedRank([&](const char* name) {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second;
    });
  };
  EXPECT_EQ(rankOf({}), 0u);
  EXPECT_EQ(rankOf({{"OMPI_COMM_WORLD_RANK", "3"}, {"SLURM_PROCID", "1"}}), 3u);
  EXPECT_EQ(rankOf({{"PMIX_RANK", "2"}, {"SLURM_PROCID", "2"}}), 2u);
  EXPECT_EQ(rankOf({{"PMI_RANK", "5"}, {"SLURM_PROCID", "0"}}), 5u);
  EXPECT_EQ(rankOf({{"PMI_RANK", "0"}, {"SLURM_PROCID", "1"}}), 0u) << "srun started a daemon";
  EXPECT_EQ(rankOf({{"OMPI_COMM_WORLD_RANK", "0"}, {"PMI_RANK", "1"}}), 1u) << "of another MPI";
  EXPECT_EQ(rankOf({{"SLURM_PROCID", "7"}}), 7u);
  EXPECT_EQ(rankOf({{"PMI_RANK", "x"}}), 0u);
}

/// What each rank is told when `facts` says what it was started with.
std::vector<std::string> told(Rank ranks, std::uint64_t seed,
                              const std::function<std::vector<Fact>(Rank)>& facts) {
  std::vector<std::string> texts(ranks, "nothing");
  SimulatedNetwork options;
  options.ranks = ranks;
  options.seed = seed;
  runSimulated(options, [&](SimulatedTransport& transport) {
    Endpoint<SimulatedTransport> endpoint(transport);
    texts[transport.rank()] = disagreement(endpoint, facts(transport.rank()));
  });
  return texts;
}

TEST(Launch, EqualRanksAgree) {
  for (const Rank ranks : {1u, 2u, 5u}) {
    const auto texts = told(ranks, ranks, [](Rank) {
      return std::vector<Fact>{{"build", "0.1"}, {"input", "17 nodes"}};
    });
    EXPECT_EQ(texts, std::vector<std::string>(ranks, ""));
  }
}

TEST(Launch, TheLengthOfFactsDoesNotMatter) {
  std::vector<std::uint64_t> sent;
  for (const std::size_t length : {1u, 10'000u}) {
    runSimulated({.ranks = 3}, [&](SimulatedTransport& transport) {
      Endpoint<SimulatedTransport> endpoint(transport);
      EXPECT_EQ(disagreement(endpoint, {{"flags", std::string(length, 'x')}}), "");
      sent.push_back(endpoint.traffic(Kind::kGather).bytesSent);
    });
  }
  std::sort(sent.begin(), sent.begin() + 3);
  std::sort(sent.begin() + 3, sent.end());
  EXPECT_TRUE(std::equal(sent.begin(), sent.begin() + 3, sent.begin() + 3));
}

TEST(Launch, TheFirstDifferenceIsToldToAll) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto texts = told(4, seed, [](Rank rank) {
      return std::vector<Fact>{{"build", "0.1"}, {"parameters", rank < 2 ? "-b 100" : "-b 200"}};
    });
    EXPECT_EQ(texts, std::vector<std::string>(4, "ranks 0 and 2 differ in parameters: -b 100 and "
                                                 "-b 200; start all ranks with the same"));
  }
}

TEST(Launch, DifferentProgramsAreNoted) {
  const auto texts = told(
      3, 1, [](Rank rank) { return std::vector<Fact>(rank == 2 ? 2 : 1, Fact("input", "x")); });
  EXPECT_EQ(texts, std::vector<std::string>(3, "ranks 0 and 2 run different programs"));
  EXPECT_EQ(told(2, 1,
                 [](Rank rank) {
                   return std::vector<Fact>{{rank == 0 ? "input" : "graph", "x"}};
                 })
                .at(1),
            "ranks 0 and 1 run different programs");
}

} // namespace
} // namespace galois::dist

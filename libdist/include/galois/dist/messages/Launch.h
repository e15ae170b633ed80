/**
 * Finds faults in the start of a program on several ranks: it was started by the launcher of another
 * MPI or by one that its MPI does not know, or its ranks were started differently. Nothing here names
 * MPI, so that it can be tested.
 */
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"

namespace galois::dist {

/// A program that starts the processes of ranks, and the environment variables by which it tells each
/// process how many there are and which it is.
struct Launcher {
  const char* name;  ///< as in messages
  const char* ranks; ///< the variable with the number of ranks
  const char* rank;  ///< the variable with the number of this one
};

/// The launchers of MPIs. Each may run inside a job step of Slurm, whose variables it passes on.
inline constexpr Launcher kLaunchers[] = {
    {"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"MPICH", "PMI_SIZE", "PMI_RANK"}};
/// Slurm's srun. Its variables do not exist in a batch script, where SLURM_NTASKS does.
inline constexpr Launcher kSrun = {"Slurm", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"};

/// Compares the number of ranks that MPI reports with the environment variables that launchers set.
/// If the mpirun of one MPI starts a program of another MPI, or srun one whose MPI does not know
/// Slurm's interface, each process takes itself for the only rank, and would do all of the work.
/// @param ranks  as MPI says
/// @param variable  returns an environment variable, or null: std::getenv
/// @return what is wrong, in one line, or an empty text if nothing is wrong
inline std::string launcherFault(Rank ranks,
                                 const std::function<const char*(const char*)>& variable) {
  bool known = false; // whether the launcher of an MPI was there
  // Returns whether a launcher promises another number of ranks.
  const auto differs = [&](const Launcher& launcher) {
    const char* const text = variable(launcher.ranks);
    known = known || text != nullptr;
    const std::string_view digits(text == nullptr ? "" : text);
    Rank promised = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), promised);
    return parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size() &&
           promised != ranks;
  };
  const auto fault = [&](const char* what, const Launcher& launcher, const char* advice) {
    return std::string(what) + ": " + launcher.ranks + "=" + variable(launcher.ranks) + " (" +
           launcher.name + "), but this program's MPI has " + std::to_string(ranks) +
           (ranks == 1 ? " rank" : " ranks") + "; " + advice;
  };
  for (const Launcher& launcher : kLaunchers) {
    if (differs(launcher)) {
      return fault("started by another MPI's mpirun", launcher,
                   "use scripts/run-dist, or the mpirun of the MPI that it was built with");
    }
  }
  // PMIx, by which srun may start ranks, has no variable for their number.
  if (!known && ranks == 1 && differs(kSrun)) {
    return fault(
        "started by an srun that its MPI does not know", kSrun,
        "use srun --mpi=pmix (Open MPI) or --mpi=pmi2 (MPICH), where srun --mpi=list names it, or "
        "scripts/run-dist in the job");
  }
  return {};
}

namespace internal {

/// Returns the greatest number in these environment variables of the MPIs' launchers or, where none of
/// them exists, in that of srun; at least `least`.
inline Rank greatestOf(const std::function<const char*(const char*)>& variable,
                       std::initializer_list<const char*> ofLaunchers, const char* ofSrun,
                       Rank least) {
  bool known = false; // whether the launcher of an MPI was there
  const auto take = [&](const char* name) {
    const char* const text = variable(name);
    known = known || text != nullptr;
    const std::string_view digits(text == nullptr ? "" : text);
    Rank number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    least = std::max(least, number);
  };
  std::for_each(ofLaunchers.begin(), ofLaunchers.end(), take);
  if (!known) {
    take(ofSrun);
  }
  return least;
}

} // namespace internal

/// Returns the number of this process as its launcher has told it, or 0 if there is none. Once MPI
/// has begun, a process that MPI takes for the only rank may also have a variable that says 0, so
/// another number counts more.
inline Rank launchedRank(const std::function<const char*(const char*)>& variable) {
  return internal::greatestOf(variable, {kLaunchers[0].rank, "PMIX_RANK", kLaunchers[1].rank},
                              kSrun.rank, 0);
}

/// Returns how many ranks the launcher of this process has started, or 1 if there is none.
inline Rank launchedRanks(const std::function<const char*(const char*)>& variable) {
  return internal::greatestOf(variable, {kLaunchers[0].ranks, kLaunchers[1].ranks}, kSrun.ranks, 1);
}

/// Something that all ranks must agree on: its name, as in a message, and its value.
using Fact = std::pair<std::string, std::string>;

/// Compares facts over all ranks, such as the build, the parameters and the input's hash. All ranks
/// call it (it is collective), with facts of the same names in the same order.
///
/// It compares hashes first. So ranks that agree send the same number of bytes whatever the facts
/// are, and in a simulation the comparison takes the same time, however long the path of a file is.
/// If the hashes differ, it compares the facts themselves, so the libraries of the ranks may have
/// different hash functions.
/// @return the first difference in one line, the same on all ranks, or an empty text if there is
///     none. It names the first rank that differs from rank 0
template <Transport T>
std::string disagreement(Endpoint<T>& endpoint, const std::vector<Fact>& facts) {
  Writer writer;
  writer(facts);
  const std::span<const std::byte> own = writer.bytes();
  const std::uint64_t hash = std::hash<std::string_view>()(
      std::string_view(reinterpret_cast<const char*>(own.data()), own.size()));
  const auto hashes = endpoint.gather(std::as_bytes(std::span(&hash, 1)));
  if (std::all_of(hashes.begin(), hashes.end(),
                  [&](const auto& other) { return other == hashes.front(); })) {
    return {};
  }
  const auto bodies = endpoint.gather(own);
  const auto first = Reader(bodies[0]).template get<std::vector<Fact>>();
  for (Rank rank = 1; rank < bodies.size(); ++rank) {
    const auto other = Reader(bodies[rank]).template get<std::vector<Fact>>();
    if (other.size() != first.size()) {
      return "ranks 0 and " + std::to_string(rank) + " run different programs";
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i].first != other[i].first) {
        return "ranks 0 and " + std::to_string(rank) + " run different programs";
      }
      if (first[i].second != other[i].second) {
        return "ranks 0 and " + std::to_string(rank) + " differ in " + first[i].first + ": " +
               first[i].second + " and " + other[i].second + "; start all ranks with the same";
      }
    }
  }
  return {};
}

} // namespace galois::dist

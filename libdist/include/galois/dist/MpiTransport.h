/**
 * The transport of real programs: messages of MPI, two-sided only.
 *
 * A message of at most kShort bytes, with its header, travels alone. A longer one is announced by
 * its header, and its body follows under a second tag. Receives of kShort bytes are posted in
 * advance, in a ring, and only the oldest is tested: MPI matches messages of one sender with
 * receives in the order in which these were posted, so each pair keeps its order. While the body of a
 * long message is under way, later messages wait.
 *
 * send() copies into a buffer that is reclaimed when MPI has done with it. pause() calls no MPI: after
 * some calls in vain it sleeps, longer each time up to half a millisecond, so that ranks that share
 * cores do not keep them from each other.
 *
 * One thread at a time calls MPI, so MPI_THREAD_SERIALIZED suffices, and with one thread
 * MPI_THREAD_SINGLE.
 *
 * The same source runs on simulated machines (SimGrid's SMPI), where clock and sleep are simulated.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <mpi.h>
#include <unistd.h>

#include "galois/dist/messages/Launch.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"

#ifdef SMPI_H
#include <simgrid/engine.h>
#include <simgrid/host.h>
#include <smpi/smpi_helpers_internal.h>
#endif

namespace galois::dist {

/// MPI from the first line of main() to its end; runRanks() makes one. It checks the launcher: a
/// program that another MPI's mpirun has started says so and exits with status 1.
class MpiProgram {
public:
  /// @param threads  whether several threads will use transports, one at a time
  /// If this MPI cannot serve several threads, the program ends with a line that says so.
  MpiProgram(int& argc, char**& argv, bool threads) {
    const int wanted = threads ? MPI_THREAD_SERIALIZED : MPI_THREAD_SINGLE;
    int provided = MPI_THREAD_SINGLE;
    // Where ranks share cores, Open MPI yields the core in every call that finds nothing, which on a
    // busy machine takes milliseconds. pause() sleeps instead.
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
    MPI_Init_thread(&argc, &argv, wanted, &provided);
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#ifndef SMPI_H // whose ranks are threads of one process
    const auto fault =
        launcherFault(static_cast<Rank>(ranks), [](const char* name) { return std::getenv(name); });
    if (!fault.empty()) {
      refuse(argv[0], fault);
    }
#endif
    if (provided < wanted) {
      refuse(argv[0], "this MPI serves one thread per rank only; use one thread");
    }
  }
  MpiProgram(const MpiProgram&) = delete;
  MpiProgram& operator=(const MpiProgram&) = delete;

  /// Ends MPI, and with it the program on all ranks if an exception leaves main().
  ~MpiProgram() {
    if (std::uncaught_exceptions() > 0) {
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
  }

  /// Returns the name and version of MPI, for records.
  static std::string library() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    const std::string all(text.data(), static_cast<std::size_t>(length));
    return all.substr(0, std::min(all.find(','), all.find('\n')));
  }
  /// Returns the name of this rank's host, which is a simulated one on simulated machines.
  static std::string host() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return {name.data(), static_cast<std::size_t>(length)};
  }
  /// Returns the name of the simulated machine, which scripts/run-dist has passed on.
  static std::string platform() {
    const char* const name = std::getenv("GALOIS_SMPI_PLATFORM");
    return name != nullptr ? name : "unknown";
  }

private:
  /// Exits with one line from all processes that the launcher has started.
  [[noreturn]] static void refuse(const char* program, const std::string& fault) {
    if (launchedRank(std::getenv) == 0) {
      std::fprintf(stderr, "%s: %s\n", program, fault.c_str());
    } else {
      substrate::Waits::sleep(1000000); // some launchers kill the others when one has failed
    }
    MPI_Finalize();
    std::exit(1);
  }
};

/// The transport of this process. It meets the concept Transport. Construction and destruction are
/// collective. What has arrived by then and was not received is dropped.
class MpiTransport {
public:
  /// Longest message, with its header, that travels in one piece.
  static constexpr std::size_t kShort = 4096;
#ifdef SMPI_H
  static constexpr bool kSimulated = true; ///< whether ranks are virtual
#else
  static constexpr bool kSimulated = false; ///< whether ranks are virtual
#endif

  /// @param comm  whose processes are the ranks; it is duplicated
  explicit MpiTransport(MPI_Comm comm = MPI_COMM_WORLD) : ring_(kPosted) {
    MPI_Comm_dup(comm, &comm_);
    int value = 0;
    MPI_Comm_rank(comm_, &value);
    rank_ = static_cast<Rank>(value);
    MPI_Comm_size(comm_, &value);
    ranks_ = static_cast<Rank>(value);
    for (Slot& slot : ring_) {
      post(slot);
    }
  }
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;
  ~MpiTransport() {
    if (std::uncaught_exceptions() == 0) {
      close();
    } // else the program ends; other ranks may never come here
  }

  /// As the concept says. @{
  Rank rank() const { return rank_; }
  Rank ranks() const { return ranks_; }
  double now() const {
#ifdef SMPI_H
    return simgrid_get_clock() * 1e6; // MPI_Wtime() takes time
#else
    return static_cast<double>(substrate::nowNs()) * 1e-3;
#endif
  }
  void send(Rank to, Kind kind, std::span<const std::byte> body);
  std::optional<Message> receive();
  void pause(double microseconds);
  void spend(double microseconds) {
#ifdef SMPI_H
    if (microseconds > 0) { // a difference of equal times may be rounded below 0
      smpi_execute_flops(microseconds * 1e-6 * sg_host_get_speed(sg_host_self()));
    }
#else
    for (const double until = now() + microseconds; now() < until;) {
      substrate::Waits::pause(1);
    }
#endif
  }
  [[noreturn]] void abort(const std::string& text) {
    std::fprintf(stderr, "rank %u: %s\n", rank_, text.c_str());
    std::fflush(stderr);
#ifdef SMPI_H // whose MPI_Abort ends the simulation with status 0
    std::fflush(stdout);
    std::_Exit(1);
#else
    // MPICH's MPI_Abort waits for messages to a process that is stopped. The launcher ends all ranks
    // when this one has ended.
    constexpr unsigned kSeconds = 5;
    std::signal(SIGALRM, [](int) { std::_Exit(1); });
    ::alarm(kSeconds);
    MPI_Abort(comm_, 1);
    std::abort(); // MPI_Abort does not return
#endif
  }
  /// @}

  /// Returns the number of this process among all, before there is a transport.
  static Rank worldRank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return static_cast<Rank>(rank);
  }
  /// Returns the speed of the host in Gf/s, 1 if it is real.
  static double hostSpeed() {
#ifdef SMPI_H
    return sg_host_get_speed(sg_host_self()) * 1e-9;
#else
    return 1;
#endif
  }
  /// Returns how many sends MPI has not completed.
  std::size_t sending() const noexcept { return sends_.size(); }

private:
  static constexpr std::size_t kPosted = 32;   ///< receives that are posted in advance
  static constexpr double kLongestSleep = 500; ///< microseconds
  static constexpr int kShortTag = 1;
  static constexpr int kLongTag = 2;

  /// What precedes a body.
  struct Header {
    std::uint64_t bytes; ///< of the body
    Kind kind;
  };
  static constexpr std::size_t kHeader = sizeof(Header);

  /// A posted receive.
  struct Slot {
    MPI_Request request = MPI_REQUEST_NULL;
    std::array<std::byte, kShort> bytes;
  };
  /// A send that MPI has not completed.
  struct Sending {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::byte> bytes;
  };
  /// A message whose body is under way.
  struct Long {
    MPI_Request request = MPI_REQUEST_NULL;
    Message message;
  };

  void post(Slot& slot) {
    MPI_Irecv(slot.bytes.data(), static_cast<int>(kShort), MPI_BYTE, MPI_ANY_SOURCE, kShortTag,
              comm_, &slot.request);
  }
  void start(Rank to, int tag, std::vector<std::byte> bytes);
  void reclaim();
  void close();

  MPI_Comm comm_ = MPI_COMM_NULL;
  Rank rank_ = 0;
  Rank ranks_ = 1;
  std::vector<Slot> ring_;
  std::size_t oldest_ = 0; ///< the slot that was posted first
  std::optional<Long> long_;
  std::deque<Sending> sends_;                 ///< oldest first. A deque does not move the buffers
  std::size_t sweepAt_ = 64;                  ///< so many are looked at one by one
  std::vector<std::vector<std::byte>> spare_; ///< buffers of completed sends
  substrate::Atomic<unsigned> vain_{0};       ///< pauses since a message was received
};

static_assert(Transport<MpiTransport>);

inline void MpiTransport::start(Rank to, int tag, std::vector<std::byte> bytes) {
  Sending& sending = sends_.emplace_back();
  sending.bytes = std::move(bytes);
  MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE,
            static_cast<int>(to), tag, comm_, &sending.request);
}

inline void MpiTransport::send(Rank to, Kind kind, std::span<const std::byte> body) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  if (to >= ranks_) {
    throw std::out_of_range("there is no rank " + std::to_string(to));
  }
  if (body.size() >= kMost) {
    throw std::length_error("a message must be shorter than 2 GiB");
  }
  reclaim();
  std::vector<std::byte> bytes;
  if (!spare_.empty()) {
    bytes = std::move(spare_.back());
    spare_.pop_back();
  }
  Header header{};
  header.bytes = body.size();
  header.kind = kind;
  const bool isShort = kHeader + body.size() <= kShort;
  bytes.resize(kHeader + (isShort ? body.size() : 0));
  std::memcpy(bytes.data(), &header, kHeader);
  if (isShort) {
    std::copy(body.begin(), body.end(), bytes.begin() + kHeader);
  }
  start(to, kShortTag, std::move(bytes));
  if (!isShort) {
    start(to, kLongTag, {body.begin(), body.end()});
  }
}

inline void MpiTransport::reclaim() {
  constexpr std::size_t kSpare = 64;
  const auto isDone = [this](Sending& sending) {
    int done = 0;
    MPI_Test(&sending.request, &done, MPI_STATUS_IGNORE);
    if (done != 0 && spare_.size() < kSpare && sending.bytes.capacity() <= kShort) {
      spare_.push_back(std::move(sending.bytes));
    }
    return done != 0;
  };
  while (!sends_.empty() && isDone(sends_.front())) {
    sends_.pop_front();
  }
  // A slow receiver may delay the oldest, while all later ones are done.
  if (sends_.size() >= sweepAt_) {
    std::erase_if(sends_, isDone);
    sweepAt_ = 2 * sends_.size() + kSpare;
  }
}

inline std::optional<Message> MpiTransport::receive() {
  int done = 0;
  if (long_) {
    MPI_Test(&long_->request, &done, MPI_STATUS_IGNORE);
    if (done == 0) {
      return std::nullopt;
    }
    std::optional<Message> message(std::move(long_->message));
    long_.reset();
    return message;
  }
  Slot& slot = ring_[oldest_];
  MPI_Status status;
  MPI_Test(&slot.request, &done, &status);
  if (done == 0) {
    reclaim();
    return std::nullopt;
  }
  vain_.store(0, substrate::order::relaxed);
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Header header;
  std::memcpy(&header, slot.bytes.data(), kHeader);
  Message message;
  message.from = static_cast<Rank>(status.MPI_SOURCE);
  message.kind = header.kind;
  const std::byte* const body = slot.bytes.data() + kHeader;
  const bool isShort = kHeader + header.bytes <= kShort;
  if (isShort) {
    message.body.assign(body, body + header.bytes);
  }
  post(slot);
  oldest_ = (oldest_ + 1) % kPosted;
  if (isShort) {
    return message;
  }
  message.body.resize(header.bytes);
  long_.emplace(Long{MPI_REQUEST_NULL, std::move(message)});
  MPI_Irecv(long_->message.body.data(), static_cast<int>(header.bytes), MPI_BYTE, status.MPI_SOURCE,
            kLongTag, comm_, &long_->request);
  return std::nullopt;
}

inline void MpiTransport::pause(double microseconds) {
  constexpr unsigned kSpins = 16; // of a microsecond or two, in which an answer may come
  constexpr double kFirstSleep = 20;
  const unsigned vain = vain_.load(substrate::order::relaxed);
  vain_.store(vain + 1, substrate::order::relaxed);
  const bool spins = vain < kSpins;
  const double sleep =
      std::min({std::ldexp(kFirstSleep, static_cast<int>(std::min(vain - kSpins, 8U))),
                kLongestSleep, microseconds});
#ifdef SMPI_H
  smpi_usleep(static_cast<unsigned>(spins ? 1 : std::max(sleep, 1.0))); // simulated time
#else
  if (spins || sleep < 1) {
    substrate::Waits::pause(kSpins);
  } else {
    substrate::Waits::sleep(static_cast<unsigned>(sleep));
  }
#endif
}

/// Waits until all ranks have completed their sends, and receives what is under way meanwhile.
inline void MpiTransport::close() {
  while (reclaim(), !sends_.empty()) {
    if (!receive()) {
      pause(kLongestSleep);
    }
  }
  MPI_Request barrier = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm_, &barrier);
  for (int done = 0; done == 0;) {
    MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
    if (done == 0 && !receive()) {
      pause(kLongestSleep);
    }
  }
  // Every message has left its sender; what has arrived is received.
  while (receive() || long_) {
  }
  for (Slot& slot : ring_) {
    MPI_Cancel(&slot.request);
    MPI_Wait(&slot.request, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&comm_);
}

/**
 * The main function of a program on several ranks: starts MPI, runs `program` with the transport of
 * this rank, and returns its exit status. If `program` throws on a rank, all ranks end with the
 * exception's text.
 *
 *     int main(int argc, char** argv) {
 *       return galois::dist::runRanks(argc, argv, true, [&](MpiTransport& transport) { ... });
 *     }
 *
 * @param threads  whether several threads per rank will use the transport, one at a time
 */
template <typename Program>
int runRanks(int& argc, char**& argv, bool threads, const Program& program) {
  const MpiProgram mpi(argc, argv, threads);
  try {
    MpiTransport transport;
    try {
      return program(transport);
    } catch (const std::exception& error) {
      transport.abort(error.what());
    }
  } catch (const std::exception& error) { // before there was a transport
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
}

} // namespace galois::dist

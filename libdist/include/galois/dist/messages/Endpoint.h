/**
 * A rank's messages: a handler per kind, any number of threads, and collective operations.
 *
 * One thread at a time may use a transport. An endpoint lets all workers of a rank use it: a first
 * lock is held for the short time of each call of the transport. Handlers run one at a time, in the
 * order of arrival, under a second lock, which only the polling thread holds. So a handler may
 * send, and other threads may send while a handler runs.
 *
 * Each rank learns how many messages the others have sent to it by a reduce-scatter of counts in
 * ceil(log2(ranks)) steps, without a root (exchangeCounts()). It is the reversal of the allgather of
 * J. Bruck et al., "Efficient algorithms for all-to-all communications in multiport message-passing
 * systems" (IEEE TPDS 8(11), 1997), for any number of ranks. A rank sends one message per step, and
 * ranks - 1 counts in all. Sums of all sent and all received messages (F. Mattern's four counters)
 * would need fewer bytes, but a rank would not know when it has received everything: waves would be
 * repeated, each twice as long, until the sums agree. The first of them nearly always fails, because
 * ranks do not come at the same time.
 *
 * A call of poll() takes about a microsecond with MPI, which is too long for each node of a search.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/BinomialTree.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/PaddedLock.h"

namespace galois::dist {

/// How many messages of a kind a rank has sent and received, and the bytes of their bodies.
struct Traffic {
  std::uint64_t sent = 0;          ///< messages
  std::uint64_t received = 0;      ///< messages
  std::uint64_t bytesSent = 0;     ///< of bodies
  std::uint64_t bytesReceived = 0; ///< of bodies
};

/// The endpoint of one rank. Its transport must outlive it. A program has one endpoint for all of
/// its phases: an endpoint keeps messages that arrive early, during a collective operation, and
/// hands them to handlers later.
template <Transport T>
class Endpoint {
public:
  using Handler = std::function<void(const Message&)>; ///< handles a message
  /// An endpoint over this transport, without handlers.
  explicit Endpoint(T& transport)
      : transport_(transport), sentTo_(transport.ranks(), 0),
        tree_(transport.rank(), transport.ranks()) {}
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  /// As the functions of the transport. Any thread may call them at any time. @{
  Rank rank() const { return transport_.rank(); }
  Rank ranks() const { return transport_.ranks(); }
  double now() const { return transport_.now(); }
  void pause(double microseconds) { transport_.pause(microseconds); }
  void spend(double microseconds) { transport_.spend(microseconds); }
  [[noreturn]] void abort(const std::string& text) {
    const substrate::LockGuard guard(transportLock_);
    transport_.abort(text);
    throw std::logic_error("the transport's abort() has returned");
  }
  /// @}

  /// Records a step of a protocol, if the transport does (HasTrace). Any thread may call it, under
  /// the lock under which it takes the step.
  template <typename... Values>
  void trace(const char* step, Values... values) {
    if constexpr (HasTrace<T>) {
      transport_.trace(step, {static_cast<std::int64_t>(values)...});
    }
  }

  /// Runs the workers of this rank, if the transport does (HasWorkers). One thread calls it.
  void runWorkers(unsigned count,
                  const std::function<void(unsigned)>& work) requires HasWorkers<T> {
    transport_.runWorkers(count, work);
  }

  /// Sets the handler for messages of a kind. With an empty handler, a message of this kind is an
  /// error. Handlers run on the thread that calls poll(). Must not be called while another thread
  /// polls.
  void handle(Kind kind, Handler handler) { handlers_[index(kind)] = std::move(handler); }

  /// Sends a message. Any thread may call it, and so may handlers.
  void send(Rank to, Kind kind, std::span<const std::byte> body) {
    const substrate::LockGuard guard(transportLock_);
    Traffic& traffic = traffic_[index(kind)];
    ++traffic.sent;
    traffic.bytesSent += body.size();
    if (kind != Kind::kGather) {
      ++sentTo_[to];
    }
    transport_.send(to, kind, body);
  }

  /// Calls the handlers of at most kBatch messages that have arrived. Any thread may call it. It
  /// does nothing if another thread polls, or if a handler calls it.
  /// @return whether there was a message
  /// @throws std::logic_error  if a message has no handler; and any exception of a handler
  bool poll() {
    if (!pollLock_.try_lock()) {
      return false;
    }
    const Unlock unlock{pollLock_};
    unsigned handled = 0;
    while (handled < kBatch) {
      std::optional<Message> message = next();
      if (!message) {
        break;
      }
      ++handled;
      dispatch(*message);
    }
    return handled > 0;
  }

  /// Returns the bytes of all ranks, in the order of ranks, on every rank. Waits for the bytes.
  /// Collective: one thread of each rank calls it, not from a handler, and all ranks make their
  /// collective calls in the same order. Messages of other kinds that arrive meanwhile are kept for
  /// later calls of poll(). So if a rank sends a message after gather(), its receiver handles the
  /// message after gather(), too.
  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) {
    const substrate::LockGuard guard(pollLock_);
    using Part = std::pair<Rank, std::vector<std::byte>>;
    std::vector<Part> subtree{{rank(), {bytes.begin(), bytes.end()}}};
    for (const Rank child : tree_.children) {
      auto more = partFrom<std::vector<Part>>(child);
      std::move(more.begin(), more.end(), std::back_inserter(subtree));
    }
    if (tree_.parent != rank()) {
      sendPart(tree_.parent, subtree);
      subtree = partFrom<std::vector<Part>>(tree_.parent);
    }
    for (const Rank child : tree_.children) {
      sendPart(child, subtree);
    }
    std::vector<std::vector<std::byte>> all(ranks());
    for (auto& [from, part] : subtree) {
      all.at(from) = std::move(part);
    }
    return all;
  }

  /// What a rank gets from exchangeCounts().
  struct Counted {
    std::uint64_t sum;                ///< of the counts for this rank
    std::vector<std::uint64_t> least; ///< of each of the values
  };

  /// Returns the sum of what the ranks count for this rank, and the least of the ranks' values. Waits
  /// for all ranks. Collective, as gather() is, and it treats other messages as gather() does.
  /// @param counts  one for each rank; or none on all ranks, and then the sum is 0
  /// @param values  of this rank, as many as on all ranks
  Counted exchangeCounts(std::span<const std::uint64_t> counts, std::vector<std::uint64_t> values) {
    const substrate::LockGuard guard(pollLock_);
    // Entry j is for the rank that comes j after this one. In the step of distance d, entries from d
    // on are given to the rank at that distance, for which they are entries from 0 on.
    std::vector<std::uint64_t> entries(counts.begin(), counts.end());
    std::rotate(entries.begin(), entries.begin() + (entries.empty() ? 0 : rank()), entries.end());
    Rank distance = 1;
    while (distance < ranks()) {
      distance *= 2;
    }
    while ((distance /= 2) > 0) {
      std::vector<std::uint64_t> given;
      if (entries.size() > distance) {
        given.assign(entries.begin() + distance, entries.end());
        entries.resize(distance);
      }
      given.insert(given.end(), values.begin(), values.end());
      sendPart((rank() + distance) % ranks(), given);
      const auto taken =
          partFrom<std::vector<std::uint64_t>>((rank() + ranks() - distance) % ranks());
      std::size_t next = 0;
      for (; next + values.size() < taken.size(); ++next) {
        entries.at(next) += taken[next];
      }
      for (std::uint64_t& value : values) {
        value = std::min(value, taken.at(next++));
      }
    }
    return {entries.empty() ? 0 : entries.front(), std::move(values)};
  }

  /// Waits until all ranks have called it. Collective, as gather() is, and it treats other messages
  /// as gather() does.
  void barrier() { exchangeCounts({}, {}); }

  /// Waits until the ranks have handled all messages that were sent before, and all messages that
  /// their handlers sent in answer. Collective, as gather() is. Meanwhile only handlers may send.
  void settle() {
    // A message that is handled in place of an earlier one from another rank may let a rank go on too
    // early. But then it was sent after the counts, and there is another turn.
    for (std::vector<std::uint64_t> before;;) {
      std::vector<std::uint64_t> sent;
      {
        const substrate::LockGuard guard(transportLock_);
        sent = sentTo_;
      }
      const Counted all = exchangeCounts(sent, {sent == before ? 1U : 0U});
      if (all.least.front() == 1) {
        return; // No rank has sent a message since all ranks had handled all messages.
      }
      while (handled() < all.sum) {
        if (!poll()) {
          pause(kPause);
        }
      }
      before = std::move(sent);
    }
  }

  /// Returns how many messages of a kind were sent and received. The numbers are exact while no
  /// thread sends or polls.
  const Traffic& traffic(Kind kind) const { return traffic_[index(kind)]; }

  /// The number of messages that one poll() handles at most.
  static constexpr unsigned kBatch = 64;

private:
  struct Unlock {
    ~Unlock() { lock.unlock(); }
    substrate::PaddedLock<true>& lock;
  };
  static constexpr double kPause = 100; ///< microseconds
  static constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

  /// The next message that is not part of a collective operation.
  std::optional<Message> next() {
    if (!kept_.empty()) {
      std::optional<Message> message(std::move(kept_.front()));
      kept_.pop_front();
      return message;
    }
    while (std::optional<Message> message = arrived()) {
      if (message->kind != Kind::kGather) {
        return message;
      }
      parts_[message->from].push_back(std::move(message->body));
    }
    return std::nullopt;
  }

  std::optional<Message> arrived() {
    const substrate::LockGuard guard(transportLock_);
    return transport_.receive();
  }

  void countReceived(Kind kind, std::size_t bytes) {
    const substrate::LockGuard guard(transportLock_);
    ++traffic_[index(kind)].received;
    traffic_[index(kind)].bytesReceived += bytes;
  }

  void dispatch(const Message& message) {
    countReceived(message.kind, message.body.size());
    const Handler& handler = handlers_[index(message.kind)];
    if (!handler) {
      throw std::logic_error(std::string("no handler for a message of kind ") + name(message.kind) +
                             " from rank " + std::to_string(message.from));
    }
    handler(message);
    ++handled_;
  }

  std::uint64_t handled() {
    const substrate::LockGuard guard(pollLock_);
    return handled_;
  }

  template <typename Value>
  void sendPart(Rank to, const Value& value) {
    Writer writer;
    writer(value);
    send(to, Kind::kGather, writer.bytes());
  }

  /// Waits for the part that a rank sends in a collective operation. The caller holds pollLock_.
  template <typename Value>
  Value partFrom(Rank from) {
    std::deque<std::vector<std::byte>>& parts = parts_[from];
    while (parts.empty()) {
      std::optional<Message> message = arrived();
      if (!message) {
        pause(kPause);
      } else if (message->kind == Kind::kGather) {
        parts_[message->from].push_back(std::move(message->body));
      } else {
        kept_.push_back(std::move(*message));
      }
    }
    const std::vector<std::byte> body = std::move(parts.front());
    parts.pop_front();
    countReceived(Kind::kGather, body.size());
    Reader reader(body);
    Value value = reader.template get<Value>();
    reader.finish();
    return value;
  }

  T& transport_;
  substrate::PaddedLock<true> transportLock_; ///< protects transport_, traffic_ and sentTo_
  substrate::PaddedLock<true> pollLock_; ///< protects what follows; taken before transportLock_
  std::array<Traffic, kKinds> traffic_{};
  std::vector<std::uint64_t> sentTo_; ///< messages per rank, without collective operations
  std::uint64_t handled_ = 0;         ///< messages, counted in the same way
  std::array<Handler, kKinds> handlers_;
  std::deque<Message> kept_; ///< arrived during a collective operation
  /// Of collective operations, per sender: at most some log2(ranks) ranks.
  std::map<Rank, std::deque<std::vector<std::byte>>> parts_;
  const BinomialTree tree_;
};

} // namespace galois::dist

/**
 * Ranks of one process that run at the same time, each on threads of its own: a transport over
 * queues under a lock. Under ThreadSanitizer it finds races between a rank's workers, its handlers
 * and messages of others.
 */
#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "galois/dist/transport/Transport.h"

namespace disttest {

using galois::dist::Kind;
using galois::dist::Message;
using galois::dist::Rank;

/// A queue per rank, under a lock.
class Mail {
public:
  explicit Mail(Rank ranks) : boxes_(ranks) {}
  Rank ranks() const { return static_cast<Rank>(boxes_.size()); }
  void send(Rank to, Message message) {
    const std::lock_guard guard(mutex_);
    boxes_[to].push_back(std::move(message));
  }
  std::optional<Message> receive(Rank rank) {
    const std::lock_guard guard(mutex_);
    if (boxes_[rank].empty()) {
      return std::nullopt;
    }
    std::optional<Message> message(std::move(boxes_[rank].front()));
    boxes_[rank].pop_front();
    return message;
  }

private:
  std::mutex mutex_;
  std::vector<std::deque<Message>> boxes_;
};

/// A transport over it.
class MailTransport {
public:
  MailTransport(Mail& mail, Rank rank) : mail_(mail), rank_(rank) {}
  Rank rank() const { return rank_; }
  Rank ranks() const { return mail_.ranks(); }
  void send(Rank to, Kind kind, std::span<const std::byte> body) {
    mail_.send(to, {rank_, kind, {body.begin(), body.end()}});
  }
  std::optional<Message> receive() { return mail_.receive(rank_); }
  static void pause(double /*microseconds*/) { std::this_thread::yield(); }
  static void spend(double microseconds) {
    for (const double until = now() + microseconds; now() < until;) {
      std::this_thread::yield();
    }
  }
  static double now() {
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  [[noreturn]] static void abort(const std::string& text) { throw std::runtime_error(text); }

private:
  Mail& mail_;
  const Rank rank_;
};
static_assert(galois::dist::Transport<MailTransport>);

/// Calls fn(transport) on each rank: rank 0 is the calling thread, and the others have one thread.
template <typename Fn>
void onMailRanks(Rank ranks, const Fn& fn) {
  Mail mail(ranks);
  const auto body = [&](Rank rank) {
    MailTransport transport(mail, rank);
    fn(transport);
  };
  std::vector<std::thread> others;
  for (Rank rank = 1; rank < ranks; ++rank) {
    others.emplace_back(body, rank);
  }
  body(0);
  for (std::thread& other : others) {
    other.join();
  }
}

} // namespace disttest

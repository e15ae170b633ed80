/**
 * Detects that all ranks are passive and no counted message is under way, after E. W. Dijkstra,
 * "Shmuel Safra's version of termination detection" (EWD 998, 1987), with waves along a tree
 * instead of a ring.
 *
 * A message that may make its receiver active is counted twice: by sent() before it is sent, and by
 * received() when it is handled, before any thread can see what it carries. Rank 0 begins a wave,
 * which goes down the binomial tree at once. A rank answers its parent when it is passive and all
 * of its children have answered. The answer is about the subtree of the rank. It holds the number
 * of messages sent minus the number of messages received. It also says whether a rank of the
 * subtree is black, which means that the rank has received a message since its last answer. If no
 * rank is black and the sum over all ranks is 0, the computation is over. Otherwise rank 0 begins
 * another wave.
 *
 * Proof. All answers of a wave come after all answers of the wave before. So in a wave without a
 * black rank, no rank received a message between the beginning of the wave and its own answer.
 * Suppose that some rank received a message after its answer, and take the first such message. Its
 * sender was passive at its own answer and has received nothing since, so it sent the message
 * before it answered. So the sender's answer counts the message as sent, and no answer counts it as
 * received. Every message that is counted as received was received before the wave, so its sending
 * is counted as well. The sum is then at least 1.
 *
 * An active rank delays the wave. Meanwhile the detection sends no messages.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/BinomialTree.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/substrate/PaddedLock.h"

namespace galois::dist {

/// The detector of one rank. It handles the messages Kind::kWave of the endpoint. Any thread may
/// call its functions; step() has a further rule.
template <Transport T>
class RankTermination {
public:
  /// @param endpoint  outlives the detector. The rank must call poll() of the endpoint again and
  ///     again until step() returns true
  explicit RankTermination(Endpoint<T>& endpoint)
      : endpoint_(endpoint), tree_(endpoint.rank(), endpoint.ranks()) {
    endpoint_.handle(Kind::kWave, [this](const Message& message) { receive(message); });
    endpoint_.trace("detector");
  }
  RankTermination(const RankTermination&) = delete;
  RankTermination& operator=(const RankTermination&) = delete;
  ~RankTermination() { endpoint_.handle(Kind::kWave, {}); }

  /// Counts messages. Call it before they are sent, while this rank is active.
  void sent(std::uint64_t messages = 1) {
    const substrate::LockGuard guard(lock_);
    balance_ += static_cast<std::int64_t>(messages);
    endpoint_.trace("sent", messages);
  }

  /// Counts messages that have arrived. Call it in the handler, before the rank takes the tasks
  /// that the messages carry. From then on the rank is active, until these tasks are done.
  void received(std::uint64_t messages = 1) {
    const substrate::LockGuard guard(lock_);
    balance_ -= static_cast<std::int64_t>(messages);
    black_ = true;
    endpoint_.trace("received", messages);
  }

  /// Takes part in the waves. Threads of a rank call it one after the other. A thread determines
  /// `passive` after the previous call has returned.
  /// @param passive  whether the rank has nothing to do, and no thread of it can find something to
  ///     do before a message arrives
  /// @return whether the computation is over on all ranks. It stays true until reset()
  bool step(bool passive) {
    Answer answer;
    bool begins = false;
    {
      const substrate::LockGuard guard(lock_);
      if (over_ || !passive) {
        return over_;
      }
      begins = isRoot() && !inWave_;
      if (begins) {
        inWave_ = true;
        ++waves_;
        endpoint_.trace("begin");
      } else if (inWave_ && answers_ == tree_.children.size()) {
        answer = {below_.balance + balance_, below_.black || black_};
        below_ = {};
        answers_ = 0;
        black_ = false;
        inWave_ = false;
        over_ = isRoot() && answer.balance == 0 && !answer.black;
        endpoint_.trace(over_ ? "over" : (isRoot() ? "again" : "answer"), answer.balance,
                        answer.black);
      } else {
        return false;
      }
    }
    if (!isRoot()) {
      send(tree_.parent, Step::kAnswer, answer);
      return false;
    }
    if (begins) {
      sendDown(Step::kBegin);
      return false;
    }
    const bool over = answer.balance == 0 && !answer.black;
    if (over) {
      sendDown(Step::kOver);
    }
    return over;
  }

  /// Prepares for another detection, after step() has returned true. It is not collective. Messages
  /// of the next computation may arrive before reset(); they are counted for the next computation.
  void reset() {
    const substrate::LockGuard guard(lock_);
    over_ = false;
    endpoint_.trace("reset");
  }

  /// Returns how many waves this rank has begun; 0 except on rank 0.
  std::uint64_t waves() const {
    const substrate::LockGuard guard(lock_);
    return waves_;
  }

private:
  enum class Step : std::uint8_t { kBegin, kAnswer, kOver };
  struct Answer {
    std::int64_t balance = 0; ///< counted messages sent minus those received
    bool black = false;       ///< whether a counted message was received since the last answer
  };

  bool isRoot() const { return tree_.parent == endpoint_.rank(); }

  void send(Rank to, Step step, Answer answer = {}) {
    Writer writer;
    writer(step, answer.balance, answer.black);
    endpoint_.send(to, Kind::kWave, writer.bytes());
  }
  void sendDown(Step step) {
    for (const Rank child : tree_.children) {
      send(child, step);
    }
  }

  void receive(const Message& message) {
    Reader reader(message.body);
    const auto step = reader.get<Step>();
    Answer answer;
    reader(answer.balance, answer.black).finish();
    {
      const substrate::LockGuard guard(lock_);
      if (step == Step::kBegin) {
        inWave_ = true;
        endpoint_.trace("begun");
      } else if (step == Step::kOver) {
        over_ = true;
        endpoint_.trace("ended");
      } else {
        ++answers_;
        below_.balance += answer.balance;
        below_.black = below_.black || answer.black;
        endpoint_.trace("answered", message.from, answer.balance, answer.black);
      }
    }
    if (step != Step::kAnswer) {
      sendDown(step);
    }
  }

  Endpoint<T>& endpoint_;
  const BinomialTree tree_;
  mutable substrate::PaddedLock<true> lock_; ///< protects what follows; nothing is sent under it
  std::int64_t balance_ = 0;                 ///< counted messages sent minus those received
  bool black_ = false;  ///< whether a counted message was received since the last answer
  bool inWave_ = false; ///< whether a wave has reached this rank, and the rank has not answered yet
  bool over_ = false;
  std::size_t answers_ = 0; ///< number of children that have answered in this wave
  Answer below_;            ///< the sum of their answers
  std::uint64_t waves_ = 0;
};

} // namespace galois::dist

// Every thread puts tokens into the mailboxes of all threads, sometimes gives up a claim, empties
// its own mailbox, and finally takes back its tokens from the mailboxes of others. Each token is
// taken exactly once, with the plain data that its sender wrote.
#include "galois/worklists/parts/messages/Mailbox.h"

#include <cstdint>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Random.h"
#include "support/Stress.h"

namespace galois::worklists {
namespace {

struct Token {
  std::uint64_t number = 0;
  std::uint64_t check = 0;
};
struct Letter {
  Token* token = nullptr;
};

constexpr std::uint64_t seal(std::uint64_t number) { return number * 0x9e3779b97f4a7c15ull; }

TEST(MailboxStress, EveryTokenIsTakenOnce) {
  SharedMemSys system;
  constexpr std::uint64_t kEach = 20000;
  for (const unsigned threads : {2u, 3u, 16u}) {
    std::deque<Mailbox<Letter>> boxes(threads);
    std::vector<std::vector<Token>> tokens(threads, std::vector<Token>(kEach));
    std::vector<std::uint64_t> sum(threads), sent(threads), wrong(threads);
    test::runThreads(threads, [&](unsigned tid) {
      substrate::Random random(tid + 1);
      const auto take = [&](Mailbox<Letter>& box) {
        Letter letter;
        if (box.take(letter)) {
          Token* const token = letter.token;
          wrong[tid] += token->check != seal(token->number);
          sum[tid] += token->number;
          token->check = 0; // A second taker would see this.
        }
      };
      for (std::uint64_t i = 0; i < kEach; ++i) {
        Mailbox<Letter>& box = boxes[random() % threads];
        if (box.claim()) {
          if (random() % 8 == 0) {
            box.cancel();
          } else {
            Token& token = tokens[tid][i];
            token.number = tid * kEach + i + 1;
            token.check = seal(token.number);
            sent[tid] += token.number;
            box.fill({&token});
          }
        }
        take(boxes[tid]);
      }
      for (Mailbox<Letter>& box : boxes) {
        take(box);
      }
    });
    std::uint64_t balance = 0;
    for (unsigned tid = 0; tid < threads; ++tid) {
      Letter left;
      if (boxes[tid].take(
              left)) { // A thread left it that visited the mailboxes later than this one's owner.
        balance += left.token->number;
        EXPECT_EQ(left.token->check, seal(left.token->number));
      }
      EXPECT_EQ(wrong[tid], 0u);
      balance += sum[tid] - sent[tid];
    }
    SCOPED_TRACE(threads);
    EXPECT_EQ(balance, 0u);
  }
}

} // namespace
} // namespace galois::worklists

#include "galois/substrate/AtFork.h"

#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace galois::substrate {
namespace {

struct Noted {
  static Noted& get() {
    static Noted noted;
    return noted;
  }
  void lock() { calls += "lock "; }
  void unlock() { calls += "unlock "; }
  void unlockInChild() { calls += "child "; }
  std::string calls;
};

TEST(AtFork, CallsTheFunctionsOfEachProcess) {
  atFork<&Noted::get, &Noted::lock, &Noted::unlock, &Noted::unlockInChild>();
  EXPECT_EQ(Noted::get().calls, "");
  const pid_t child = fork();
  if (child == 0) {
    _exit(Noted::get().calls == "lock child " ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(Noted::get().calls, "lock unlock ");
}

} // namespace
} // namespace galois::substrate

/** The protocols of the fork-join executor, for typed suites that run under each of them. */
#pragma once

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "galois/runtime/forkjoin/ForkJoinReceiver.h"
#include "galois/runtime/forkjoin/ForkJoinSender.h"
#include "galois/runtime/forkjoin/ForkJoinShared.h"

namespace galois::test {

using ForkJoinProtocols =
    testing::Types<runtime::Receiver, runtime::Sender, runtime::ChaseLev, runtime::Split>;

/// Calls the tests of a typed suite by the names of the protocols.
struct ProtocolNames {
  template <typename Protocol>
  static std::string GetName(int) {
    return Protocol::kName;
  }
};

/// Returns a Fibonacci number, with two branches for each number from 2 on.
template <typename Context>
std::uint64_t fib(Context& context, unsigned n) {
  if (n < 2) {
    return n;
  }
  std::uint64_t a = 0, b = 0;
  context.invoke([&](auto& here) { a = fib(here, n - 1); },
                 [&](auto& here) { b = fib(here, n - 2); });
  return a + b;
}

} // namespace galois::test

/** Lets the tests of a program run on a simulated machine of 16 cores. */
#pragma once

#include <gtest/gtest.h>

#include "galois/substrate/VirtualMachine.h"

namespace galois::test {

class SixteenCores : public ::testing::Environment {
public:
  void SetUp() override {
    substrate::virt::Setup setup;
    setup.cores = 16;
    substrate::virt::configure(setup);
  }
};
inline const ::testing::Environment* const kSixteenCores =
    ::testing::AddGlobalTestEnvironment(new SixteenCores); // GoogleTest deletes it

} // namespace galois::test

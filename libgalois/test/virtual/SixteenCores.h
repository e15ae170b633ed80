/**
 * Lets the tests of a program run on a simulated machine of 16 cores. GALOIS_TEST_TOPOLOGY spreads
 * them over sockets, "pack:2 core:8".
 */
#pragma once

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "galois/substrate/VirtualMachine.h"

namespace galois::test {

inline void simulateSixteenCores(const std::string& topology) {
  substrate::virt::Setup setup;
  setup.cores = 16;
  setup.topology = topology;
  substrate::virt::configure(setup);
}

class SixteenCores : public ::testing::Environment {
public:
  void SetUp() override {
    const char* const topology = std::getenv("GALOIS_TEST_TOPOLOGY");
    simulateSixteenCores(topology != nullptr ? topology : "");
  }
};
inline const ::testing::Environment* const kSixteenCores =
    ::testing::AddGlobalTestEnvironment(new SixteenCores); // GoogleTest deletes it

} // namespace galois::test

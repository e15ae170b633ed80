// Where the lines of trace() go, as the environment says, which a process reads once.
#undef NDEBUG // which would compile trace() away
#include "galois/runtime/Tracer.h"

#include <string>

#include <gtest/gtest.h>

#include "support/DebugFiles.h"

namespace {

using galois::test::Written;

TEST(Tracer, DISABLED_Traces) {
  galois::test::writeInChild([] {
    galois::runtime::trace("node % has distance %", 3, 0.5);
    galois::runtime::trace("no number: ", 7);
  });
}

Written traced(const std::string& environment) {
  return galois::test::writtenByChild("Tracer.DISABLED_Traces", environment);
}

TEST(Tracer, WritesWhereTheEnvironmentSays) {
  const std::string lines = "TRACE: node 3 has distance 0.5\nTRACE: no number: \n";
  EXPECT_EQ(traced(""), (Written{{"stderr", ""}}));
  EXPECT_EQ(traced("GALOIS_DEBUG_TRACE=1"),
            (Written{{"gtrace-<process>.log", lines}, {"stderr", ""}}));
  EXPECT_EQ(traced("GALOIS_DEBUG_TRACE_STDERR=1"), (Written{{"stderr", lines}}));
  EXPECT_EQ(traced("GALOIS_DEBUG_TRACE=1 GALOIS_DEBUG_TRACE_STDERR=1"),
            (Written{{"gtrace-<process>.log", lines}, {"stderr", lines}}));
}

} // namespace

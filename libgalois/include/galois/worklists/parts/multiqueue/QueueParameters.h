/** The descriptions of the Multi-Queues' parameters; see parts/common/Parameter.h. */
#pragma once

#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/SharedParameters.h"

namespace galois::worklists::parameters {

/// Fields of MultiQueueParams.
/// @{
inline constexpr Parameter kMqC = Parameter::number("mq-c", {1, 64}, "queues per thread");
inline constexpr Parameter kMqLock = Parameter::word(
    "mq-lock", {"one", "both"},
    "lock the better of two queues, or compare under both locks and draw again if one is not free");
inline constexpr Parameter kMqInsert = Parameter::runLength(
    "mq-insert", {1, 65536}, "insertions in a row into one queue; tl: on average");
inline constexpr Parameter kMqDelete =
    Parameter::runLength("mq-delete", {1, 65536}, "tasks in a row from one queue; tl: on average");
/// @}

/// What a thread of `reld` does whose queue is empty. It is no flag: `reld.published` fixes it.
inline constexpr Parameter kReldWait =
    Parameter::word("reld-wait", {"briefly", "always"},
                    "a thread waits a short while before it takes tasks of others, or never does");

/// Fields of the Multi Bucket Queue's parameters.
/// @{
inline constexpr Parameter kMbqBuckets =
    Parameter::chosenNumber("mbq-buckets", {"64", "128", "256", "512", "1024", "2048", "4096"},
                            "buckets per queue; tasks beyond them wait in a heap");
inline constexpr Parameter kBatch = Parameter::autoNumber(
    "batch", {1, 4096},
    "tasks moved per operation; auto: 64, with more than 4 threads fewer, down to 8");
inline constexpr Parameter kStickiness =
    Parameter::number("stickiness", {1, 65536}, "batches in a row that use the same queues");
/// @}

} // namespace galois::worklists::parameters

/**
 * Errors of programs on several ranks. What a user can correct becomes one line: all ranks learn of
 * it at the same place, leave in the same way, and rank 0 prints it. Everything else ends the
 * program on all ranks at once, by the transport's abort().
 */
#pragma once

#include <exception>
#include <functional>
#include <iostream>
#include <new>
#include <string>

#include <fmt/format.h>

#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/GhostValues.h"
#include "galois/graphs/GraphError.h"
#include "inputs/Error.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"

namespace dist {

/// Runs `action` on this rank. If it throws on some rank, all ranks throw the error of the first
/// such rank. Collective.
/// @throws lonestar::AppError
template <galois::dist::Transport T, typename Action>
void agreed(galois::dist::Endpoint<T>& endpoint, const Action& action) {
  std::string text;
  try {
    action();
  } catch (const std::bad_alloc&) {
    text =
        fmt::format("out of memory on rank {}; more ranks on other machines, or a smaller input, "
                    "would do",
                    endpoint.rank());
  } catch (const std::exception& error) {
    text = *error.what() == '\0' ? "unknown error" : error.what();
  }
  const std::string first = galois::dist::firstText(endpoint, text);
  if (!first.empty()) {
    throw lonestar::AppError(first);
  }
}

/// Does the same, and the error says on which rank it was. It is for what may fail on one rank alone,
/// such as writing a file. Collective.
/// @throws lonestar::AppError
template <galois::dist::Transport T, typename Action>
void agreedByRank(galois::dist::Endpoint<T>& endpoint, const Action& action) {
  agreed(endpoint, [&] {
    try {
      action();
    } catch (const std::bad_alloc&) {
      throw; // agreed() names the rank
    } catch (const std::exception& error) {
      throw lonestar::AppError(fmt::format("rank {}: {}", endpoint.rank(), error.what()));
    }
  });
}

/// Runs a rank's program and returns its exit status, which is the same on all ranks.
/// @param program  throws UsageError and AppError only where all ranks do
template <galois::dist::Transport T>
int runRank(T& transport, char** argv, const std::function<int()>& program) {
  const bool first = transport.rank() == 0;
  const auto complain = [&](const std::string& what) {
    if (first) {
      std::cout.flush();
      galois::inputs::printMessage(lonestar::programName(argv[0]), what);
    }
  };
  try {
    const int status = program();
    try {
      galois::inputs::flushStandardOutput();
    } catch (const galois::inputs::InputError& error) {
      complain(error.what());
      return 1;
    }
    return status;
  } catch (const lonestar::UsageError& error) {
    complain(error.what());
    return 2;
  } catch (const galois::inputs::UsageError& error) {
    complain(error.what());
    return 2;
  } catch (const lonestar::AppError& error) {
    complain(error.what());
    return 1;
  } catch (const std::bad_alloc&) {
    transport.abort("out of memory; more ranks on other machines, or a smaller input, would do");
  } catch (const std::exception& error) {
    transport.abort(error.what());
  }
  return 1;
}

} // namespace dist

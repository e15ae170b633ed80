/** What the programs of the tutorial share: the flag `-t`, and the line on the answer. */
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "galois/substrate/ThreadPool.h"

namespace tutorial {

/// Returns the number of threads that the command line asks for by `-t N`, and 2 without the flag.
/// Ends the program with one line and status 2 if the command line is wrong.
inline unsigned threadsOf(int argc, char** argv, const char* program, const char* description) {
  unsigned threads = 2;
  for (int i = 1; i < argc; ++i) {
    const std::string_view flag = argv[i];
    if (flag == "-h" || flag == "-help" || flag == "--help") {
      std::printf("%s: %s\nusage: %s [-t THREADS]\n", program, description, program);
      std::exit(0);
    }
    std::string_view number;
    if (flag == "-t" && i + 1 < argc) {
      number = argv[++i];
    } else if (flag.substr(0, 3) == "-t=") {
      number = flag.substr(3);
    } else {
      std::fprintf(stderr, "%s: unknown or incomplete argument %s; usage: %s [-t THREADS]\n",
                   program, argv[i], program);
      std::exit(2);
    }
    const char* const end = number.data() + number.size();
    const auto [rest, error] = std::from_chars(number.data(), end, threads);
    if (error != std::errc() || rest != end || threads < 1 ||
        threads > galois::substrate::kMaxThreads) {
      std::fprintf(stderr, "%s: -t %s: the number of threads is between 1 and %u\n", program,
                   number.data(), galois::substrate::kMaxThreads);
      std::exit(2);
    }
  }
  return threads;
}

/// Prints whether the answer is right. Returns the exit status of the program, which is 1 as well if
/// standard output cannot be written.
inline int finish(bool right) {
  std::puts(right ? "The answer is right." : "The answer is WRONG.");
  const bool printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return right && printed ? 0 : 1;
}

} // namespace tutorial

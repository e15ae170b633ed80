"""A copy of a file in which each mutant can be switched on when the program runs.

A statement is guarded, and a part of a condition is replaced by a choice. So one compilation serves all mutants of all files; a mutant is a run with its
number in GALOIS_MUTANT. Memory orders are not among them: one that is known only at run time makes
the compiler emit the strongest. Within a constant expression nothing is ever switched on.
"""

import zlib

from . import mutation_sites

VARIABLE = "GALOIS_MUTANT"
REACHED = "GALOIS_MUTANT_REACHED"
RECORD = -1

# What the instrumented files call; given to the compiler with -include.
RUNTIME = r"""
#ifndef GALOIS_MUTANT_RUNTIME
#define GALOIS_MUTANT_RUNTIME
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>
namespace galois_mutant {
using Number = long long;
inline const Number active = [] {
  const char* text = std::getenv("GALOIS_MUTANT");
  return text ? std::atoll(text) : Number{0};
}();
/// The numbers of the mutants whose places were reached. Each is written to a file at once, so that the
/// file also has what processes reach that the test starts, however they end.
struct Record {
  static constexpr unsigned kPlaces = 1u << 15;
  Number places[kPlaces] = {};
  void add(Number number) noexcept {
    for (unsigned i = static_cast<unsigned>(static_cast<unsigned long long>(number) * 0x9e3779b97f4a7c15u >> 49);;
         i = (i + 1) % kPlaces) {
      Number seen = __atomic_load_n(&places[i], __ATOMIC_RELAXED);
      if (seen == number) return;
      if (seen == 0 && __atomic_compare_exchange_n(&places[i], &seen, number, false, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED)) return write(number);
      if (seen == number) return;
    }
  }
  static void write(Number number) noexcept {
    const int before = errno;
    const char* path = std::getenv("GALOIS_MUTANT_REACHED");
    const int file = path ? ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : -1;
    if (file >= 0) {
      char line[32];
      const int length = std::snprintf(line, sizeof line, "%lld\n", number);
      static_cast<void>(!::write(file, line, static_cast<std::size_t>(length)));
      ::close(file);
    }
    errno = before;
  }
};
inline Record record;
[[gnu::noinline, gnu::cold]] inline bool note(Number number) noexcept {
  if (active == -1) record.add(number);
  return active == number;
}
/// Whether mutant `number` is switched on.
[[gnu::always_inline]] inline constexpr bool on(Number number) noexcept {
  if (__builtin_is_constant_evaluated()) return false;
  const Number now = active;
  if (__builtin_expect(now != number && now != -1, true)) return false;
  return note(number);
}
} // namespace galois_mutant
#endif
"""


def numbered(mutants):
    """{number: mutant} for the mutants of one file that can be switched on at run time. Numbers depend
    on the file alone, so that a change in one file leaves the others as they were compiled."""
    base = (zlib.crc32(mutants[0].name.encode()) + 1) << 16 if mutants else 0
    return {base + i: m for i, m in enumerate(mutants, 1) if m.kind not in mutation_sites.COMPILED}


def instrumented(text, numbers, dropped=()):
    """The file's text with every mutant of `numbers` but the dropped ones behind a switch. Line numbers
    stay."""
    inserts = []  # (offset, rank, text): what ends at an offset comes before what begins there

    def wrap(start, end, before, after):
        size = end - start
        inserts.append((start, 1, -size, before))
        inserts.append((end, 0, size, after))

    for number, m in numbers.items():
        if number in dropped:
            continue
        on = f"::galois_mutant::on({number})"
        if m.kind == "statements":
            wrap(m.start, m.end, f"{{ if (!{on}) {{ ", " } }")
        else:
            wrap(m.start, m.end, f"({on} ? {m.after} : static_cast<bool>(", "))")

    pieces, at = [], 0
    for offset, _, _, piece in sorted(inserts, key=lambda each: each[:3]):
        pieces += [text[at:offset], piece]
        at = offset
    return "".join([*pieces, text[at:]])

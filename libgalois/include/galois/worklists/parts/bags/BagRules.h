/**
 * What PublishedBags.h follows: the description of OBIM in a paper, or facts about the program that
 * its authors measured. docs/worklists/released.md has these facts and their sources.
 */
#pragma once

namespace galois::worklists {

/// The bags as [PMOD, section 2.2] describes them.
struct AsPrinted {
  static constexpr bool kReleased = false; ///< see AsReleased
};

/// The bags of the program that all papers measured, which differ in three ways:
///  - A push of a task that is more urgent than the thread's bag moves the thread to the task's bag.
///  - A thread that is not the leader of its socket reads one start besides its own, the leader's.
///  - A binning's beforeSearch() comes before the thread leaves its bag, not before it turns to the
///    shared map.
struct AsReleased {
  static constexpr bool kReleased = true; ///< whether the bags are those of the program
};

} // namespace galois::worklists

/**
 * RC11's condition on sequentially consistent accesses and fences: the relation psc of [Lahav et
 * al., PLDI 2017, section 3.3] has no cycle.
 *
 *     scb      = po | (po to another location; hb; po to another location) | hb of one location |
 *                co | fr
 *     psc_base = (SC | SC fence; hb?); scb; (SC | hb?; SC fence)
 *     psc_F    = SC fence; (hb | hb; eco; hb); SC fence
 *
 * Here fr leads from a read to the writes after the one that it returns, and eco is what rf, co and
 * fr reach together.
 */
#pragma once

#include <bitset>
#include <vector>

#include "explorer/Graph.h"

namespace galois::test::explorer {

class ScOrder {
public:
  explicit ScOrder(const Graph& graph);
  bool exists() const;

private:
  using Set = std::bitset<kMostEvents>;

  void relate();
  Set image(const std::vector<Set>& relation, const Set& from) const;
  Set successors(std::size_t from) const;

  std::vector<const Event*> events_;
  std::vector<Id> ids_;
  std::vector<std::size_t> sc_;                 ///< the sequentially consistent events
  std::vector<Set> hb_, elsewhere_, scb_, eco_; ///< of each event: its successors
};

} // namespace galois::test::explorer

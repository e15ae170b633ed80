#include "search/SearchOrder.h"

namespace lonestar {

namespace {
SearchOrder* current = nullptr;
}

SearchOrder::~SearchOrder() = default;

SearchOrder* searchOrder() { return current; }
void setSearchOrder(SearchOrder* order) { current = order; }

} // namespace lonestar

#include "search/SearchOrder.h"

namespace lonestar {

namespace {
const SearchOrder* current = nullptr;
}

SearchOrder::~SearchOrder() = default;

const SearchOrder* searchOrder() { return current; }
void setSearchOrder(const SearchOrder* order) { current = order; }

} // namespace lonestar

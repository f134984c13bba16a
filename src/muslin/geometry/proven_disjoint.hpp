#pragma once
#include <muslin/geometry/element_pair.hpp>

namespace muslin {

/// A fast proof, in floating point, that two elements do not intersect. True only where intersect(pair) is false; false
/// says nothing. Made for neighbours in a cloth that is flat or nearly so: to the exact signs of planes they are the
/// worst case, and there are many of them, while a direction across the gap between them is easily found.
[[nodiscard]] bool proven_disjoint(const ElementPair& pair);

}  // namespace muslin

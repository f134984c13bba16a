#pragma once
#include <muslin/geometry/element_pair.hpp>

namespace muslin {

/// Attempts a fast proof, in floating point, that two elements do not intersect. True implies that intersect(pair) is
/// false; false implies nothing. The test is made for neighbours in a cloth that is flat or nearly so: they are many,
/// and the worst case for the exact signs of planes, while a direction across the gap between them is easily found.
[[nodiscard]] bool proven_disjoint(const ElementPair& pair);

}  // namespace muslin

// The page of a program that was built without Node.
#include "page.hpp"

namespace muslin::app {

std::span<const PageFile> page_files() { return {}; }

}  // namespace muslin::app

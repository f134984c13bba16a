#pragma once
#include <string>

namespace muslin::app {

/// Opens an address in the browser of the desktop. Returns false if there is no desktop, or no program to ask it.
[[nodiscard]] bool open_in_browser(const std::string& address);

}  // namespace muslin::app

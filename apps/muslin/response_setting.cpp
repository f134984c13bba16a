#include "response_setting.hpp"

#include <muslin/core/nearest_name.hpp>
#include <muslin/response/response.hpp>
#include <vector>

namespace muslin::app {

std::string unknown_response(const std::string& name) {
  if (find_response(name) != nullptr) return {};
  std::vector<std::string> names;
  for (const ResponseInfo& response : known_responses()) names.emplace_back(response.name);
  return "unknown name; " + suggest(name, names);
}

std::string response_setting(const std::string& name) { return "collision.response=" + name; }

}  // namespace muslin::app

#include <cmath>
#include <fstream>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/mesh/run_info.hpp>
#include <nlohmann/json.hpp>

namespace muslin {

std::vector<std::string> RunInfo::obstacles() const {
  std::vector<std::string> names;
  for (const Body& body : bodies)
    if (body.kind == "obstacle") names.push_back(body.name);
  return names;
}

Result<RunInfo> read_run_info(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "run.json";
  RunInfo info;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return info;
  const auto wrong = [&](const std::string& what) {
    return Error{Error::Kind::unreadable_file, path.string(), what,
                 "repair it, or move it away to use the frames alone"};
  };
  if (!std::filesystem::is_regular_file(path, ignored)) return wrong("this is not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return system_error(path, "read the file", errno);
  const auto json = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded() || !json.is_object()) return wrong("this is not a JSON object");

  if (const auto rate = json.find("frame_rate"); rate != json.end() && !rate->is_null()) {
    if (!rate->is_number() || !(rate->get<double>() > 0.0) || !std::isfinite(rate->get<double>()))
      return wrong("/frame_rate: must be a positive number of frames per second");
    info.frame_rate = rate->get<double>();
  }
  if (const auto bodies = json.find("bodies"); bodies != json.end() && !bodies->is_null()) {
    if (!bodies->is_array()) return wrong("/bodies: must be a list");
    for (const auto& body : *bodies) {
      const auto text = [&](const char* key) {
        const bool there = body.is_object() && body.contains(key) && body[key].is_string();
        return there ? std::optional(body[key].get<std::string>()) : std::nullopt;
      };
      const auto name = text("name"), kind = text("kind");
      if (!name) return wrong("/bodies: each must be an object with a name");
      info.bodies.push_back({*name, kind.value_or("")});
    }
  }
  return info;
}

}  // namespace muslin

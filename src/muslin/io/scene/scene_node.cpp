#include <fmt/format.h>

#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/io/file/content_hash.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <system_error>

namespace muslin {
namespace fs = std::filesystem;

SceneNode SceneNode::at(std::string_view key) const { return {value_->at(key), fmt::format("{}/{}", path_, key)}; }

SceneNode SceneNode::item(std::size_t i) const {
  MUSLIN_ASSERT(i < value_->items.size());
  return {value_->items[i], fmt::format("{}/{}", path_, i)};
}

double SceneNode::number() const {
  MUSLIN_ASSERT(value_->is(JsonValue::Type::number));
  return value_->number;
}

const std::string& SceneNode::text() const {
  MUSLIN_ASSERT(value_->is(JsonValue::Type::text));
  return value_->text;
}

Vec3 SceneNode::vec3_or(std::string_view key, const Vec3& fallback) const {
  return has(key) ? at(key).vec3() : fallback;
}

double SceneNode::number_or(std::string_view key, double fallback) const {
  return has(key) ? at(key).number() : fallback;
}

void SceneNode::set(std::string_view key, JsonValue value) const {
  value.line = value_->line;
  value_->set(key, std::move(value));
}

void SceneNode::set(std::string_view key, const Vec3& value) const { set(key, to_value(value)); }

void SceneNode::replace(JsonValue value) const {
  value.line = value_->line;
  *value_ = std::move(value);
}

JsonValue to_value(const Vec3& v) {
  return JsonValue::list({JsonValue::of(v.x()), JsonValue::of(v.y()), JsonValue::of(v.z())});
}

Error SceneContext::error(const SceneNode& node, std::string what, std::string remedy) const {
  return source.error(node.line(), node.path(), std::move(what), std::move(remedy));
}

Error SceneContext::mismatch(const SceneNode& node, std::string what, std::string remedy) const {
  Error result = error(node, std::move(what), std::move(remedy));
  result.kind = Error::Kind::unreadable_file;
  return result;
}

Error SceneContext::wrap_error(const SceneNode& node, const Error& cause) const {
  Error result = error(node, cause.where.empty() ? cause.what : cause.where + ": " + cause.what, cause.remedy);
  result.kind = cause.kind;
  return result;
}

fs::path SceneContext::locate(const SceneNode& node) const {
  const fs::path file = (folder / node.text()).lexically_normal();
  fs::path shown = file;
  if (!options.resolved_folder.empty()) {
    // Resolve symbolic links first: ".." from the target of a link leads elsewhere.
    std::error_code problem, other_problem;
    const fs::path real = fs::weakly_canonical(file, problem);
    const fs::path base = fs::weakly_canonical(fs::absolute(options.resolved_folder, other_problem), other_problem);
    if (!problem && !other_problem)
      if (fs::path relative = real.lexically_relative(base); !relative.empty()) shown = std::move(relative);
  }
  node.set_text(shown.generic_string());
  return file;
}

Status SceneContext::record_input_file(const fs::path& file) {
  if (std::any_of(files.begin(), files.end(), [&](const InputFile& other) { return other.path == file; }))
    return Done{};
  const auto hash = hash_file(file);
  if (!hash) return hash.error();
  files.push_back({file, hash->hash, hash->size});
  return Done{};
}

}  // namespace muslin

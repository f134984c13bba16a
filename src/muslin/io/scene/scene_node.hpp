#pragma once
#include <filesystem>
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/io/json/format_check.hpp>
#include <muslin/io/json/json_value.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// A value of a scene that has passed check_format(), with its path for error messages. Because of the check, numbers
/// can be read without testing the type. The node points into the tree, which must outlive it; defaults that depend on
/// other values are written back into the tree for the resolved copy.
class SceneNode {
 public:
  SceneNode(JsonValue& value, std::string path) : value_(&value), path_(std::move(path)) {}

  [[nodiscard]] bool has(std::string_view key) const { return value_->find(key) != nullptr; }
  [[nodiscard]] SceneNode at(std::string_view key) const;
  [[nodiscard]] SceneNode item(std::size_t i) const;
  [[nodiscard]] std::size_t size() const { return value_->items.size(); }

  [[nodiscard]] bool is(JsonValue::Type type) const { return value_->is(type); }
  [[nodiscard]] double number() const;
  [[nodiscard]] int integer() const { return static_cast<int>(number()); }
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] Vec3 vec3() const { return {item(0).number(), item(1).number(), item(2).number()}; }
  [[nodiscard]] Vec3 vec3_or(std::string_view key, const Vec3& fallback) const;
  [[nodiscard]] double number_or(std::string_view key, double fallback) const;

  void set(std::string_view key, JsonValue value) const;
  void set(std::string_view key, double value) const { set(key, JsonValue::of(value)); }
  void set(std::string_view key, const char* value) const { set(key, JsonValue::of(value)); }
  void set(std::string_view key, const Vec3& value) const;
  void set_text(std::string value) const { value_->text = std::move(value); }
  void replace(JsonValue value) const;
  void erase(std::string_view key) const { value_->erase(key); }

  [[nodiscard]] const JsonValue& value() const { return *value_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int line() const { return value_->line; }

 private:
  JsonValue* value_;
  std::string path_;
};

[[nodiscard]] JsonValue to_value(const Vec3& v);

struct StartMoment;

/// State that all parts of the reader share.
struct SceneContext {
  const JsonSource& source;
  const SceneReadOptions& options;
  std::filesystem::path folder;  ///< folder that file names are relative to; absolute
  Axis up = Axis::y;
  SceneTime time = {};
  std::shared_ptr<const StartMoment> from = {};  ///< null if the scene begins with its own bodies
  double clock = 0.0;                            ///< time of motions at the start [s]
  std::vector<InputFile> files = {};
  std::vector<std::string> warnings = {};

  [[nodiscard]] Error error(const SceneNode& node, std::string what, std::string remedy = {}) const;
  /// Makes the Error of a file that does not fit the scene.
  [[nodiscard]] Error mismatch(const SceneNode& node, std::string what, std::string remedy = {}) const;
  /// Makes an Error of the same kind for a failure in a file that the node names.
  [[nodiscard]] Error wrap_error(const SceneNode& node, const Error& cause) const;

  /// Returns the file or folder that a text names, and replaces the text by the path for the resolved copy.
  [[nodiscard]] std::filesystem::path locate(const SceneNode& node) const;
  /// Adds a file, with its hash, to the files that the scene was made from.
  [[nodiscard]] Status record_input_file(const std::filesystem::path& file);
};

}  // namespace muslin

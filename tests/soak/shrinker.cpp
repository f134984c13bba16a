#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <tests/soak/shrinker.hpp>
#include <vector>

namespace muslin::soak {
namespace {

using Clock = std::chrono::steady_clock;
/// The way to a value: numbers of members or items, from the outside.
using Path = std::vector<std::size_t>;

std::size_t child_count(const JsonValue& value) {
  return value.is(JsonValue::Type::object) ? value.members.size() : value.items.size();
}

JsonValue& child(JsonValue& value, std::size_t k) {
  if (value.is(JsonValue::Type::object)) return std::next(value.members.begin(), static_cast<std::ptrdiff_t>(k))->value;
  return value.items[k];
}

JsonValue& at(JsonValue& root, const Path& path) {
  JsonValue* value = &root;
  for (const std::size_t k : path) value = &child(*value, k);
  return *value;
}

/// Collects the ways to all values, those of larger parts first.
std::vector<Path> all_paths(JsonValue& root) {
  std::vector<Path> paths = {{}};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t k = 0, n = child_count(at(root, paths[i])); k < n; ++k) {
      Path path = paths[i];
      path.push_back(k);
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

bool mentions(const JsonValue& value, const std::string& name) {
  if (value.is(JsonValue::Type::text)) return value.text == name;
  return std::any_of(value.items.begin(), value.items.end(), [&](const JsonValue& v) { return mentions(v, name); }) ||
         std::any_of(value.members.begin(), value.members.end(),
                     [&](const auto& m) { return mentions(m.value, name); });
}

/// Removes a body, and what refers to it.
JsonValue without_body(const JsonValue& scene, std::size_t index) {
  JsonValue result = scene;
  auto& bodies = result.at("bodies").items;
  const std::string name = bodies[index].at("name").text;
  bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(index));
  const auto drop_users = [&](JsonValue* list) {
    if (list != nullptr) std::erase_if(list->items, [&](const JsonValue& item) { return mentions(item, name); });
  };
  drop_users(&result.at("bodies"));
  drop_users(result.find("attachments"));
  if (JsonValue* collision = result.find("collision")) drop_users(collision->find("pairs"));
  return result;
}

double rounded(double value, int digits) { return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr); }

class Shrinker {
 public:
  Shrinker(const JsonValue& scene, const std::function<bool(const JsonValue&)>& fails, double seconds)
      : best_{.scene = scene, .trials = 0, .is_done = false},
        fails_(fails),
        deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  ShrunkScene shrink() {
    for (bool has_changed = true; has_changed && !is_late();) {
      has_changed = false;
      has_changed |= leave_out_bodies();
      has_changed |= shorten();
      has_changed |= leave_out_parts();
      has_changed |= lower_counts();
      has_changed |= round_numbers();
    }
    best_.is_done = !is_late();
    return best_;
  }

 private:
  [[nodiscard]] bool is_late() const { return Clock::now() >= deadline_; }

  /// Takes a scene as the best one if it still fails.
  bool keep_if_failing(JsonValue scene) {
    if (is_late()) return false;
    ++best_.trials;
    if (!fails_(scene)) return false;
    best_.scene = std::move(scene);
    return true;
  }

  bool leave_out_bodies() {
    bool has_changed = false;
    for (std::size_t k = best_.scene.at("bodies").items.size(); k-- > 0;)
      if (k < best_.scene.at("bodies").items.size() && best_.scene.at("bodies").items.size() > 1)
        has_changed |= keep_if_failing(without_body(best_.scene, k));
    return has_changed;
  }

  /// Halves the number of frames, then takes one away at a time.
  bool shorten() {
    bool has_changed = false;
    for (const bool halves : {true, false}) {
      for (;;) {
        JsonValue* time = best_.scene.find("time");
        JsonValue* frames = time == nullptr ? nullptr : time->find("frames");
        if (frames == nullptr || frames->number < 2.0) break;
        JsonValue scene = best_.scene;
        scene.at("time").at("frames").number = halves ? std::floor(frames->number / 2.0) : frames->number - 1.0;
        if (!keep_if_failing(std::move(scene))) break;
        has_changed = true;
      }
    }
    return has_changed;
  }

  bool leave_out_parts() {
    bool has_changed = false;
    // After a success the ways differ, so it begins again with the next one of the new list.
    for (std::size_t i = 1; !is_late(); ++i) {
      const auto paths = all_paths(best_.scene);
      if (i >= paths.size()) break;
      Path parent = paths[i];
      const std::size_t k = parent.back();
      parent.pop_back();
      JsonValue scene = best_.scene;
      JsonValue& holder = at(scene, parent);
      if (holder.is(JsonValue::Type::object)) {
        const auto member = std::next(holder.members.begin(), static_cast<std::ptrdiff_t>(k));
        // Without its frames a scene has a hundred, and would be longer.
        if (member->key == "version" || member->key == "name" || member->key == "bodies" || member->key == "frames" ||
            (member->key == "time" && member->value.find("frames") != nullptr))
          continue;
        holder.members.erase(member);
      } else {
        if (std::all_of(holder.items.begin(), holder.items.end(),
                        [](const JsonValue& item) { return item.is(JsonValue::Type::number); }))
          continue;  // a vector
        holder.items.erase(holder.items.begin() + static_cast<std::ptrdiff_t>(k));
      }
      if (keep_if_failing(std::move(scene))) {
        has_changed = true;
        --i;
      }
    }
    return has_changed;
  }

  /// Changes one number after another as long as the scene fails.
  template <class Change>
  bool change_numbers(const Change& change) {
    bool has_changed = false;
    const auto paths = all_paths(best_.scene);  // no value comes or goes, so the ways stay
    for (const Path& path : paths) {
      if (is_late()) break;
      if (!at(best_.scene, path).is(JsonValue::Type::number)) continue;
      for (int attempt = 0; attempt < 8; ++attempt) {
        const double before = at(best_.scene, path).number;
        const std::optional<double> after = change(before, attempt);
        if (!after) break;
        if (*after == before) continue;
        JsonValue scene = best_.scene;
        at(scene, path).number = *after;
        if (keep_if_failing(std::move(scene))) has_changed = true;
      }
    }
    return has_changed;
  }

  bool lower_counts() {
    return change_numbers([](double value, int attempt) -> std::optional<double> {
      if (value != std::floor(value) || value < 3.0 || value > 1000.0 || attempt > 3) return std::nullopt;
      return attempt < 2 ? std::ceil(value / 2.0) : value - 1.0;
    });
  }

  bool round_numbers() {
    return change_numbers([](double value, int attempt) -> std::optional<double> {
      if (value == 0.0 || attempt > 3) return std::nullopt;
      if (attempt == 0) return 0.0;
      return rounded(value, attempt);
    });
  }

  ShrunkScene best_;
  const std::function<bool(const JsonValue&)>& fails_;
  Clock::time_point deadline_;
};

}  // namespace

ShrunkScene shrink(const JsonValue& scene, const std::function<bool(const JsonValue&)>& fails, double seconds) {
  return Shrinker(scene, fails, seconds).shrink();
}

}  // namespace muslin::soak

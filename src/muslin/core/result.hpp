#pragma once
#include <muslin/core/assert.hpp>
#include <string>
#include <utility>
#include <variant>

namespace muslin {

/// What a user's input did wrong: where it stands, what is wrong there, and what to do about it.
struct Error {
  /// Who is at fault; the command line turns each kind into an exit code.
  enum class Kind { invalid_scene, unreadable_file, disk };

  Kind kind = Kind::unreadable_file;
  std::string where;   ///< "curtain.obj:12", a path in a scene, a file
  std::string what;    ///< "vertex index 9 is out of range; the file has 8 vertices so far"
  std::string remedy;  ///< may be empty

  /// "where: what; remedy" on one line.
  [[nodiscard]] std::string message() const {
    std::string text = where.empty() ? what : where + ": " + what;
    if (!remedy.empty()) text += "; " + remedy;
    return text;
  }
};

/// The Error of a scene that cannot be simulated.
[[nodiscard]] inline Error invalid_scene(std::string where, std::string what, std::string remedy = {}) {
  return {Error::Kind::invalid_scene, std::move(where), std::move(what), std::move(remedy)};
}

/// A value, or the Error that prevented it. Shaped like std::expected<T, Error> of C++23.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] T& value() & { return get(*this); }
  [[nodiscard]] const T& value() const& { return get(*this); }
  [[nodiscard]] T&& value() && { return std::move(get(*this)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const {
    MUSLIN_ASSERT(!has_value());
    return *std::get_if<1>(&content_);
  }

 private:
  template <class Self>
  static auto& get(Self& self) {
    MUSLIN_ASSERT(self.has_value());
    return *std::get_if<0>(&self.content_);
  }

  std::variant<T, Error> content_;
};

/// Nothing, successfully.
struct Done {};
using Status = Result<Done>;

}  // namespace muslin

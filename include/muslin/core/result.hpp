#pragma once
#include <string>
#include <utility>
#include <variant>

namespace muslin {

/// Describes why a request of the user cannot be fulfilled: where the cause is, what the problem is, and how to solve
/// it.
struct Error {
  /// The command line maps each kind to an exit code.
  enum class Kind {
    invalid_scene,     ///< the scene has an error or cannot be simulated
    unreadable_file,   ///< a file is missing, cannot be opened or does not have the expected content
    disk,              ///< the disk is full or broken
    start_intersects,  ///< the scene's start intersects, and its policy is to refuse such a start
    invalid_request,   ///< the request does not fit: a folder in use, a frame that the scene does not have
  };

  Kind kind = Kind::unreadable_file;  ///< kind of the cause
  std::string where;                  ///< "curtain.obj:12", a path in a scene, a file
  std::string what;                   ///< "vertex index 9 is out of range; the file has 8 vertices so far"
  std::string remedy;                 ///< may be empty

  /// Returns "where: what; remedy" on one line.
  [[nodiscard]] std::string message() const {
    std::string text = where.empty() ? what : where + ": " + what;
    if (!remedy.empty()) text += "; " + remedy;
    return text;
  }
};

/// Makes the Error of a scene that cannot be simulated.
[[nodiscard]] inline Error invalid_scene(std::string where, std::string what, std::string remedy = {}) {
  return {Error::Kind::invalid_scene, std::move(where), std::move(what), std::move(remedy)};
}

namespace detail {
/// Writes the message of the unchecked error to stderr and ends the process.
[[noreturn]] void value_of_an_error(const Error& error);
/// Writes that a value was taken for an error to stderr and ends the process.
[[noreturn]] void error_of_a_value();
}  // namespace detail

/// Contains a value, or the Error that prevented it. Its shape is that of std::expected<T, Error> of C++23, but asking
/// an Error for its value ends the process in every build: a program that does not check must not compute with a
/// missing value.
template <class T>
class [[nodiscard]] Result {
 public:
  /// Makes a result that contains a value.
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  /// Makes a result that contains an Error instead of a value.
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  /// Returns whether there is a value; otherwise there is an Error.
  /// @{
  [[nodiscard]] bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  /// @}

  /// Returns the value. If there is an Error instead, writes its message to stderr and ends the process.
  /// @{
  [[nodiscard]] T& value() & { return get(*this); }
  [[nodiscard]] const T& value() const& { return get(*this); }
  [[nodiscard]] T&& value() && { return std::move(get(*this)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  /// @}

  /// Returns the Error. If there is a value instead, ends the process.
  [[nodiscard]] const Error& error() const {
    if (has_value()) [[unlikely]]
      detail::error_of_a_value();
    return *std::get_if<1>(&content_);
  }

 private:
  template <class Self>
  static auto& get(Self& self) {
    if (!self.has_value()) [[unlikely]]
      detail::value_of_an_error(self.error());
    return *std::get_if<0>(&self.content_);
  }

  std::variant<T, Error> content_;
};

/// The value of an operation that succeeds without a result.
struct Done {};

/// The result of an operation that only succeeds or fails.
using Status = Result<Done>;

}  // namespace muslin

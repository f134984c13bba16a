#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <muslin/io/file/file_descriptor.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/json/json_document.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

namespace muslin {
namespace {

/// Position of the lexer. A line break is counted only when the next character is read: the lexer reads one character
/// beyond a number, and the number still belongs to its own line.
struct Position {
  int line = 1;
  bool after_break = false;
};

/// Iterates over the text and keeps its Position up to date.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, Position* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (position_->after_break) ++position_->line;
    position_->after_break = *at_ == '\n';
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  Position* position_;
};

/// Returns the last character before `end` that is not blank; 0 if there is none.
char last_before(std::string_view text, std::size_t end) {
  const std::size_t at = text.substr(0, end).find_last_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : text[at];
}

/// Builds the tree from the events of the parser of nlohmann-json and rephrases its error messages.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, const std::string& name, const Position& position)
      : text_(text), name_(name), position_(position) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add(JsonValue::of(value)); }
  bool number_integer(number_integer_t value) override { return add(JsonValue::of(static_cast<double>(value))); }
  bool number_unsigned(number_unsigned_t value) override { return add(JsonValue::of(static_cast<double>(value))); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(JsonValue::of(value)); }
  bool binary(binary_t& /*value*/) override { return false; }  // does not occur in text
  bool string(string_t& value) override { return !holds_zero(value) && add(JsonValue::of(std::move(value))); }

  bool start_object(std::size_t /*size*/) override { return open(JsonValue::object()); }
  bool start_array(std::size_t /*size*/) override { return open(JsonValue::list()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    if (holds_zero(value)) return false;
    if (!open_.back().keys.insert(value).second)
      return fail(position_.line, fmt::format("the key {} appears twice in the same object", quote(value)),
                  "keep only one of them");
    open_.back().key = std::move(value);
    open_.back().key_line = position_.line;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& problem) override {
    const std::size_t end = std::min(position, text_.size());
    // A file that ends too early is wrong at its last line, not at the empty line after it.
    const bool ended =
        position > text_.size() || text_.substr(end).find_first_not_of(" \t\r\n") == std::string_view::npos;
    const auto line = 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + (end > 0 ? end - 1 : 0), '\n'));
    const std::string_view what = problem.what();
    const auto says = [what](std::string_view words) { return what.find(words) != std::string_view::npos; };

    if (says("number overflow")) return fail(line, fmt::format("the number {} is too large", printable(token)));
    if (says("ill-formed UTF-8")) return fail(line, "the file has bytes that are not UTF-8", "save the file as UTF-8");
    if (says("unexpected end of input") && ended)
      return fail(line, "the file ends in the middle of a value",
                  "a closing } or ] is missing, or the file is cut off");
    const bool misses_key = says("unexpected '}'; expected string literal");
    const bool misses_item =
        says("while parsing value - unexpected ']'") || says("while parsing value - unexpected '}'");
    const char before = last_before(text_, end > 0 ? end - 1 : 0);
    if ((misses_key && !token.empty()) || (misses_item && before != ':' && !token.empty()))
      return fail(line, fmt::format("there is a comma before {}", printable(token.substr(token.size() - 1))),
                  "remove the comma");
    return fail(line, "invalid JSON: " + plain_words(what), hint(what));
  }

  std::optional<JsonValue> root;
  std::optional<Error> error;

  bool fail(int line, std::string what, std::string remedy = {}) {
    error = Error{Error::Kind::invalid_scene, fmt::format("{}:{}", name_, line), std::move(what), std::move(remedy)};
    return false;
  }

 private:
  /// A list or object that is still incomplete.
  struct Open {
    JsonValue value;
    std::string key;  ///< key of the member that comes next
    int key_line = 0;
    std::unordered_set<std::string> keys;
  };

  /// Shortens "[json.exception.parse_error.101] parse error at line 1, column 7: syntax error while …" to the part from
  /// "syntax error" on, without the last text of the lexer, which may contain anything.
  static std::string plain_words(std::string_view what) {
    if (const std::size_t colon = what.find(": "); colon != std::string_view::npos) what.remove_prefix(colon + 2);
    if (what.starts_with("syntax error ")) what.remove_prefix(std::string_view("syntax error ").size());
    const std::size_t read = what.find("; last read: ");
    std::string words(what.substr(0, read));
    if (const std::size_t expected = what.find("; expected"); expected != std::string_view::npos && expected > read)
      words += what.substr(expected);
    std::replace_if(
        words.begin(), words.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return words;
  }

  static std::string hint(std::string_view what) {
    const auto says = [what](std::string_view words) { return what.find(words) != std::string_view::npos; };
    if (says("unexpected string literal; expected '}'") || says("unexpected string literal; expected ']'") ||
        says("unexpected '{'; expected ']'") || says("unexpected number literal; expected ']'"))
      return "is there a comma missing before it?";
    if (says("expected end of input")) return "a file contains exactly one value";
    if (says("invalid literal")) return "put strings in double quotes";
    return {};
  }

  bool holds_zero(const std::string& value) {
    if (value.find('\0') == std::string::npos) return false;
    fail(position_.line, "a string contains the character U+0000", "remove it");
    return true;
  }

  bool open(JsonValue value) {
    if (open_.size() >= static_cast<std::size_t>(kMaxJsonDepth))
      return fail(position_.line, fmt::format("nested more than {} levels deep", kMaxJsonDepth));
    value.line = position_.line;
    open_.push_back(Open{std::move(value), {}, 0, {}});
    return true;
  }

  bool close() {
    JsonValue value = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(value));
  }

  bool add(JsonValue value) {
    value.line = position_.line;
    return put(std::move(value));
  }

  bool put(JsonValue value) {
    if (open_.empty()) {
      root = std::move(value);
      return true;
    }
    Open& parent = open_.back();
    if (parent.value.is(JsonValue::Type::list))
      parent.value.items.push_back(std::move(value));
    else
      parent.value.members.push_back({std::move(parent.key), std::move(value), parent.key_line});
    return true;
  }

  std::string_view text_;
  const std::string& name_;
  const Position& position_;
  std::vector<Open> open_;
};

Error too_large(const std::string& name) {
  return {Error::Kind::invalid_scene, name, fmt::format("the file is larger than {} MB", kMaxJsonBytes >> 20U),
          "move meshes and animations to separate files"};
}

}  // namespace

Result<JsonValue> parse_json(std::string_view text, const std::string& name) {
  Position position;
  TreeBuilder builder(text, name, position);
  if (text.size() > kMaxJsonBytes) return too_large(name);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    builder.fail(1, "the file is empty", "a scene is at least {\"version\": 1}");
    return *builder.error;
  }
  const char* end = text.data() + text.size();
  const bool read =
      nlohmann::json::sax_parse(CountingIterator(text.data(), &position), CountingIterator(end, &position), &builder,
                                nlohmann::json::input_format_t::json, /*strict=*/true,
                                /*ignore_comments=*/true);
  if (!read || !builder.root) {
    if (!builder.error) builder.fail(position.line, "invalid JSON");
    return *builder.error;
  }
  return std::move(*builder.root);
}

Result<std::string> read_json_text(const std::filesystem::path& path) {
  const auto file = open_for_reading(path);
  if (!file) return file.error();
  std::string text;
  for (;;) {
    constexpr std::size_t kPiece = std::size_t{1} << 16U;
    const std::size_t size = text.size();
    text.resize(size + kPiece);
    const ssize_t got = ::read(file->get(), text.data() + size, kPiece);
    text.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "read the file", errno);
    if (got == 0) return text;
    if (text.size() > kMaxJsonBytes) return too_large(path.string());
  }
}

}  // namespace muslin

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/parse_number.hpp>
#include <muslin/io/json/units.hpp>
#include <numbers>
#include <optional>

namespace muslin {
namespace {

struct Unit {
  std::string_view symbol;
  double factor;  ///< factor to the unit of the dimension: kg, m, s, degrees
  Dimension dimension;
};

constexpr Dimension kMass = {.kilogram = 1};
constexpr Dimension kMetre = {.metre = 1};
constexpr Dimension kSecond = {.second = 1};
constexpr Dimension kPerSecond = {.second = -1};
constexpr Dimension kDegree = {.degree = 1};
constexpr Dimension kNewton = {.kilogram = 1, .metre = 1, .second = -2};
constexpr Dimension kJoule = {.kilogram = 1, .metre = 2, .second = -2};
constexpr Dimension kPascal = {.kilogram = 1, .metre = -1, .second = -2};
constexpr Dimension kKilogramPerMetre = {.kilogram = 1, .metre = -1};

constexpr double kStandardGravity = 9.80665;  // exact: it defines the gram-force
constexpr double kPound = 0.45359237;         // exact, as are the inch, foot and yard

/// Micro is written "u" here; the two Greek letters that users type are replaced by it.
constexpr std::array kUnits = {
    Unit{"kg", 1.0, kMass},
    Unit{"g", 1e-3, kMass},
    Unit{"mg", 1e-6, kMass},
    Unit{"oz", kPound / 16.0, kMass},
    Unit{"lb", kPound, kMass},
    Unit{"km", 1e3, kMetre},
    Unit{"m", 1.0, kMetre},
    Unit{"dm", 0.1, kMetre},
    Unit{"cm", 0.01, kMetre},
    Unit{"mm", 1e-3, kMetre},
    Unit{"um", 1e-6, kMetre},
    Unit{"in", 0.0254, kMetre},
    Unit{"ft", 0.3048, kMetre},
    Unit{"yd", 0.9144, kMetre},
    Unit{"h", 3600.0, kSecond},
    Unit{"min", 60.0, kSecond},
    Unit{"s", 1.0, kSecond},
    Unit{"ms", 1e-3, kSecond},
    Unit{"us", 1e-6, kSecond},
    Unit{"fps", 1.0, kPerSecond},
    Unit{"Hz", 1.0, kPerSecond},
    Unit{"kHz", 1e3, kPerSecond},
    Unit{"deg", 1.0, kDegree},
    Unit{"\xc2\xb0", 1.0, kDegree},  // °
    Unit{"rad", 180.0 / std::numbers::pi, kDegree},
    Unit{"turn", 360.0, kDegree},
    Unit{"turns", 360.0, kDegree},
    Unit{"rpm", 6.0, {.second = -1, .degree = 1}},
    Unit{"kN", 1e3, kNewton},
    Unit{"N", 1.0, kNewton},
    Unit{"cN", 0.01, kNewton},
    Unit{"mN", 1e-3, kNewton},
    Unit{"uN", 1e-6, kNewton},
    Unit{"kgf", kStandardGravity, kNewton},
    Unit{"gf", 1e-3 * kStandardGravity, kNewton},
    Unit{"lbf", kPound* kStandardGravity, kNewton},
    Unit{"kJ", 1e3, kJoule},
    Unit{"J", 1.0, kJoule},
    Unit{"mJ", 1e-3, kJoule},
    Unit{"uJ", 1e-6, kJoule},
    Unit{"Pa", 1.0, kPascal},
    Unit{"kPa", 1e3, kPascal},
    Unit{"MPa", 1e6, kPascal},
    Unit{"tex", 1e-6, kKilogramPerMetre},
    Unit{"dtex", 1e-7, kKilogramPerMetre},
    Unit{"den", 1e-6 / 9.0, kKilogramPerMetre},
    Unit{"%", 0.01, {}},
};

const Unit* find_unit(std::string_view symbol) {
  const auto* unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.symbol == symbol; });
  return unit == kUnits.end() ? nullptr : unit;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Normalises the spelling: ASCII powers, "u" for micro, and "*" for every multiplication dot.
std::string in_plain_spelling(std::string_view text) {
  struct Spelling {
    std::string_view from, to;
  };
  constexpr std::array kSpellings = {
      Spelling{"\xc2\xb5", "u"},  Spelling{"\xce\xbc", "u"},       // µ: the micro sign, the letter mu
      Spelling{"\xc2\xb7", "*"},  Spelling{"\xe2\x8b\x85", "*"},   // ·, ⋅
      Spelling{"\xc2\xb2", "^2"}, Spelling{"\xc2\xb3", "^3"},      // ², ³
      Spelling{"\xc2\xb9", "^1"}, Spelling{"\xe2\x81\xbb^", "^-"}  // ¹, ⁻ before one of them
  };
  std::string plain(text);
  for (const Spelling& spelling : kSpellings) replace_all(plain, spelling.from, spelling.to);
  return plain;
}

class QuantityParser {
 public:
  explicit QuantityParser(std::string_view text) : rest_(text) {}

  /// Parses a number, or two numbers with a slash between them.
  std::optional<double> value() {
    const auto numerator = number();
    if (!numerator) return std::nullopt;
    skip_blanks();
    const std::string_view before = rest_;
    if (skip('/')) {
      if (const auto denominator = number()) return *numerator / *denominator;
      rest_ = before;  // "1/s": the slash belongs to the unit
    }
    return numerator;
  }

  /// Parses the product of the units up to the end. Returns false at an unknown unit; unknown() returns its spelling.
  bool units() {
    skip_blanks();
    bool first = true;
    while (!rest_.empty()) {
      const bool separated = first || blank_before_;
      const bool divides = skip('/');
      if (!divides && !skip('*') && !separated) return refuse();
      if (!factor(divides)) return false;
      first = false;
    }
    return true;
  }

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] std::string_view unknown() const { return unknown_; }
  [[nodiscard]] double factor() const { return factor_; }
  [[nodiscard]] Dimension dimension() const { return dimension_; }

 private:
  static bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '%' || (c & 0x80) != 0;
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  void skip_blanks() {
    const std::size_t start = std::min(rest_.find_first_not_of(" \t"), rest_.size());
    blank_before_ = start > 0;
    rest_.remove_prefix(start);
  }

  bool skip(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  std::optional<double> number() {
    skip_blanks();
    std::size_t end = 0;
    const auto digits = [&] {
      while (end < rest_.size() && is_digit(rest_[end])) ++end;
    };
    if (end < rest_.size() && (rest_[end] == '+' || rest_[end] == '-')) ++end;
    digits();
    if (end < rest_.size() && rest_[end] == '.') {
      ++end;
      digits();
    }
    // An e belongs to the number only if digits follow.
    std::size_t exponent = end;
    if (exponent < rest_.size() && (rest_[exponent] == 'e' || rest_[exponent] == 'E')) {
      ++exponent;
      if (exponent < rest_.size() && (rest_[exponent] == '+' || rest_[exponent] == '-')) ++exponent;
      if (exponent < rest_.size() && is_digit(rest_[exponent])) {
        end = exponent;
        digits();
      }
    }
    const auto parsed = parse_double(rest_.substr(0, end));
    if (parsed) rest_.remove_prefix(end);
    return parsed;
  }

  bool factor(bool divides) {
    const auto symbol_end = std::find_if_not(rest_.begin(), rest_.end(), is_letter);
    const std::string_view symbol = rest_.substr(0, static_cast<std::size_t>(symbol_end - rest_.begin()));
    const Unit* unit = find_unit(symbol);
    // "0.5 1/cm" has a one before the slash.
    if (unit == nullptr && rest_.starts_with("1/")) {
      rest_.remove_prefix(1);
      return true;
    }
    if (unit == nullptr) return refuse();
    rest_.remove_prefix(symbol.size());
    int power = 1;
    if (!rest_.empty() && (rest_[0] == '^' || is_digit(rest_[0]))) {
      if (rest_[0] == '^') rest_.remove_prefix(1);
      const bool negative = rest_.starts_with('-');
      if (negative) rest_.remove_prefix(1);
      if (rest_.empty() || rest_[0] < '1' || rest_[0] > '4') return refuse();
      power = (negative ? -1 : 1) * (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    if (divides) power = -power;
    for (int i = 0; i < std::abs(power); ++i) factor_ = power > 0 ? factor_ * unit->factor : factor_ / unit->factor;
    dimension_.kilogram += power * unit->dimension.kilogram;
    dimension_.metre += power * unit->dimension.metre;
    dimension_.second += power * unit->dimension.second;
    dimension_.degree += power * unit->dimension.degree;
    skip_blanks();
    return true;
  }

  bool refuse() {
    unknown_ = rest_;
    return false;
  }

  std::string_view rest_;
  std::string_view unknown_;
  bool blank_before_ = false;
  double factor_ = 1.0;
  Dimension dimension_;
};

Error wrong(std::string what, const Quantity& wanted) {
  return {Error::Kind::invalid_scene, "", std::move(what),
          fmt::format("must be {}, e.g. {}{}", wanted.name, wanted.examples,
                      wanted.unit.empty() ? "" : fmt::format(" (a plain number is in {})", wanted.unit))};
}

}  // namespace

Result<double> parse_quantity(std::string_view text, const Quantity& wanted) {
  const std::string plain = in_plain_spelling(text);
  QuantityParser parser(plain);
  const auto value = parser.value();
  if (!value) return wrong(fmt::format("{} does not begin with a number", quote(text)), wanted);
  if (!parser.at_end() && parser.rest().starts_with(','))
    return wrong(fmt::format("{} has a comma in its number; write a point", quote(text)), wanted);
  if (!parser.units())
    return wrong(fmt::format("{} has the unknown unit {}", quote(text), quote(parser.unknown())), wanted);
  if (parser.dimension() != wanted.dimension) {
    const bool unitless = parser.dimension() == Dimension{};
    return wrong(
        unitless ? fmt::format("{} has no unit", quote(text)) : fmt::format("{} is not {}", quote(text), wanted.name),
        wanted);
  }
  const double result = *value * parser.factor();
  if (!std::isfinite(result)) return wrong(fmt::format("{} is not a finite number", quote(text)), wanted);
  return result;
}

}  // namespace muslin

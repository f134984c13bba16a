#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

/// @file
/// A report struct describes each of its fields once, in a static function fields(): the name in files, the unit, how
/// the values of steps are combined into the value of a run, and one sentence. The sum over steps, the files of a run
/// folder, `muslin info`, `muslin compare` and the tables of docs/run-folder.md are all derived from it. See
/// docs/adding-an-output.md.

namespace muslin {

/// Defines how the values of steps are combined into the value of a run.
enum class Combine {
  step_only,        ///< a run has no such value
  sum,              ///< sum over the steps
  max,              ///< largest value of any step
  last,             ///< value of the last step
  mean_over_steps,  ///< mean in which each step counts alike
  mean_over_time,   ///< mean in which each step is weighted by its size
  of_largest,       ///< value of the first step in which another quantity was largest
  count,            ///< number of steps with a property; a step has no such value
  nested,           ///< a struct whose fields are combined one by one
};

/// Defines how a reader treats a file in which a field is missing because the file predates the field.
enum class Absent {
  as_default,  ///< the field keeps its default value
  as_unknown,  ///< the number becomes NaN
  is_damage,   ///< the file is refused
};

/// Describes a field to its readers, and defines where it is shown.
struct FieldText {
  std::string_view about;              ///< one sentence, without a full stop
  std::string_view unit = {};          ///< SI; "1" for a ratio; empty for a count
  std::string_view run_name = {};      ///< name in run.json; empty if the same as in stats.ndjson
  std::string_view title = {};         ///< column heading in the table of `muslin compare`; empty if it has no column
  bool in_csv = false;                 ///< true if the CSV of `muslin compare` has a column for it
  Absent absent = Absent::as_default;  ///< treatment of a file without the field
};

/// One field of the report struct `Owner`.
template <class Owner, class Member>
struct Field {
  std::string_view name;                   ///< name in files
  Member Owner::*member;                   ///< the member that holds the value
  Combine combine;                         ///< how the values of steps become the value of a run
  FieldText text;                          ///< meaning and unit, and where the field is shown
  double (*rank)(const Owner&) = nullptr;  ///< the other quantity of of_largest
  bool (*holds)(const Owner&) = nullptr;   ///< the property that count tests
  bool is_inline = false;  ///< nested fields appear among those of the owner, without a name of their own
};

/// Describes a field that holds a single value. Kinds of Combine that need more than a name have functions of their own
/// below.
template <class Owner, class Member>
[[nodiscard]] constexpr Field<Owner, Member> field(std::string_view name, Member Owner::*member, Combine combine,
                                                   const FieldText& text) {
  return {name, member, combine, text};
}

/// Describes a nested struct with its own fields(), or a list of Counters.
template <class Owner, class Member>
[[nodiscard]] constexpr Field<Owner, Member> parts(std::string_view name, Member Owner::*member,
                                                   const FieldText& text = {}) {
  return {name, member, Combine::nested, text};
}

/// Does the same as parts() for a member whose fields appear among those of the owner, without a name of their own.
template <class Owner, class Member>
[[nodiscard]] constexpr Field<Owner, Member> inline_parts(Member Owner::*member) {
  return {{}, member, Combine::nested, {}, nullptr, nullptr, true};
}

/// Describes a field that a run takes from the first step in which `rank` was largest, and above that of a default
/// report.
template <class Owner, class Member>
[[nodiscard]] constexpr Field<Owner, Member> field_of_largest(std::string_view name, Member Owner::*member,
                                                              double (*rank)(const Owner&), const FieldText& text) {
  return {name, member, Combine::of_largest, text, rank};
}

/// Describes the number of steps for which `holds` is true.
template <class Owner, class Member>
[[nodiscard]] constexpr Field<Owner, Member> step_count(std::string_view name, Member Owner::*member,
                                                        bool (*holds)(const Owner&), const FieldText& text) {
  return {name, member, Combine::count, text, nullptr, holds};
}

/// A struct that describes its fields in a static function fields(), which returns a tuple of Field.
template <class T>
concept Described = requires {
  T::fields();
};

/// Calls visit(field) for each field of T, in the order of the description.
template <Described T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... fields) { (visit(fields), ...); }, T::fields());
}

/// Weights of the step that is added, for means.
struct StepWeight {
  std::int64_t steps = 1;  ///< number of steps, including this one
  double size = 1.0;       ///< size of this step [s]
  double time = 1.0;       ///< total time of all steps, including this one [s]
};

namespace detail {

/// Adds the value of a step to a total. Kinds of Combine that do not apply to single numbers leave it unchanged.
template <class T>
void combine_number(Combine how, T& total, const T& step, const StepWeight& weight) {
  if (how == Combine::sum) total += step;
  if (how == Combine::max) total = std::max(total, step);
  if (how == Combine::last) total = step;
  if constexpr (std::is_floating_point_v<T>) {
    if (how == Combine::mean_over_steps) total += (step - total) / static_cast<T>(weight.steps);
    if (how == Combine::mean_over_time && weight.time > 0.0) total += (step - total) * weight.size / weight.time;
  }
}

}  // namespace detail

/// Adds a step to the total of the steps before it, field by field. Steps must be added in their order.
template <Described T>
void combine(T& total, const T& step, const StepWeight& weight = {}) {
  // Fields of kind of_largest compare with the total of the steps before, so they come before any other field changes.
  for_each_field<T>([&](const auto& field) {
    if (field.combine == Combine::of_largest && field.rank(step) > field.rank(total))
      total.*field.member = step.*field.member;
  });
  for_each_field<T>([&]<class Member>(const Field<T, Member>& field) {
    Member& sum = total.*field.member;
    const Member& value = step.*field.member;
    if constexpr (std::is_arithmetic_v<Member> && !std::is_same_v<Member, bool>) {
      if (field.combine == Combine::count)
        sum += field.holds(step) ? Member{1} : Member{0};
      else
        detail::combine_number(field.combine, sum, value, weight);
    } else if (field.combine == Combine::last) {
      sum = value;
    } else if (field.combine == Combine::nested) {
      if constexpr (requires { combine(sum, value, weight); }) combine(sum, value, weight);
    }
  });
}

}  // namespace muslin

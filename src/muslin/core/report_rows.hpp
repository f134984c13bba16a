#pragma once
#include <muslin/core/counters.hpp>
#include <muslin/core/report_fields.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A field of a report, or of a nested report, with its value. It is for code that lists fields without knowing them.
struct ReportRow {
  std::string path;                          ///< names from the outermost report to the field: "rungs.stops"
  std::string unit, about, title, run_name;  ///< as in FieldText
  bool in_csv = false;
  Combine combine = Combine::step_only;
  std::optional<double> value;  ///< empty if the field is not a single number
  bool is_whole = true;         ///< true for integers
};

inline void add_rows(const Counters& counters, const std::string& prefix, std::vector<ReportRow>& rows) {
  for (const Counters::Group& group : counters.groups())
    for (std::size_t i = 0; i < group.values.size(); ++i) {
      const CounterGroup::Counter& counter = group.info->counters[i];
      rows.push_back({prefix + group.info->key + "." + counter.name,
                      counter.unit,
                      counter.about,
                      counter.title,
                      {},
                      counter.in_csv,
                      counter.combine,
                      group.values[i],
                      counter.is_whole});
    }
}

/// Adds the rows of a report. A nested report has a row of its own, unless it is inline, followed by the rows of its
/// fields.
template <Described T>
void add_rows(const T& report, const std::string& prefix, std::vector<ReportRow>& rows) {
  for_each_field<T>([&]<class Member>(const Field<T, Member>& field) {
    const Member& member = report.*field.member;
    const std::string path = prefix + std::string(field.name);
    const auto row = [&] {
      return ReportRow{path,
                       std::string(field.text.unit),
                       std::string(field.text.about),
                       std::string(field.text.title),
                       std::string(field.text.run_name),
                       field.text.in_csv,
                       field.combine,
                       {},
                       true};
    };
    if constexpr (std::is_same_v<Member, Counters>) {
      add_rows(member, prefix, rows);
    } else if constexpr (Described<Member>) {
      if (!field.is_inline) rows.push_back(row());
      add_rows(member, field.is_inline ? prefix : path + ".", rows);
    } else {
      rows.push_back(row());
      if constexpr (std::is_arithmetic_v<Member>) {
        rows.back().value = static_cast<double>(member);
        rows.back().is_whole = std::is_integral_v<Member>;
      }
    }
  });
}

/// Returns all fields, in the order of the description.
template <Described T>
[[nodiscard]] std::vector<ReportRow> rows_of(const T& report) {
  std::vector<ReportRow> rows;
  add_rows(report, "", rows);
  return rows;
}

/// Returns the number at a path, or nothing if there is none.
template <Described T>
[[nodiscard]] std::optional<double> value_at(const T& report, std::string_view path) {
  for (const ReportRow& row : rows_of(report))
    if (row.path == path) return row.value;
  return {};
}

}  // namespace muslin

#pragma once
#include <memory>
#include <muslin/core/report_fields.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Describes a group of counters that only its owner knows as a struct, such as the counters that one response has in
/// addition to those common to all. The owner describes a struct of numbers with fields() and a static kKey, the key of
/// the group in files. All other code handles the group by this description.
struct CounterGroup {
  /// Describes one counter of the group.
  struct Counter {
    std::string name,                ///< name in files
        unit,                        ///< as in FieldText
        about;                       ///< as in FieldText
    Combine combine = Combine::sum;  ///< sum, max or last; also applies to several attempts at one step
    bool is_whole = true;            ///< true for integers
    std::string title = {};          ///< as in FieldText
    bool in_csv = false;             ///< as in FieldText
  };
  std::string key;                ///< key of the group in files, for example "clusters"
  std::vector<Counter> counters;  ///< in the order of fields()
};

/// A description that all values of the group share.
using CounterGroupPtr = std::shared_ptr<const CounterGroup>;

/// Returns the description of the struct T.
template <Described T>
[[nodiscard]] const CounterGroupPtr& counter_group() {
  static const CounterGroupPtr kGroup = [] {
    auto group = std::make_shared<CounterGroup>();
    group->key = T::kKey;
    for_each_field<T>([&]<class Member>(const Field<T, Member>& field) {
      static_assert(std::is_arithmetic_v<Member>, "a counter is a number");
      group->counters.push_back({std::string(field.name), std::string(field.text.unit), std::string(field.text.about),
                                 field.combine, std::is_integral_v<Member>, std::string(field.text.title),
                                 field.text.in_csv});
    });
    return group;
  }();
  return kGroup;
}

/// Stores the values of groups of counters. Integers are exact up to 2⁵³.
class Counters {
 public:
  /// The values of one group.
  struct Group {
    CounterGroupPtr info;        ///< description of the group; never null
    std::vector<double> values;  ///< one for each counter of the group
  };

  /// Returns counters that consist of one group, with the values of the struct.
  template <Described T>
  [[nodiscard]] static Counters of(const T& counts) {
    Counters result;
    Group& group = result.group(counter_group<T>());
    std::size_t i = 0;
    for_each_field<T>([&](const auto& field) { group.values[i++] = static_cast<double>(counts.*field.member); });
    return result;
  }

  /// Returns the values of T's group, or those of a default T if there is no such group.
  template <Described T>
  [[nodiscard]] T get() const {
    T counts;
    const Group* const group = find(T::kKey);
    std::size_t i = 0;
    if (group != nullptr)
      for_each_field<T>([&]<class Member>(const Field<T, Member>& field) {
        counts.*field.member = static_cast<Member>(group->values[i++]);
      });
    return counts;
  }

  /// Returns all groups in the order in which they were added.
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  /// Returns null if there is no such group.
  [[nodiscard]] const Group* find(std::string_view key) const;
  /// Returns the group of that key under this description. A new group begins with zeros.
  Group& group(const CounterGroupPtr& info);

 private:
  std::vector<Group> groups_;  ///< in the order in which they were added
};

/// Adds the values of a step, or of an attempt at one. Groups that the total does not have yet are added to it.
void combine(Counters& total, const Counters& step, const StepWeight& weight = {});

}  // namespace muslin

#pragma once
#include <muslin/io/json/value_format.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A key that an object may have, in words for people.
struct ReferenceKey {
  std::string key;
  std::string type;     ///< "length", "whole number", "\"y\" or \"z\"", "list of 3: speed"
  std::string unit;     ///< of a plain number; empty: none
  std::string range;    ///< "from 0 to 1"; empty: any
  std::string missing;  ///< the default, or "required"; empty: the key may be missing
  std::string about;
  std::vector<std::string> parts;  ///< the keys of an object
};

/// The keys of one kind of object, and where such objects stand.
struct ReferenceSection {
  std::string title;
  std::string about;
  std::string tag;                  ///< the key that tells it from other objects at the same place
  std::vector<std::string> places;  ///< "collision.repulsion"; a * stands for the name or the number of an item
  std::vector<ReferenceKey> keys;
};

/// All objects of a format, the outer ones first.
[[nodiscard]] std::vector<ReferenceSection> make_reference(const ValueFormat& format);

/// A table for each section.
[[nodiscard]] std::string to_markdown(const std::vector<ReferenceSection>& sections);

/// A key with all places at which it means the same.
struct FoundKey {
  std::vector<std::string> paths;  ///< "bodies.*.fabric.shear (cloth, shell)"
  ReferenceKey key;
};

/// The keys whose path ends with `path`: "rate", "repulsion.rate", "collision.repulsion.rate", "bodies.flag.pins".
[[nodiscard]] std::vector<FoundKey> find_keys(const std::vector<ReferenceSection>& sections, std::string_view path);

/// The known paths and keys that are nearest to a path that find_keys() does not know; the nearest first.
[[nodiscard]] std::vector<std::string> nearest_keys(const std::vector<ReferenceSection>& sections,
                                                    std::string_view path);

}  // namespace muslin

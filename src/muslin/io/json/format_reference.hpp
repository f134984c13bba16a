#pragma once
#include <muslin/io/json/value_format.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Describes one key of an object in words for readers.
struct ReferenceKey {
  std::string key;
  std::string type;     ///< "length", "whole number", "\"y\" or \"z\"", "list of 3: speed"
  std::string unit;     ///< unit of a plain number; empty if it has none
  std::string range;    ///< "from 0 to 1"; empty if any value is allowed
  std::string missing;  ///< the default, or "required"; empty if the key is optional
  std::string about;
  std::vector<std::string> parts;  ///< the keys of an object
};

/// Lists the keys of one kind of object and the places at which such objects occur.
struct ReferenceSection {
  std::string title;
  std::string about;
  std::string tag;                  ///< the key that distinguishes this object from others at the same place
  std::vector<std::string> places;  ///< "collision.repulsion"; a * stands for the name or the number of an item
  std::vector<ReferenceKey> keys;
};

/// Returns the sections of all objects of a format, outer objects first.
[[nodiscard]] std::vector<ReferenceSection> make_reference(const ValueFormat& format);

/// Formats each section as a Markdown table.
[[nodiscard]] std::string to_markdown(const std::vector<ReferenceSection>& sections);

/// A key with all the places at which it has the same meaning.
struct FoundKey {
  std::vector<std::string> paths;  ///< "bodies.*.fabric.shear (cloth, shell)"
  ReferenceKey key;
};

/// Returns the keys whose path ends with `path`: "rate", "repulsion.rate", "collision.repulsion.rate",
/// "bodies.flag.pins".
[[nodiscard]] std::vector<FoundKey> find_keys(const std::vector<ReferenceSection>& sections, std::string_view path);

/// Returns the known paths and keys nearest to a path that find_keys() does not know, nearest first.
[[nodiscard]] std::vector<std::string> nearest_keys(const std::vector<ReferenceSection>& sections,
                                                    std::string_view path);

}  // namespace muslin

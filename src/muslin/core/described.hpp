#pragma once

namespace muslin {

/// Collects the options of a struct. An options struct that scenes can set declares, next to itself,
///   void describe(Description<RepulsionOptions>& options);
/// and defines it in a source file of its own folder with the functions of core/option.hpp.
template <class S>
class Description;

}  // namespace muslin

#include <muslin/io/file/number_code.hpp>
#include <utility>

namespace muslin {
namespace {

constexpr unsigned kGroupBits = 7;
constexpr std::uint64_t kGroupEnd = 1U << kGroupBits;  ///< what a byte with another one behind it has at least
constexpr unsigned kMostBits = 8 * kGroupBits;

}  // namespace

void store_number(std::string& bytes, std::uint64_t number) {
  for (; number >= kGroupEnd; number /= kGroupEnd) bytes.push_back(static_cast<char>(kGroupEnd + number % kGroupEnd));
  bytes.push_back(static_cast<char>(number));
}

std::optional<std::uint64_t> take_number(std::span<const std::byte>& bytes) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < kMostBits && !bytes.empty(); shift += kGroupBits) {
    const auto byte = std::to_integer<std::uint64_t>(bytes.front());
    bytes = bytes.subspan(1);
    number += byte % kGroupEnd << shift;
    if (byte < kGroupEnd) return number;
  }
  return std::nullopt;
}

void DifferenceEncoder::put(std::int64_t difference) {
  if (difference == 0) {
    ++zeros_;
    return;
  }
  finish();
  const auto magnitude = static_cast<std::uint64_t>(difference > 0 ? difference : -difference);
  store_number(*bytes_, difference > 0 ? 2 * magnitude : 2 * magnitude - 1);
}

void DifferenceEncoder::finish() {
  if (zeros_ == 0) return;
  bytes_->push_back('\0');
  store_number(*bytes_, std::exchange(zeros_, 0) - 1);
}

std::optional<std::int64_t> DifferenceDecoder::take() {
  if (zeros_ > 0) {
    --zeros_;
    return 0;
  }
  const auto number = take_number(*bytes_);
  if (!number) return std::nullopt;
  if (*number > 0) {
    const auto half = static_cast<std::int64_t>(*number / 2);
    return *number % 2 == 0 ? half : -half - 1;
  }
  const auto more = take_number(*bytes_);
  if (!more) return std::nullopt;
  zeros_ = *more;
  return 0;
}

}  // namespace muslin

#include <gtest/gtest.h>

#include <muslin/response/zones/causal_order.hpp>

namespace muslin::causal_order_test {
namespace {

/// A contact of four successive vertices.
Contact contact_from(int first, double time) {
  Contact contact;
  for (int j = 0; j < 4; ++j) contact.vertex[static_cast<std::size_t>(j)] = VertexId(first + j);
  contact.time = time;
  return contact;
}

std::vector<double> times_of(std::span<const Contact> contacts) {
  std::vector<double> times;
  for (const Contact& contact : contacts) times.push_back(contact.time);
  return times;
}

/// What is chosen of a chain of contacts, each of which shares a vertex with the next.
std::vector<double> chosen_of_chain(const std::vector<double>& times, const std::vector<double>& inverse_mass) {
  std::vector<Contact> contacts, first;
  for (std::size_t i = 0; i < times.size(); ++i) contacts.push_back(contact_from(3 * static_cast<int>(i), times[i]));
  CausalOrder order;
  order.choose(contacts, inverse_mass, first);
  EXPECT_EQ(order.deferred(), static_cast<std::int64_t>(contacts.size() - first.size()));
  return times_of(first);
}

using Times = std::vector<double>;
const std::vector<double> kFree(10, 1.0);

TEST(CausalOrder, ChoosesWhatNoEarlierContactCanInfluence) {
  EXPECT_EQ(chosen_of_chain({0.1, 0.2, 0.3}, kFree), Times({0.1}));
  // The second cannot act before 0.3, so the third is not influenced by the first.
  EXPECT_EQ(chosen_of_chain({0.1, 0.3, 0.2}, kFree), Times({0.1, 0.2}));
  EXPECT_EQ(chosen_of_chain({0.3, 0.2, 0.3}, kFree), Times({0.2}));
}

TEST(CausalOrder, TakesSimultaneousContactsTogether) {
  EXPECT_EQ(chosen_of_chain({0.5, 0.5, 0.5}, kFree), Times({0.5, 0.5, 0.5}));
  EXPECT_EQ(chosen_of_chain({0.5, 0.505, 0.7}, kFree), Times({0.5, 0.505}));
}

TEST(CausalOrder, PrescribedVerticesPassNothingOn) {
  std::vector<double> inverse_mass = kFree;
  inverse_mass[3] = inverse_mass[6] = 0.0;
  EXPECT_EQ(chosen_of_chain({0.1, 0.2, 0.3}, inverse_mass), Times({0.1, 0.2, 0.3}));
}

TEST(CausalOrder, CountsWhatIsNeverFoundAgainAsPrevented) {
  const std::vector<Contact> contacts{contact_from(0, 0.1), contact_from(3, 0.2), contact_from(2, 0.4)};
  CausalOrder order;
  std::vector<Contact> first;
  for (int detection = 0; detection < 2; ++detection) order.choose(contacts, kFree, first);
  EXPECT_EQ(order.deferred(), 2);  // each once, though found twice
  ContactSet chosen;
  chosen.add(first);
  EXPECT_EQ(order.prevented(chosen, {}), 2);
  const std::vector<Contact> left{contacts[2]};
  EXPECT_EQ(order.prevented(chosen, left), 1);
  chosen.add(std::vector<Contact>{contacts[1]});
  EXPECT_EQ(order.prevented(chosen, {}), 1);
  order.begin();
  EXPECT_EQ(order.deferred(), 0);
}

}  // namespace
}  // namespace muslin::causal_order_test

#pragma once
#include <span>
#include <tests/soak/generate/scene_draft.hpp>

namespace muslin::soak {

/// A kind of scene: it adds bodies to a draft.
struct Situation {
  const char* name;
  void (*draw)(SceneDraft& draft);
};

/// All situations. Each scene is drawn from one of them, all equally often.
[[nodiscard]] std::span<const Situation> situations();

// Falling and hanging sheets (situations_sheets.cpp).
void draw_drape(SceneDraft& draft);    ///< sheets fall onto an obstacle
void draw_curtain(SceneDraft& draft);  ///< an obstacle meets hanging, pinned sheets
void draw_squeeze(SceneDraft& draft);  ///< obstacles close on a stack of sheets, or on a shell
void draw_flag(SceneDraft& draft);     ///< a sheet in the wind, pinned or tied to a pole
void draw_pulled(SceneDraft& draft);   ///< moving pins drag a sheet over, or into, what stands there

// Figures, small things and starts that intersect (situations_bodies.cpp).
void draw_garment(SceneDraft& draft);  ///< tubes of cloth on a moving figure
void draw_cables(SceneDraft& draft);   ///< cables on obstacles and on each other
void draw_pile(SceneDraft& draft);     ///< bodies of all kinds thrown together
void draw_carried(SceneDraft& draft);  ///< thin layers that fly far together
void draw_buttons(SceneDraft& draft);  ///< a sheet with embedded objects
void draw_tangled(SceneDraft& draft);  ///< bodies that touch or intersect at the start

/// Chooses pins of a grid, ribbon or disc, perhaps with a motion.
void draw_pins(SceneDraft& draft, const DrawnShape& shape, JsonValue& body, bool may_move);

}  // namespace muslin::soak

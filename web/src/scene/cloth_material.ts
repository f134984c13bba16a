import * as THREE from 'three';

/** How wide a fold must be to be shaded as deep: half of the light is lost where the curvature is 1 / this length. */
export interface ClothShading {
  /** Metres. */
  foldSize: number;
}

/**
 * A matt material for surfaces that are seen from both sides. The back is darker and greyer, hollows get less light, and
 * vertex colours replace the colour of the body where an overlay asks for it.
 */
export class ClothMaterial extends THREE.MeshStandardMaterial {
  private readonly foldSize = { value: 1 };

  constructor(colour: THREE.ColorRepresentation, isThin: boolean) {
    super({ color: colour, roughness: 0.92, metalness: 0, side: THREE.DoubleSide });
    this.shadowSide = THREE.DoubleSide;
    this.polygonOffsetFactor = 1;
    this.polygonOffsetUnits = 1;
    const back = isThin ? 'diffuseColor.rgb = mix(vec3(dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722))), diffuseColor.rgb, 0.72) * 0.72;' : '';
    this.onBeforeCompile = (shader) => {
      shader.uniforms['foldSize'] = this.foldSize;
      shader.vertexShader = `attribute float hollowness;\nvarying float vHollowness;\n${shader.vertexShader}`.replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nvHollowness = hollowness;',
      );
      shader.fragmentShader = `uniform float foldSize;\nvarying float vHollowness;\n${shader.fragmentShader}`.replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        if (!gl_FrontFacing) { ${back} }
        float depth = (gl_FrontFacing ? vHollowness : -vHollowness) * foldSize;
        diffuseColor.rgb *= 1.0 / (1.0 + max(depth, 0.0)) + 0.12 * smoothstep(0.0, 1.0, -depth);`,
      );
    };
    this.customProgramCacheKey = () => (isThin ? 'cloth' : 'solid');
  }

  /** Makes the surface step back for edges that are drawn on it. Layers a thickness apart would show through it otherwise. */
  set hasWires(hasWires: boolean) {
    this.polygonOffset = hasWires;
  }

  set shading(shading: ClothShading) {
    this.foldSize.value = shading.foldSize;
  }
}

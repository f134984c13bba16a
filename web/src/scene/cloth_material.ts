import * as THREE from 'three';

/** Lengths that the look of a body depends on, in metres. */
export interface ClothShading {
  /** How wide a fold must be to be shaded as deep: half of the light is lost where the curvature is 1 / this length. */
  foldSize: number;
  /** Distance of the yarns that are hinted at. Real ones are too fine to be seen in a picture of a whole garment. */
  yarnSpacing: number;
}

/** In GLSL: the back of cloth, darker and greyer than its front. */
const backOfCloth = 'diffuseColor.rgb = mix(vec3(dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722))), diffuseColor.rgb, 0.72) * 0.72;';
/** In GLSL: yarns that go over and under each other, while a yarn is more than about three pixels wide. */
const yarns = `vec2 yarn = vWeave / yarnSpacing;
        vec2 yarnsPerPixel = fwidth(yarn);
        float seen = 1.0 - smoothstep(0.1, 0.33, max(yarnsPerPixel.x, yarnsPerPixel.y));
        diffuseColor.rgb *= 1.0 + 0.09 * seen * sin(3.14159265 * yarn.x) * sin(3.14159265 * yarn.y);`;
/** In GLSL: fibres that stand out of cloth catch light where it is seen at a grazing angle. */
const fuzz = `float grazing = 1.0 - abs(dot(normal, normalize(vViewPosition)));
        outgoingLight += 0.35 * pow(grazing, 3.0) * diffuseColor.rgb;`;

/** In GLSL: colours of values are read against a legend, so that shade changes them less than it does those of bodies. */
const values = `#ifdef USE_COLOR
        outgoingLight = mix(outgoingLight, vColor, 0.5);
        #endif`;

/**
 * A matt material for surfaces that are seen from both sides. Hollows get less light, and vertex colours replace the colour
 * of the body where an overlay asks for it. Cloth (`isThin`) has a darker, greyer back, fuzz, and a hint of its weave.
 */
export class ClothMaterial extends THREE.MeshStandardMaterial {
  private readonly foldSize = { value: 1 };
  private readonly yarnSpacing = { value: 1 };

  constructor(colour: THREE.ColorRepresentation, isThin: boolean, hasWeave: boolean) {
    super({ color: colour, roughness: 0.92, metalness: 0, side: THREE.DoubleSide });
    this.shadowSide = THREE.DoubleSide;
    this.polygonOffsetFactor = 1;
    this.polygonOffsetUnits = 1;
    const weave = isThin && hasWeave;
    this.onBeforeCompile = (shader) => {
      shader.uniforms['foldSize'] = this.foldSize;
      shader.uniforms['yarnSpacing'] = this.yarnSpacing;
      shader.vertexShader = `attribute float hollowness;\nvarying float vHollowness;\n${weave ? 'attribute vec2 weave;\nvarying vec2 vWeave;\n' : ''}${shader.vertexShader}`.replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>\nvHollowness = hollowness;\n${weave ? 'vWeave = weave;' : ''}`,
      );
      shader.fragmentShader = `uniform float foldSize;\nuniform float yarnSpacing;\nvarying float vHollowness;\n${weave ? 'varying vec2 vWeave;\n' : ''}${shader.fragmentShader}`
        .replace(
          '#include <color_fragment>',
          `#include <color_fragment>
        if (!gl_FrontFacing) { ${isThin ? backOfCloth : ''} }
        float depth = (gl_FrontFacing ? vHollowness : -vHollowness) * foldSize;
        diffuseColor.rgb *= 1.0 / (1.0 + max(depth, 0.0)) + 0.12 * smoothstep(0.0, 1.0, -depth);
        ${weave ? yarns : ''}`,
        )
        .replace('#include <opaque_fragment>', `${isThin ? fuzz : ''}\n${values}\n#include <opaque_fragment>`);
    };
    this.customProgramCacheKey = () => (weave ? 'woven' : isThin ? 'cloth' : 'solid');
  }

  /** Makes the surface step back for edges that are drawn on it. Layers a thickness apart would show through it otherwise. */
  set hasWires(hasWires: boolean) {
    this.polygonOffset = hasWires;
  }

  set shading(shading: ClothShading) {
    this.foldSize.value = shading.foldSize;
    this.yarnSpacing.value = shading.yarnSpacing;
  }
}

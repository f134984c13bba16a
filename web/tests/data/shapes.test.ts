import { describe, expect, it } from 'vitest';
import { parseObj } from '../../src/data/obj';
import { colourValues, cssColour, mapColour, roundUp } from '../../src/overlay/colour_map';
import { measureSpeed, StrainField } from '../../src/overlay/fields';
import { boundsToShow } from '../../src/scene/bounds';
import { splitCreases } from '../../src/scene/creases';
import { lengthText } from '../../src/scene/ground';
import { SurfaceShape } from '../../src/scene/surface_shape';

const square = parseObj('v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n');

describe('fields', () => {
  it('measure the largest strain of the edges at each vertex', () => {
    const strain = new Float32Array(4);
    const field = new StrainField(square);
    field.measure(Float32Array.of(0, 0, 0, 1.5, 0, 0, 1, 1, 0, 0, 1, 0), strain);
    expect(strain[0]).toBeCloseTo(0.5, 6); // edge 0-1
    expect(strain[1]).toBeCloseTo(0.5, 6);
    expect(strain[2]).toBeCloseTo(Math.hypot(0.5, 1) - 1, 6); // edge 1-2
    expect(strain[3]).toBe(0);
    field.measure(square.positions, strain);
    expect([...strain]).toEqual([0, 0, 0, 0]);
  });
  it('measure speed between frames', () => {
    const speed = new Float32Array(1);
    measureSpeed(Float32Array.of(0, 0, 0), Float32Array.of(0.03, 0.04, 0), 24, speed);
    expect(speed[0]).toBeCloseTo(1.2, 6);
  });
});

describe('colours', () => {
  it('are those of muslin render at the ends and grow lighter', () => {
    const lightness = (t: number): number => {
      const [r, g, b] = mapColour(t);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (let i = 0; i < 20; ++i) expect(lightness((i + 1) / 20)).toBeGreaterThan(lightness(i / 20));
    expect(mapColour(Number.NaN)).toEqual(mapColour(0));
    expect(mapColour(7)).toEqual(mapColour(1));
    expect(cssColour([0, 1, 0.2140])).toBe('rgb(0 255 127)');
  });
  it('span values from 0 to the end of the scale', () => {
    const colours = new Float32Array(9);
    colourValues(Float32Array.of(0, 5, 1000), 10, colours);
    expect([...colours.subarray(0, 3)]).toEqual([...Float32Array.from(mapColour(0))]);
    expect([...colours.subarray(6)]).toEqual([...Float32Array.from(mapColour(1))]);
    expect(colours[4]).toBeCloseTo(mapColour(0.5)[1], 2);
  });
  it('end at round numbers', () => {
    expect([0.03, 1, 1.2, 30, 0, NaN].map(roundUp)).toEqual([0.05, 1, 2, 50, 1, 1]);
  });
});

describe('shapes', () => {
  it('have normals, and hollows where they bend towards them', () => {
    const shape = new SurfaceShape(square.triangles, 4);
    shape.update(square.positions);
    expect([...shape.normals.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect([...shape.hollowness]).toEqual([0, 0, 0, 0]);
    // A cup: the rim of a fan is above its middle, which is hollow on the side of the normal.
    const cup = parseObj('v 0 0 0\nv 1 0 .5\nv 0 1 .5\nv -1 0 .5\nv 0 -1 .5\nf 1 2 3\nf 1 3 4\nf 1 4 5\nf 1 5 2\n');
    const hollow = new SurfaceShape(cup.triangles, 5);
    hollow.update(cup.positions);
    expect(hollow.hollowness[0]).toBeCloseTo((2 * 0.5) / 1.25, 5);
    hollow.update(cup.positions.map((value, i) => (i % 3 === 2 ? -value : value)));
    expect(hollow.hollowness[0]).toBeLessThan(0);
  });
  it('are split along sharp edges only', () => {
    expect(splitCreases(square).copies).toHaveLength(0);
    const edge = parseObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 2 1 4\n');
    const split = splitCreases(edge);
    expect([...split.copies]).toEqual([1, 0]);
    expect([...split.triangles]).toEqual([0, 1, 2, 4, 5, 3]);
  });
  it('are framed without a huge floor', () => {
    const cloth = { kind: 'cloth' as const, positions: Float32Array.of(0, 0, 0, 1, 1, 1) };
    const floor = { kind: 'obstacle' as const, positions: Float32Array.of(-50, 0, -50, 50, 0, 50) };
    const ball = { kind: 'obstacle' as const, positions: Float32Array.of(-1, 0, 0, 0, 1, 1) };
    expect(boundsToShow([cloth, floor]).max.x).toBe(1);
    expect(boundsToShow([cloth, ball]).min.x).toBe(-1);
    expect(boundsToShow([floor]).max.x).toBe(50);
  });
  it('have lengths with units', () => {
    expect([2, 0.05, 0.002].map(lengthText)).toEqual(['2 m', '5 cm', '2 mm']);
  });
});

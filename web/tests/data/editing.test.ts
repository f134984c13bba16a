import { describe, expect, it } from 'vitest';
import { placeAt } from '../../src/data/json_cursor';
import { Schema } from '../../src/data/schema';
import { completionsAt } from '../../src/front/completion';
import { controlsOf } from '../../src/front/controls';

/** A small schema of the form that the program writes: references, alternatives, ranges. */
const schema = new Schema(JSON.stringify({
  type: 'object',
  properties: {
    time: { type: 'object', properties: { frames: { description: 'Frames after the start.', minimum: 1, maximum: 50 } } },
    collision: { anyOf: [{ enum: ['a', 'b'] }, { type: 'object', properties: { response: { description: 'How collisions are resolved.', enum: ['a', 'b'] } } }] },
    bodies: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'object', properties: { name: {}, cloth: {}, fabric: { $ref: '#/$defs/fabric' } } },
          { type: 'object', properties: { name: {}, obstacle: {}, friction: { minimum: 0, maximum: 100 } } },
        ],
      },
    },
  },
  $defs: {
    fabric: {
      anyOf: [{ type: 'string' }, {
        type: 'object',
        properties: {
          stretch_warp: { description: 'Stiffness along the warp. It is a force per length [N/m], e.g. 5', exclusiveMinimum: 0, maximum: 1e12 },
          friction: { minimum: 0, maximum: 100 },
        },
      }],
    },
  },
}));

/** Splits a text at the mark | of the cursor. */
function at(marked: string): [string, number] {
  const cursor = marked.indexOf('|');
  return [marked.replace('|', ''), cursor];
}
function words(marked: string): string[] {
  return completionsAt(...at(marked), schema).map(({ word }) => word);
}

describe('a place in a text', () => {
  it('is found in text that is not valid yet', () => {
    expect(placeAt(...at('{"bodies": [{"name": "x"}, {"cloth": {}, "fa|'))).toMatchObject({
      path: ['bodies', 1], isKey: true, prefix: 'fa', present: [['bodies'], [], ['cloth']],
    });
    expect(placeAt(...at('{"time": {"frames": 3}, "collision": {"response": "b|"}}'))).toMatchObject({
      path: ['collision', 'response'], isKey: false, prefix: 'b',
    });
    expect(placeAt(...at('{"a": "x\\"y", // {"c"\n "b|'))).toMatchObject({ path: [], isKey: true, prefix: 'b', present: [['a']] });
  });
  it('is none in a comment, and outside of the scene', () => {
    expect(placeAt(...at('{ // a|\n}'))).toBeUndefined();
    expect(placeAt(...at('{ /* "a|" */ }'))).toBeUndefined();
    expect(placeAt(...at('{} |'))).toBeUndefined();
  });
});

describe('completion', () => {
  it('offers keys that are not there yet, of the alternatives that fit', () => {
    expect(words('{"time": {}, "|')).toEqual(['collision', 'bodies']);
    expect(words('{"bodies": [{|')).toEqual(['name', 'cloth', 'fabric', 'obstacle', 'friction']);
    expect(words('{"bodies": [{"cloth": {}, |')).toEqual(['name', 'fabric']);
    expect(words('{"bodies": [{"obstacle": {}, "f|')).toEqual(['friction']);
    expect(words('{"bodies": [{"cloth": {}, "fabric": {"s|')).toEqual(['stretch_warp']);
  });
  it('offers the words of a choice, in short and in long form', () => {
    expect(words('{"collision": |')).toEqual(['a', 'b']);
    expect(words('{"collision": {"response": "a|"')).toEqual(['a']);
  });
  it('writes a key with its colon once, in place of what was begun', () => {
    const complete = (marked: string): string => {
      const [text, cursor] = at(marked);
      const { text: written, from, to } = completionsAt(text, cursor, schema)[0]!;
      return text.slice(0, from) + written + text.slice(to);
    };
    expect(complete('{"ti|')).toBe('{"time": ');
    expect(complete('{"ti|": {}}')).toBe('{"time": {}}');
    expect(complete('{ti|}')).toBe('{"time": }');
    expect(complete('{"collision": "b|"}')).toBe('{"collision": "b"}');
  });
});

describe('the values that a form offers', () => {
  const scene = {
    time: { frames: 20 },
    collision: { response: 'b' },
    forces: { wind: { velocity: [3, 0, 4] } },
    bodies: [
      { name: 'sheet', fabric: { stretch_warp: 100, stretch_weft: 50, friction: 0.3 } },
      { name: 'ball', friction: 0.4 },
    ],
  };
  const { choices, numbers } = controlsOf(scene, schema);
  const settings = (label: string, value: number): string[] => numbers.find((control) => control.label === label)!.settings(value);
  it('have the ranges, choices and meanings of the schema', () => {
    expect(choices).toMatchObject([{ label: 'Response', value: 'b', choices: ['a', 'b'], about: 'How collisions are resolved.' }]);
    expect(numbers.map(({ label }) => label)).toEqual(['Frames', 'Wind [m/s]', 'sheet: stretch [N/m]', 'sheet: friction', 'ball: friction']);
    expect(numbers[0]).toMatchObject({ value: 20, min: 1, max: 50, isWhole: true, about: 'Frames after the start.' });
    expect(numbers[2]).toMatchObject({ value: 100, isLogarithmic: true, about: 'Stiffness along the warp.' });
  });
  it('become settings of the scene', () => {
    expect(choices[0]!.settings('a')).toEqual(['collision.response=a']);
    expect(settings('Frames', 30)).toEqual(['time.frames=30']);
    expect(settings('Wind [m/s]', 10)).toEqual(['forces.wind.velocity=[6,0,8]']);
    expect(settings('sheet: stretch [N/m]', 200)).toEqual(['bodies.0.fabric.stretch_warp=200', 'bodies.0.fabric.stretch_weft=100']);
    expect(settings('sheet: friction', 0.5)).toEqual(['bodies.0.fabric.friction=0.5']);
    expect(settings('ball: friction', 0.5)).toEqual(['bodies.1.friction=0.5']);
  });
});

import { asObject, parseJson, type JsonObject } from './json';

/** One way in which a value may be written, as the JSON Schema of scenes says. */
export type SchemaNode = JsonObject;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key of an object of a scene. */
export interface SchemaKey {
  readonly key: string;
  readonly about: string;
}

/** The JSON Schema of scenes (`muslin schema`), asked by paths into a scene. */
export class Schema {
  private readonly root: SchemaNode;

  constructor(text: string) {
    this.root = asObject(parseJson(text, 'the schema'), 'the schema');
  }

  /**
   * Returns all ways to write the value at a path. `present` are the keys that the object there has: of alternatives such
   * as a cloth and an obstacle, those stay that know all of them.
   */
  at(path: readonly (string | number)[], present: (depth: number) => readonly string[] = () => []): SchemaNode[] {
    let nodes = this.alternatives(this.root);
    path.forEach((step, depth) => {
      const keys = present(depth);
      const fitting = nodes.filter(({ properties }) => isObject(properties) && keys.every((key) => key in properties));
      nodes = (typeof step === 'number' || fitting.length === 0 ? nodes : fitting).flatMap((node) => {
        const next = typeof step === 'number' ? node['items'] : isObject(node['properties']) ? node['properties'][step] : undefined;
        return isObject(next) ? this.alternatives(next) : [];
      });
    });
    return nodes;
  }

  /** Returns the keys that an object at a path may have. */
  keysAt(path: readonly (string | number)[], present?: (depth: number) => readonly string[]): SchemaKey[] {
    const keys = new Map<string, string>();
    const own = present?.(path.length) ?? [];
    const nodes = this.at(path, present).filter(({ properties }) => isObject(properties));
    const fitting = nodes.filter(({ properties }) => own.every((key) => key in (properties as JsonObject)));
    for (const node of fitting.length > 0 ? fitting : nodes)
      for (const [key, value] of Object.entries(node['properties'] as JsonObject))
        if (!keys.has(key)) keys.set(key, this.aboutOf(value));
    return [...keys].map(([key, about]) => ({ key, about }));
  }

  /** Returns the words that may stand at a path. */
  choicesAt(path: readonly (string | number)[], present?: (depth: number) => readonly string[]): string[] {
    const choices = this.at(path, present).flatMap((node) => (Array.isArray(node['enum']) ? node['enum'] : []));
    return [...new Set(choices.filter((choice): choice is string => typeof choice === 'string'))];
  }

  /** Returns the description of the value at a path; empty if there is none. */
  aboutAt(path: readonly (string | number)[]): string {
    return this.at(path).map((node) => this.aboutOf(node)).find((about) => about !== '') ?? '';
  }

  /** Returns the range of the number at a path. */
  rangeAt(path: readonly (string | number)[]): { readonly min: number; readonly max: number } {
    let min = -Infinity;
    let max = Infinity;
    for (const node of this.at(path)) {
      for (const key of ['minimum', 'exclusiveMinimum']) if (typeof node[key] === 'number') min = Math.max(min, node[key]);
      for (const key of ['maximum', 'exclusiveMaximum']) if (typeof node[key] === 'number') max = Math.min(max, node[key]);
    }
    return { min, max };
  }

  private aboutOf(value: unknown): string {
    if (!isObject(value)) return '';
    if (typeof value['description'] === 'string') return value['description'];
    const described = this.alternatives(value).find((node) => typeof node['description'] === 'string');
    return described === undefined ? '' : (described['description'] as string);
  }

  /** Follows references, and lists alternatives one by one. */
  private alternatives(node: SchemaNode): SchemaNode[] {
    const reference = node['$ref'];
    if (typeof reference === 'string') {
      const named = isObject(this.root['$defs']) ? this.root['$defs'][reference.replace('#/$defs/', '')] : undefined;
      return isObject(named) ? this.alternatives(named) : [];
    }
    if (!Array.isArray(node['anyOf'])) return [node];
    return node['anyOf'].filter(isObject).flatMap((each) => this.alternatives(each));
  }
}

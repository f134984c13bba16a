/** Reading of JSON whose form is not known yet: each function returns a value of the type it names, or throws. */

export type JsonObject = Record<string, unknown>;

/** A file that cannot be read as what it should be. The message is for the user. */
export class FormatError extends Error {}

export function asObject(value: unknown, what: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FormatError(`${what} is not an object`);
  return value as JsonObject;
}

export function asArray(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new FormatError(`${what} is not a list`);
  return value;
}

export function asNumber(value: unknown, what: string): number {
  if (typeof value !== 'number') throw new FormatError(`${what} is not a number`);
  return value;
}

export function asText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new FormatError(`${what} is not a text`);
  return value;
}

/** Returns the number, or NaN: values that are not finite are written as null, and older runs lack some fields. */
export function numberOrNaN(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Returns the member at a path of keys, or undefined if one of them is missing. */
export function memberAt(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as JsonObject)[key];
  }
  return current;
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new FormatError(`${what} is not valid JSON`);
  }
}

/** A place in the text of a scene: which value or key is written there. */
export interface JsonPlace {
  /** Keys and indices from the root to the object or list, or to the value, that is being written. */
  readonly path: readonly (string | number)[];
  /** For each depth of the path, the keys that the object there has before the place. */
  readonly present: readonly (readonly string[])[];
  /** Whether a key is written; otherwise a value. */
  readonly isKey: boolean;
  /** What has been written of it, without its quote. */
  readonly prefix: string;
  /** The part of the text that a completion replaces. */
  readonly from: number;
  readonly to: number;
}

interface Level {
  readonly isList: boolean;
  readonly keys: string[];
  index: number;
  /** The key whose value comes next; undefined where a key comes next. */
  key: string | undefined;
}

/** Returns the end of a string that begins at `start` with a quote: behind the closing quote, or where its line ends. */
function endOfString(text: string, start: number): { end: number; isClosed: boolean } {
  for (let i = start + 1; i < text.length; ++i) {
    if (text[i] === '\\') ++i;
    else if (text[i] === '"') return { end: i + 1, isClosed: true };
    else if (text[i] === '\n') return { end: i, isClosed: false };
  }
  return { end: text.length, isClosed: false };
}

/** Returns the end of a comment that begins at `start`, or `start` if none does. */
function endOfComment(text: string, start: number): number {
  const close = text.startsWith('//', start) ? '\n' : text.startsWith('/*', start) ? '*/' : undefined;
  if (close === undefined) return start;
  const end = text.indexOf(close, start + 2);
  return end < 0 ? text.length : end + close.length;
}

/**
 * Finds out what is written at a place of a text, which need not be valid yet. Returns undefined within a comment, and
 * where nothing can be written.
 */
export function placeAt(text: string, cursor: number): JsonPlace | undefined {
  const stack: Level[] = [];
  const describe = (prefix: string, from: number, to: number): JsonPlace | undefined => {
    const top = stack.at(-1);
    if (top === undefined) return undefined;
    const isKey = !top.isList && top.key === undefined;
    const steps = stack.map((level) => (level.isList ? level.index : level.key));
    const path = (isKey ? steps.slice(0, -1) : steps) as (string | number)[];
    return { path, present: stack.map(({ keys }) => keys), isKey, prefix, from, to };
  };
  for (let i = 0; i < cursor; ) {
    const comment = endOfComment(text, i);
    if (comment > i) {
      if (comment > cursor) return undefined;
      i = comment;
      continue;
    }
    const character = text[i]!;
    const top = stack.at(-1);
    if (character === '"') {
      const { end, isClosed } = endOfString(text, i);
      if (cursor < end || !isClosed) return describe(text.slice(i + 1, cursor), i, isClosed ? end : cursor);
      if (top !== undefined && !top.isList && top.key === undefined) {
        const key = text.slice(i + 1, end - 1);
        const colon = /^\s*:/u.exec(text.slice(end));
        if (colon !== null && end + colon[0].length <= cursor) {
          top.keys.push(key);
          top.key = key;
          i = end + colon[0].length;
          continue;
        }
      }
      i = end;
      continue;
    }
    if (character === '{' || character === '[') stack.push({ isList: character === '[', keys: [], index: 0, key: undefined });
    else if (character === '}' || character === ']') stack.pop();
    else if (character === ',' && top !== undefined) {
      top.index += 1;
      top.key = undefined;
    }
    ++i;
  }
  const word = /[A-Za-z_]*$/u.exec(text.slice(0, cursor))![0];
  return describe(word, cursor - word.length, cursor);
}

import { placeAt } from '../data/json_cursor';
import { type Schema } from '../data/schema';

/** Something that can be written at a place of a scene. */
export interface Completion {
  readonly word: string;
  readonly about: string;
  /** What is written, and where. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Returns what fits at a place of a scene, by the schema: keys that are not there yet, or the words of a choice. */
export function completionsAt(text: string, cursor: number, schema: Schema): Completion[] {
  const place = placeAt(text, cursor);
  if (place === undefined) return [];
  const present = (depth: number): readonly string[] => place.present[depth] ?? [];
  const { from, to, prefix } = place;
  const fits = (word: string): boolean => word.toLowerCase().startsWith(prefix.toLowerCase());
  if (!place.isKey)
    return schema.choicesAt(place.path, present).filter(fits).map((word) => ({ word, about: '', text: `"${word}"`, from, to }));
  const own = present(place.path.length);
  const hasColon = /^\s*:/u.test(text.slice(to));
  return schema
    .keysAt(place.path, present)
    .filter(({ key }) => fits(key) && !own.includes(key))
    .map(({ key, about }) => ({ word: key, about, text: hasColon ? `"${key}"` : `"${key}": `, from, to }));
}

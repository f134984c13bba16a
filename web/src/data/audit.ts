import { asArray, asNumber, asObject, asText, numberOrNaN, parseJson } from './json';

export type Point = readonly [number, number, number];

/** A triangle or segment, numbered in the file of its body. */
export interface AuditElement {
  readonly body: string;
  readonly kind: 'triangle' | 'segment';
  readonly index: number;
}

/** Two elements that intersect, and where. */
export interface AuditPair {
  readonly a: AuditElement;
  readonly b: AuditElement;
  readonly place: Point;
}

export interface AuditFrame {
  readonly frame: number;
  readonly intersections: number;
  /** Pairs within tangles of the start that are not apart yet. */
  readonly tangled: number;
  /** Pairs with obstacles of lower priority, which pinched cloth ignores. */
  readonly outranked: number;
  readonly undecidable: number;
  /** Up to five of the pairs. */
  readonly pairs: readonly AuditPair[];
}

export interface Audit {
  readonly framesAudited: number;
  readonly frames: ReadonlyMap<number, AuditFrame>;
}

function parseElement(value: unknown): AuditElement {
  const element = asObject(value, 'audit.json: an element');
  const kind = 'triangle' in element ? 'triangle' : 'segment';
  return {
    body: asText(element['body'], 'audit.json: a body'),
    kind,
    index: asNumber(element[kind], 'audit.json: the number of an element'),
  };
}

function parsePair(value: unknown): AuditPair {
  const pair = asObject(value, 'audit.json: a pair');
  const place = asArray(pair['place'], 'audit.json: a place').map(numberOrNaN);
  return { a: parseElement(pair['a']), b: parseElement(pair['b']), place: [place[0] ?? NaN, place[1] ?? NaN, place[2] ?? NaN] };
}

/** Reads the text of an `audit.json` (docs/run-folder.md). */
export function parseAudit(text: string): Audit {
  const audit = asObject(parseJson(text, 'audit.json'), 'audit.json');
  const frames = new Map<number, AuditFrame>();
  for (const value of asArray(audit['frames'], 'audit.json: frames')) {
    const frame = asObject(value, 'audit.json: a frame');
    const number = asNumber(frame['frame'], 'audit.json: frame');
    const count = (key: string): number => (frame[key] === undefined ? 0 : asNumber(frame[key], `audit.json: ${key}`));
    frames.set(number, {
      frame: number,
      intersections: count('intersections'),
      tangled: count('tangled'),
      outranked: count('outranked'),
      undecidable: count('undecidable'),
      pairs: asArray(frame['first'] ?? [], 'audit.json: first').map(parsePair),
    });
  }
  return { framesAudited: asNumber(audit['frames_audited'], 'audit.json: frames_audited'), frames };
}

/** Returns whether the audit found anything in a frame that the run promises not to have. */
export function intersects(frame: AuditFrame): boolean {
  return frame.intersections + frame.tangled + frame.undecidable > 0;
}

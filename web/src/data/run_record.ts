import { asArray, asNumber, asObject, asText, FormatError, numberOrNaN, parseJson } from './json';

export type BodyKind = 'cloth' | 'shell' | 'cable' | 'obstacle';
export type RunState = 'partial' | 'complete' | 'stopped' | 'failed';
export type UpAxis = 'y' | 'z';

export interface RunBody {
  readonly name: string;
  readonly kind: BodyKind;
  readonly vertices: number;
  /** Metres; 0 if an older version wrote the run. */
  readonly thickness: number;
}

/** What the page needs of `run.json` (docs/run-folder.md). */
export interface RunRecord {
  readonly state: RunState;
  readonly reason: string;
  readonly warnings: readonly string[];
  readonly about: string;
  readonly sceneFile: string;
  readonly started: string;
  readonly up: UpAxis;
  /** Frames per second. */
  readonly frameRate: number;
  /** Number of the frame that shows the start. */
  readonly startFrame: number;
  /** Frames after the start: planned, and written. */
  readonly frames: number;
  readonly framesDone: number;
  /** Whether the run stores what touches in each frame. */
  readonly hasContacts: boolean;
  readonly bodies: readonly RunBody[];
  /** One hash for the start and each frame; equal hashes mean equal frames. */
  readonly frameHashes: readonly string[];
  /** Frames audited so far, the start included. */
  readonly auditedFrames: number;
}

const kinds: readonly string[] = ['cloth', 'shell', 'cable', 'obstacle'];
const states: readonly string[] = ['partial', 'complete', 'stopped', 'failed'];

function parseBody(value: unknown): RunBody {
  const body = asObject(value, 'run.json: a body');
  const name = asText(body['name'], 'run.json: the name of a body');
  const kind = asText(body['kind'], `run.json: the kind of ${name}`);
  if (!kinds.includes(kind)) throw new FormatError(`run.json: ${name} is of an unknown kind, ${kind}`);
  const thickness = numberOrNaN(body['thickness']);
  return {
    name,
    kind: kind as BodyKind,
    vertices: asNumber(body['vertices'], `run.json: the vertices of ${name}`),
    thickness: Number.isNaN(thickness) ? 0 : thickness,
  };
}

/** Reads the text of a `run.json`. */
export function parseRunRecord(text: string): RunRecord {
  const record = asObject(parseJson(text, 'run.json'), 'run.json');
  if (record['format'] !== 1) throw new FormatError('run.json has a format that this viewer does not know');
  const state = asText(record['state'], 'run.json: state');
  if (!states.includes(state)) throw new FormatError(`run.json: unknown state ${state}`);
  const audit = record['audit'] === undefined ? {} : asObject(record['audit'], 'run.json: audit');
  const audited = numberOrNaN(audit['frames']);
  return {
    state: state as RunState,
    reason: typeof record['reason'] === 'string' ? record['reason'] : '',
    warnings: asArray(record['warnings'] ?? [], 'run.json: warnings').map((line) => asText(line, 'run.json: a warning')),
    about: typeof record['about'] === 'string' ? record['about'] : '',
    sceneFile: typeof record['scene_file'] === 'string' ? record['scene_file'] : '',
    started: typeof record['started'] === 'string' ? record['started'] : '',
    up: record['up'] === 'z' ? 'z' : 'y',
    frameRate: asNumber(record['frame_rate'], 'run.json: frame_rate'),
    startFrame: asNumber(record['start_frame'], 'run.json: start_frame'),
    frames: asNumber(record['frames'], 'run.json: frames'),
    framesDone: asNumber(record['frames_done'], 'run.json: frames_done'),
    hasContacts: record['contacts'] === true,
    bodies: asArray(record['bodies'], 'run.json: bodies').map(parseBody),
    frameHashes: asArray(record['frame_hashes'] ?? [], 'run.json: frame_hashes').map((hash) =>
      asText(hash, 'run.json: a hash'),
    ),
    auditedFrames: Number.isNaN(audited) ? 0 : audited,
  };
}

/**
 * Returns whether a newer record describes the same run, grown or unchanged: what was read of the older one still holds.
 * A run that was begun anew, or resumed from an earlier checkpoint, has other frames.
 */
export function continues(older: RunRecord, newer: RunRecord): boolean {
  if (newer.started !== older.started || newer.framesDone < older.framesDone) return false;
  const last = Math.min(older.framesDone, older.frameHashes.length - 1);
  return last < 0 || older.frameHashes[last] === newer.frameHashes[last];
}

/** Returns whether the run may be written right now. One that ended early says why. */
export function mayGrow(record: RunRecord): boolean {
  return record.state === 'partial' && record.reason === '';
}

import { asArray, asNumber, asObject, asText, parseJson } from './json';
import { type RunState } from './run_record';

/** A scene that the program knows. */
export interface SceneListing {
  /** Its place in the addresses of its files. */
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

/** A run that the program has found, with what its `run.json` says of it. */
export interface FoundRun {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly state: RunState;
  readonly reason: string;
  /** Whether a process is writing the run now. */
  readonly inProgress: boolean;
  readonly started: string;
  /** Frames after the start: planned, and written. */
  readonly frames: number;
  readonly framesDone: number;
  /** Frames audited so far, the start included, and those of them that are not clean. */
  readonly audited: number;
  readonly badFrames: number;
}

export interface FrontContent {
  readonly scenes: readonly SceneListing[];
  readonly runs: readonly FoundRun[];
}

/** Reads what the program says of its front page. */
export function parseFront(text: string): FrontContent {
  const front = asObject(parseJson(text, 'the front page'), 'the front page');
  return {
    scenes: asArray(front['scenes'], 'the scenes').map((entry) => {
      const scene = asObject(entry, 'a scene');
      const about = asText(scene['about'], 'the description of a scene');
      return { id: asText(scene['id'], 'the id of a scene'), name: asText(scene['name'], 'the name of a scene'), about };
    }),
    runs: asArray(front['runs'], 'the runs').map((entry) => {
      const run = asObject(entry, 'a run');
      return {
        id: asText(run['id'], 'the id of a run'),
        name: asText(run['name'], 'the name of a run'),
        about: asText(run['about'], 'the description of a run'),
        state: asText(run['state'], 'the state of a run') as RunState,
        reason: asText(run['reason'], 'the reason of a run'),
        inProgress: run['in_progress'] === true,
        started: asText(run['started'], 'the start of a run'),
        frames: asNumber(run['frames'], 'the frames of a run'),
        framesDone: asNumber(run['frames_done'], 'the frames of a run'),
        audited: asNumber(run['audited'], 'the audited frames of a run'),
        badFrames: asNumber(run['bad_frames'], 'the bad frames of a run'),
      };
    }),
  };
}

/** Says how far a run got. */
export function stateOf(run: FoundRun): string {
  const frames = `${run.framesDone} of ${run.frames} frames`;
  if (run.inProgress) return `in progress; ${frames}`;
  const name = run.state !== 'partial' ? run.state : run.reason === '' ? 'killed, or in progress on a disk that does not tell' : 'not finished';
  return `${run.reason === '' ? name : `${name}: ${run.reason}`}; ${frames}`;
}

/** Says what the audit has found so far. The sign tells the verdicts apart without colours. */
export function verdictOf(run: FoundRun): { readonly isClean: boolean; readonly text: string } {
  if (run.audited === 0) return { isClean: true, text: '… not audited yet' };
  const isWhole = run.audited === run.framesDone + 1;
  const audited = isWhole ? `all ${run.audited} frames audited` : `${run.audited} of ${run.framesDone + 1} frames audited`;
  if (run.badFrames === 0) return { isClean: true, text: `✓ no intersections; ${audited}` };
  return { isClean: false, text: `✗ ${run.badFrames} ${run.badFrames === 1 ? 'frame intersects' : 'frames intersect'}; ${audited}` };
}

import { type LinePlace } from './collision_store';
import { memberAt, numberOrNaN, parseJson } from './json';

/** Phases of a step whose times `stats.ndjson` has. */
export const phases = ['assembly', 'solve', 'filter', 'detection', 'response', 'rest'] as const;
/** Rungs of the ladder, as `stats.ndjson` names them. */
export const rungs = ['response', 'rigid_zones', 'halvings', 'priorities', 'yields', 'stops', 'retries'] as const;

export type Phase = (typeof phases)[number];
export type Rung = (typeof rungs)[number];

const lineEnd = 10;

/** What the steps of one frame come to. Sums are over its steps; energies are those of its last step. */
export interface FrameStatistics {
  readonly frame: number;
  steps: number;
  readonly seconds: Record<Phase, number>;
  readonly rungs: Record<Rung, number>;
  contacts: number;
  zones: number;
  proximities: number;
  passes: number;
  /** Largest stretch of any element, minus 1. */
  maxStrain: number;
  /** m/s. */
  maxSpeed: number;
  kineticEnergy: number;
  elasticEnergy: number;
  gravityEnergy: number;
  /** Magnitude, in kg m/s. */
  momentum: number;
  /** Metres. */
  lag: number;
  /** Bytes that the program had in use when the frame was finished; NaN if the run does not say. */
  memory: number;
}

/** Returns the rungs below the response that the ladder took in a frame. */
export function lowerRungs(frame: FrameStatistics): Rung[] {
  return rungs.filter((rung) => rung !== 'response' && frame.rungs[rung] > 0);
}

function emptyFrame(frame: number): FrameStatistics {
  const zeros = <Key extends string>(keys: readonly Key[]): Record<Key, number> =>
    Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
  return {
    frame, steps: 0, seconds: zeros(phases), rungs: zeros(rungs), contacts: 0, zones: 0, proximities: 0, passes: 0,
    maxStrain: 0, maxSpeed: 0, kineticEnergy: NaN, elasticEnergy: NaN, gravityEnergy: NaN, momentum: NaN, lag: 0, memory: NaN,
  };
}

/** Older versions did not write all counters, which count as 0 then. */
function counter(step: unknown, ...path: string[]): number {
  const value = numberOrNaN(memberAt(step, ...path));
  return Number.isNaN(value) ? 0 : value;
}

function addStep(sum: FrameStatistics, step: unknown): void {
  ++sum.steps;
  for (const phase of phases) sum.seconds[phase] += counter(step, 'seconds', phase);
  for (const rung of rungs) sum.rungs[rung] += counter(step, 'collision', 'rungs', rung);
  sum.contacts += counter(step, 'collision', 'contacts');
  sum.zones += counter(step, 'collision', 'zones');
  sum.proximities += counter(step, 'collision', 'proximities');
  sum.passes += counter(step, 'collision', 'passes');
  sum.maxStrain = Math.max(sum.maxStrain, counter(step, 'max_strain'));
  sum.maxSpeed = Math.max(sum.maxSpeed, counter(step, 'max_speed'));
  sum.lag = Math.max(sum.lag, counter(step, 'collision', 'lag', 'length'));
  sum.kineticEnergy = numberOrNaN(memberAt(step, 'kinetic_energy'));
  sum.elasticEnergy = numberOrNaN(memberAt(step, 'elastic_energy'));
  sum.gravityEnergy = numberOrNaN(memberAt(step, 'gravity_energy'));
  sum.memory = counter(step, 'memory') || NaN;
  const momentum = memberAt(step, 'momentum');
  sum.momentum = Array.isArray(momentum) ? Math.hypot(...momentum.map(numberOrNaN)) : NaN;
}

/** The statistics of a run, frame by frame, from a `stats.ndjson` that arrives in pieces while it grows. */
export class Statistics {
  private readonly byFrame = new Map<number, FrameStatistics>();
  private readonly groupLines = new Map<number, LinePlace>();
  private readonly decoder = new TextDecoder();
  private unfinishedLine: Uint8Array = new Uint8Array(0);
  private consumed = 0;

  /** Bytes taken so far; the next piece begins there. */
  get bytes(): number {
    return this.consumed;
  }

  /** In the order of the frames. */
  get frames(): FrameStatistics[] {
    return [...this.byFrame.values()];
  }

  of(frame: number): FrameStatistics | undefined {
    return this.byFrame.get(frame);
  }

  /** Returns where the line stands that says which vertices collided together in a frame. */
  groupsOf(frame: number): LinePlace | undefined {
    return this.groupLines.get(frame);
  }

  /** Takes the next bytes of the file, which may end within a line or a character. */
  append(piece: ArrayBuffer): void {
    const bytes = new Uint8Array(this.unfinishedLine.length + piece.byteLength);
    bytes.set(this.unfinishedLine);
    bytes.set(new Uint8Array(piece), this.unfinishedLine.length);
    const first = this.consumed - this.unfinishedLine.length; // where `bytes` begin in the file
    this.consumed += piece.byteLength;
    let begin = 0;
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, begin)) {
      if (end > begin) this.takeLine(this.decoder.decode(bytes.subarray(begin, end)), { begin: first + begin, end: first + end });
      begin = end + 1;
    }
    this.unfinishedLine = bytes.slice(begin);
  }

  private takeLine(line: string, place: LinePlace): void {
    const step = parseJson(line, 'a line of stats.ndjson');
    const frame = numberOrNaN(memberAt(step, 'frame'));
    let sum = this.byFrame.get(frame);
    if (sum === undefined) {
      sum = emptyFrame(frame);
      this.byFrame.set(frame, sum);
    }
    addStep(sum, step);
    const zones = memberAt(step, 'collision', 'groups', 'zones');
    if (Array.isArray(zones) && zones.length > 0) this.groupLines.set(frame, place);
  }
}

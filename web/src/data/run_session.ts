import { parseAudit, type Audit } from './audit';
import { CollisionStore } from './collision_store';
import { FrameStore } from './frame_store';
import { FormatError } from './json';
import { parseObj, type Mesh } from './obj';
import { parsePc2Header, pc2HeaderBytes, sampleRange } from './pc2';
import { continues, parseRunRecord, type RunRecord } from './run_record';
import { type RunListing, type RunSource } from './service';
import { Statistics } from './statistics';

/** What a page does when the run that it shows changes. */
export interface RunObserver {
  /** The run was opened, or replaced by another one in the same folder: everything is new. */
  opened(session: RunSession): void;
  /** More of the same run is there. */
  grew(session: RunSession): void;
  failed(error: Error): void;
  /** The last failure is over. */
  recovered(): void;
}

/** Statistics are read in pieces of this size, so that a long run does not block the page. */
const statisticsPieceBytes = 4 * 2 ** 20;
/** Seconds between two looks at a run that grows, and at one that has not changed for a while. */
const shortestPause = 1;
const longestPause = 8;

/**
 * A run folder, read while it is written. Each look asks for `run.json` alone; what it says to be new is read then. A
 * complete run is looked at as well, at longer intervals: it may be run again.
 */
export class RunSession {
  record!: RunRecord;
  meshes: readonly Mesh[] = [];
  frames!: FrameStore;
  collisions!: CollisionStore;
  statistics = new Statistics();
  audit: Audit = { framesAudited: 0, frames: new Map() };

  private tag = '';
  private pause = shortestPause;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private hasFailed = false;
  private isOpen = false;

  constructor(
    private readonly source: RunSource,
    readonly run: RunListing,
    private readonly observer: RunObserver,
  ) {}

  /** Frames that are there, the start included. */
  get frameCount(): number {
    return this.record.framesDone + 1;
  }

  /** Returns the number of a frame in files and messages. */
  numberOf(index: number): number {
    return this.record.startFrame + index;
  }

  async open(): Promise<void> {
    await this.look();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const changed = await this.source.textIfChanged(this.run, 'run.json', this.tag);
      if (this.closed) return;
      if (changed === undefined) {
        this.pause = Math.min(longestPause, 1.5 * this.pause);
      } else {
        await this.take(parseRunRecord(changed.text));
        this.tag = changed.tag;
        this.pause = shortestPause;
      }
      if (this.hasFailed) this.observer.recovered();
      this.hasFailed = false;
    } catch (error) {
      if (this.closed) return;
      this.hasFailed = true;
      this.pause = this.isOpen ? longestPause : shortestPause; // a run that has just begun has no record yet
      // A file that cannot be read may have been replaced while it was read: the next look begins anew.
      if (error instanceof FormatError) this.isOpen = false;
      this.tag = '';
      this.observer.failed(error instanceof Error ? error : new Error(String(error)));
    }
    if (!this.closed) this.timer = setTimeout(() => void this.look(), 1000 * this.pause);
  }

  private async take(record: RunRecord): Promise<void> {
    const isSame = this.isOpen && continues(this.record, record);
    if (!isSame) {
      const meshes = await Promise.all(record.bodies.map((body) => this.readMesh(body.name, body.vertices)));
      this.meshes = meshes;
      this.frames = new FrameStore(
        record.bodies.map((body) => body.vertices),
        (body, first, count) => {
          const { name, vertices } = record.bodies[body]!;
          const { begin, end } = sampleRange(vertices, first, count);
          return this.source.bytes(this.run, `${name}.pc2`, begin, end);
        },
      );
      const statistics = new Statistics();
      this.statistics = statistics;
      this.collisions = new CollisionStore(
        (file, begin, end) => this.source.bytes(this.run, file, begin, end),
        record.hasContacts,
        (index) => statistics.groupsOf(record.startFrame + index),
      );
      this.audit = { framesAudited: 0, frames: new Map() };
    }
    const oldAudited = isSame ? this.record.auditedFrames : -1;
    this.record = record;
    this.frames.grow(this.frameCount);
    await this.readStatistics();
    if (record.auditedFrames !== oldAudited && record.auditedFrames > 0)
      this.audit = parseAudit(await this.source.text(this.run, 'audit.json'));
    if (this.closed) return;
    this.isOpen = true;
    if (isSame) this.observer.grew(this);
    else this.observer.opened(this);
  }

  private async readMesh(name: string, vertices: number): Promise<Mesh> {
    try {
      const [text, header] = await Promise.all([
        this.source.text(this.run, `${name}.obj`),
        this.source.bytes(this.run, `${name}.pc2`, 0, pc2HeaderBytes),
      ]);
      const mesh = parseObj(text);
      if (mesh.positions.length !== 3 * vertices) throw new FormatError('has another number of vertices than run.json');
      if (parsePc2Header(header) !== vertices) throw new FormatError('has a cache with another number of vertices');
      return mesh;
    } catch (error) {
      if (error instanceof FormatError) throw new FormatError(`${name}: ${error.message}`);
      throw error;
    }
  }

  private async readStatistics(): Promise<void> {
    if (this.record.framesDone === 0) return; // the file has the steps of finished frames
    for (;;) {
      const begin = this.statistics.bytes;
      // A range behind the end of a file is an error, which browsers log. The last byte that is known is there for sure.
      const known = begin > 0 ? 1 : 0;
      const piece = await this.source.bytes(this.run, 'stats.ndjson', begin - known, begin + statisticsPieceBytes);
      this.statistics.append(piece.slice(known));
      if (piece.byteLength < statisticsPieceBytes + known) return;
    }
  }
}

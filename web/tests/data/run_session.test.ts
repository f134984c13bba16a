import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunSession, type RunObserver } from '../../src/data/run_session';
import { Service } from '../../src/data/service';
import { makeAudit, makeCache, makeRecord, makeStep, SampleRun } from './sample_run';

class Log implements RunObserver {
  readonly events: string[] = [];
  opened(session: RunSession): void {
    this.events.push(`opened ${session.frameCount}`);
  }
  grew(session: RunSession): void {
    this.events.push(`grew ${session.frameCount}`);
  }
  failed(error: Error): void {
    this.events.push(`failed: ${error.message}`);
  }
  recovered(): void {
    this.events.push('recovered');
  }
}

/** Writes the files of a run in the order in which the program writes them. */
function write(run: SampleRun, framesDone: number, changes: Record<string, unknown> = {}): void {
  run.write('sheet.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  run.write('sheet.pc2', makeCache(3, framesDone + 1));
  run.write('stats.ndjson', Array.from({ length: framesDone }, (_, i) => makeStep(i + 2)).join(''));
  run.write('audit.json', makeAudit(framesDone + 1));
  run.write('run.json', makeRecord(framesDone, changes));
}

describe('a session', () => {
  const run = new SampleRun();
  let log: Log;
  let session: RunSession;

  beforeEach(() => {
    vi.useFakeTimers();
    run.files.clear();
    log = new Log();
    session = new RunSession(new Service('/', 'token', run.fetcher), run.listing, log);
  });
  afterEach(() => {
    session.close();
    vi.useRealTimers();
  });

  it('reads a run, and its frames by ranges', async () => {
    write(run, 10);
    await session.open();
    expect(log.events).toEqual(['opened 11']);
    expect(session.statistics.frames.map(({ frame }) => frame)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(session.audit.framesAudited).toBe(11);
    expect([...(await session.frames.load(7))[0]!]).toEqual([7, 0, 0, 7, 1, 0, 7, 2, 0]);
    expect(run.requests.some((request) => request.startsWith('/runs/0/sheet.pc2 bytes='))).toBe(true);
    expect(run.requests).not.toContain('/runs/0/sheet.pc2');
  });
  it('follows a run that grows, reading only what is new', async () => {
    write(run, 2);
    await session.open();
    const bytes = session.statistics.bytes;
    await vi.advanceTimersByTimeAsync(3000);
    expect(log.events).toEqual(['opened 3']);
    write(run, 5);
    run.requests.length = 0;
    await vi.advanceTimersByTimeAsync(8000);
    expect(log.events).toEqual(['opened 3', 'grew 6']);
    expect(run.requests.some((request) => request.startsWith(`/runs/0/stats.ndjson bytes=${bytes - 1}-`))).toBe(true);
    expect(run.requests).not.toContain('/runs/0/sheet.obj');
    expect(session.statistics.frames).toHaveLength(5);
    expect((await session.frames.load(5))[0]![0]).toBe(5);
  });
  it('begins anew when the run was replaced', async () => {
    write(run, 5);
    await session.open();
    write(run, 1, { started: '2026-01-02T00:00:00Z' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(log.events).toEqual(['opened 6', 'opened 2']);
    expect(session.statistics.frames).toHaveLength(1);
  });
  it('says what is wrong with a file, and recovers', async () => {
    write(run, 2);
    run.write('sheet.obj', 'v 0 0 0\n');
    await session.open();
    expect(log.events).toEqual(['failed: sheet: has another number of vertices than run.json']);
    write(run, 2);
    await vi.advanceTimersByTimeAsync(9000);
    expect(log.events.slice(1)).toEqual(['opened 3', 'recovered']);
  });
  it('asks for its token', async () => {
    write(run, 2);
    const other = new RunSession(new Service('/', 'guess', run.fetcher), run.listing, log);
    await other.open();
    other.close();
    expect(log.events).toHaveLength(1);
    expect(log.events[0]).toContain('lacks its token');
  });
  it('stops looking when it is closed', async () => {
    write(run, 2);
    await session.open();
    session.close();
    run.requests.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run.requests).toEqual([]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { FrameStore } from '../../src/data/frame_store';
import { FramePresenter } from '../../src/scene/frame_presenter';

/** A run of one vertex whose x is the number of the frame. Requests are answered when they are told to. */
class Source {
  readonly asked: string[] = [];
  private answers: (() => void)[] = [];

  readonly read = (_: number, first: number, count: number): Promise<ArrayBuffer> => {
    this.asked.push(`${first}+${count}`);
    return new Promise((resolve) => {
      this.answers.push(() => resolve(Float32Array.from({ length: 3 * count }, (_, i) => first + Math.floor(i / 3)).buffer));
    });
  };

  async answer(): Promise<void> {
    for (const answer of this.answers.splice(0)) answer();
    await new Promise((resolve) => process.nextTick(resolve));
    for (let i = 0; i < 10; ++i) await Promise.resolve();
  }
}

describe('the presenter of frames', () => {
  it('shows a frame that was jumped to before its neighbours are there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const source = new Source();
    const store = new FrameStore([1], source.read, { maxBytes: 1e6, chunkBytes: 8 * 12 });
    store.grow(100);
    const shown: number[][] = [];
    const failed = vi.fn();
    const presenter = new FramePresenter(store, () => 100, (frame, own, beside) => shown.push([frame, own[0]![0]!, beside[0]![0]!]), failed);

    presenter.show(50);
    presenter.show(60); // the newest wish counts
    expect(presenter.isBehind).toBe(true);
    await source.answer();
    await source.answer();
    expect(source.asked).toEqual(['49+2', '59+2']);
    expect(shown).toEqual([[60, 60, 59]]);
    expect(presenter.isBehind).toBe(false);

    vi.runAllTimers(); // now the neighbours, and what comes next
    expect(source.asked.slice(2)).toEqual(['56+8']);
    await source.answer();
    presenter.show(61);
    expect(shown.at(-1)).toEqual([61, 61, 60]);
    expect(source.asked.slice(3)).toEqual(['72+8']);
    await source.answer();

    presenter.show(0); // its neighbour is the one behind it
    await source.answer();
    expect(shown.at(-1)).toEqual([0, 0, 1]);
    presenter.close();
    const before = source.asked.length;
    vi.runAllTimers();
    expect(source.asked.length).toBe(before);
    expect(failed).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});

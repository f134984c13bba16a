import { describe, expect, it } from 'vitest';
import { Playback } from '../../src/timeline/playback';

function playbackOf(frames: number): Playback {
  const playback = new Playback(() => {});
  playback.setFrameCount(frames);
  return playback;
}

describe('playback', () => {
  it('shows as many frames per second as the run has, times the speed', () => {
    const playback = playbackOf(100);
    playback.toggle();
    for (let i = 0; i < 60; ++i) playback.advance(1 / 60, 25);
    expect(playback.frame).toBeGreaterThanOrEqual(24);
    expect(playback.frame).toBeLessThanOrEqual(25);
    playback.step(-1000);
    playback.speed = 0.5;
    playback.toggle();
    playback.advance(1.001, 25);
    expect(playback.frame).toBe(12);
  });
  it('loops, or stops at the end', () => {
    const playback = playbackOf(10);
    playback.toggle();
    playback.advance(1.21, 10);
    expect(playback.frame).toBe(2);
    expect(playback.isPlaying).toBe(true);
    playback.toggleLoop();
    playback.advance(1, 10);
    expect(playback.frame).toBe(9);
    expect(playback.isPlaying).toBe(false);
    playback.toggle();
    expect(playback.frame).toBe(0);
  });
  it('steps within the run', () => {
    const playback = playbackOf(5);
    playback.step(3);
    playback.step(3);
    expect(playback.frame).toBe(4);
    playback.step(-10);
    expect(playback.frame).toBe(0);
  });
  it('follows a growing run until a frame is chosen', () => {
    const playback = playbackOf(5);
    playback.toggleFollow();
    playback.setFrameCount(8);
    expect(playback.frame).toBe(7);
    playback.step(-2);
    playback.setFrameCount(9);
    expect(playback.frame).toBe(5);
  });
  it('changes speed within the choices', () => {
    const playback = playbackOf(5);
    for (let i = 0; i < 20; ++i) playback.changeSpeed(1);
    expect(playback.speed).toBe(4);
    for (let i = 0; i < 20; ++i) playback.changeSpeed(-1);
    expect(playback.speed).toBe(0.1);
  });
});

/** Forms of WebM, from the one that keeps most to what every browser that records has. */
const forms = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'] as const;
const bitsPerSecond = 12e6;

export interface ClipSource {
  readonly frames: number;
  /** Frames per second. */
  readonly frameRate: number;
  readonly canvas: HTMLCanvasElement;
  /** Draws a frame, counted from the start, into the canvas. */
  draw(index: number): Promise<void>;
  /** Whether the clip should end before its last frame. */
  isStopped(): boolean;
}

/** A track of a canvas that takes a frame when it is told to; the types of TypeScript lack it. */
interface CanvasTrack extends MediaStreamTrack {
  requestFrame?(): void;
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}

/**
 * Records frames as a clip. A recorder keeps the time in which it gets its frames, so recording takes as long as the clip,
 * and longer where frames take longer.
 */
export async function recordClip(source: ClipSource): Promise<Blob> {
  const form = typeof MediaRecorder === 'undefined' ? undefined : forms.find((type) => MediaRecorder.isTypeSupported(type));
  if (form === undefined) throw new Error('This browser cannot record a clip as WebM.');
  await source.draw(0); // a stream has the size that the canvas has when it begins
  const stream = source.canvas.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasTrack;
  const recorder = new MediaRecorder(stream, { mimeType: form, videoBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise<void>((resolve, reject) => {
    recorder.addEventListener('stop', () => resolve());
    recorder.addEventListener('error', () => reject(new Error('The clip could not be recorded.')));
  });
  recorder.start();
  try {
    for (let index = 0; index < source.frames && !source.isStopped(); ++index) {
      const begin = performance.now();
      await source.draw(index);
      track.requestFrame?.();
      await after(1000 / source.frameRate - (performance.now() - begin));
    }
  } finally {
    recorder.stop();
  }
  await stopped;
  track.stop();
  return new Blob(parts, { type: 'video/webm' });
}

/** What can be drawn over the bodies. */
export const overlayNames = ['contacts', 'zones', 'clusters', 'patches', 'thickness', 'rungs', 'asGiven'] as const;
export type OverlayName = (typeof overlayNames)[number];
export type OverlaySettings = Readonly<Record<OverlayName, boolean>>;

export const noOverlays = Object.fromEntries(overlayNames.map((name) => [name, false])) as Record<OverlayName, boolean>;

/** How many things of each overlay a frame has; undefined if the run does not store them. */
export type OverlayCounts = Readonly<Record<OverlayName, number | undefined>>;

/** Signs of contacts, which differ by form and colour. The panel explains them with the same drawings. */
export const signs = {
  near: { form: 'circle', colour: '#0a7d8c', about: 'nearer than the thickness' },
  collision: { form: 'diamond', colour: '#d4620a', about: 'would have collided' },
  fallback: { form: 'triangle', colour: '#b0128f', about: 'in a step below the response' },
  stopped: { form: 'square', colour: '#c00018', about: 'stopped by the last rung' },
} as const;
export type SignName = keyof typeof signs;

/** Draws a sign with a white rim, so that it is seen on any colour, into a square of the given size. */
export function drawSign(context: CanvasRenderingContext2D, name: SignName, size: number): void {
  const { form, colour } = signs[name];
  const [low, middle, high] = [0.2 * size, 0.5 * size, 0.8 * size];
  context.beginPath();
  if (form === 'circle') {
    context.arc(middle, middle, 0.26 * size, 0, 2 * Math.PI);
  } else {
    const corners = {
      diamond: [[middle, 0.12 * size], [0.88 * size, middle], [middle, 0.88 * size], [0.12 * size, middle]],
      triangle: [[middle, 0.12 * size], [0.9 * size, high], [0.1 * size, high]],
      square: [[low, low], [high, low], [high, high], [low, high]],
    }[form];
    for (const [x, y] of corners) context.lineTo(x!, y!);
  }
  context.closePath();
  context.lineJoin = 'round';
  context.strokeStyle = '#ffffff';
  context.lineWidth = 0.16 * size;
  context.stroke();
  context.fillStyle = colour;
  context.fill();
}

/** Colours of groups that touch each other or not; neighbours in the list differ most. */
export const groupColours = ['#f2c230', '#2f6fd0', '#e0457b', '#39a845', '#8c4fd0', '#e8792a', '#18a5a0', '#9a5b2c'] as const;

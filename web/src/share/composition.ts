import { type RunPane } from '../scene/run_pane';

/** Pixels between the edge of a picture and the name of its run. */
const margin = 10;

/** Draws the panes into a canvas as they stand on the page, side by side, with the names of the runs if there are several. */
export function compose(all: readonly RunPane[], canvas: HTMLCanvasElement): void {
  const panes = all.filter(({ isHidden }) => !isHidden);
  const boxes = panes.map(({ stage }) => stage.canvas.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const scale = panes[0]!.stage.canvas.width / boxes[0]!.width;
  // Video coders want even numbers of pixels.
  const even = (pixels: number): number => 2 * Math.max(1, Math.round(pixels / 2));
  const width = even(scale * (Math.max(...boxes.map((box) => box.right)) - left));
  const height = even(scale * (Math.max(...boxes.map((box) => box.bottom)) - top));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext('2d')!;
  panes.forEach(({ run, stage }, i) => {
    const box = boxes[i]!;
    const [x, y] = [scale * (box.left - left), scale * (box.top - top)];
    stage.draw(); // a browser keeps the picture of a canvas only until it has shown it
    context.drawImage(stage.canvas, x, y, scale * box.width, scale * box.height);
    if (panes.length === 1) return;
    context.font = `${13 * scale}px system-ui, sans-serif`;
    context.lineWidth = 3 * scale;
    context.strokeStyle = '#ffffff';
    context.fillStyle = '#14181d';
    const bottom = y + scale * (box.height - margin);
    context.strokeText(run.name, x + scale * margin, bottom);
    context.fillText(run.name, x + scale * margin, bottom);
  });
}

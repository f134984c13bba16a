import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { lowerRungs, type FrameStatistics } from '../data/statistics';
import { checkBox, element } from '../panels/dom';
import { plots, tabulate, type PlotDescription } from './series';

/** Lines differ by dashes as well as by colour. */
const strokes = ['#3f7fb5', '#c4552d', '#2f8f6b', '#9a62b8', '#b58a1b', '#6b7480'] as const;
const dashes: readonly number[][] = [[], [6, 3], [2, 2], [10, 3, 2, 3], [1, 3], [12, 4]];
const plotHeight = 150;
/** Pixels. */
const rungBarHeight = 5;
/** Pixels between a press and a release that still make a click. */
const clickReach = 3;

/** Colours of the page that the canvases need. */
export interface PlotColours {
  readonly text: string;
  readonly grid: string;
  readonly rungs: string;
}

function numberText(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : String(Number(value.toPrecision(4)));
}

/** The plots beside the picture. They share a pointer, and a line shows the frame of the picture; a click goes to a frame. */
export class PlotPanel {
  readonly root: HTMLElement;

  private charts: uPlot[] = [];
  /** Those that show the frame of the picture. */
  private readonly lines = new WeakMap<uPlot, HTMLElement>();
  private readonly host = element('div', { class: 'charts' });
  private frames: readonly FrameStatistics[] = [];
  private frame = 0;
  private isLogarithmic = false;
  private marksRungs = false;
  private colours: PlotColours = { text: '#000', grid: '#ccc', rungs: '#000' };

  constructor(private readonly goTo: (frame: number) => void) {
    const box = checkBox('Logarithmic', false, (isOn) => {
      this.isLogarithmic = isOn;
      this.rebuild();
    });
    this.root = element('section', { class: 'plots', 'aria-label': 'Plots' }, element('header', {}, element('h2', {}, 'Plots'), box), this.host);
    new ResizeObserver(() => this.resize()).observe(this.host);
  }

  setColours(colours: PlotColours): void {
    this.colours = colours;
    this.rebuild();
  }

  setStatistics(frames: readonly FrameStatistics[]): void {
    this.frames = frames;
    if (this.charts.length === 0) {
      this.rebuild();
      return;
    }
    this.charts.forEach((chart, i) => chart.setData(this.dataOf(plots[i]!)));
    this.describe();
  }

  /** Marks the frames in which the ladder went below the response, as bars at the bottom of each plot. */
  markRungs(isOn: boolean): void {
    if (isOn === this.marksRungs) return;
    this.marksRungs = isOn;
    for (const chart of this.charts) chart.redraw(false);
  }

  /** Says which frame, by its number, the picture shows. */
  setFrame(frame: number): void {
    if (frame === this.frame) return;
    this.frame = frame;
    for (const chart of this.charts) this.placeLine(chart);
    this.describe();
  }

  private dataOf(plot: PlotDescription): uPlot.AlignedData {
    return tabulate(plot, this.frames, this.isLogarithmic) as uPlot.AlignedData;
  }

  private rebuild(): void {
    for (const chart of this.charts) chart.destroy();
    this.host.replaceChildren();
    this.charts = plots.map((plot) => {
      const chart = new uPlot(this.options(plot), this.dataOf(plot), this.host);
      chart.root.setAttribute('role', 'img');
      const line = element('div', { class: 'frame-line' });
      chart.over.append(line);
      this.lines.set(chart, line);
      this.placeLine(chart);
      this.listenToClicks(chart);
      return chart;
    });
    this.describe();
  }

  private options(plot: PlotDescription): uPlot.Options {
    const { text, grid } = this.colours;
    const axis: uPlot.Axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: '11px system-ui, sans-serif' };
    return {
      title: plot.unit === '' ? plot.title : `${plot.title} [${plot.unit}]`,
      width: Math.max(120, this.host.clientWidth),
      height: plotHeight,
      cursor: { sync: { key: 'frames' }, drag: { x: true, y: false, setScale: true } },
      scales: { x: { time: false }, y: { distr: this.isLogarithmic ? 3 : 1 } },
      axes: [{ ...axis, size: 26 }, { ...axis, size: 56 }],
      series: [
        { label: 'frame' },
        ...plot.series.map(({ label }, i) => ({
          label,
          stroke: strokes[i % strokes.length]!,
          dash: dashes[i % dashes.length]!,
          width: 1.5,
          points: { show: this.frames.length < 2 },
          value: (_: uPlot, value: number | null) => numberText(value),
        })),
      ],
      hooks: { draw: [(chart) => this.drawRungs(chart), (chart) => this.placeLine(chart)] },
    };
  }

  private drawRungs(chart: uPlot): void {
    const { min, max } = chart.scales['x']!;
    if (!this.marksRungs || min == null || max == null) return;
    const { ctx, bbox } = chart;
    const height = rungBarHeight * window.devicePixelRatio;
    ctx.save();
    ctx.fillStyle = this.colours.rungs;
    for (const frame of this.frames) {
      if (frame.frame < min || frame.frame > max || lowerRungs(frame).length === 0) continue;
      const left = Math.max(bbox.left, chart.valToPos(frame.frame - 0.5, 'x', true));
      const right = Math.min(bbox.left + bbox.width, chart.valToPos(frame.frame + 0.5, 'x', true));
      ctx.fillRect(left, bbox.top + bbox.height - height, Math.max(1, right - left), height);
    }
    ctx.restore();
  }

  /** Moves the line to the frame of the picture. It is no part of the canvas, which would take a jump longer than the frame. */
  private placeLine(chart: uPlot): void {
    const { min, max } = chart.scales['x']!;
    const line = this.lines.get(chart);
    if (line === undefined) return;
    line.hidden = min == null || max == null || this.frame < min || this.frame > max;
    if (!line.hidden) line.style.transform = `translateX(${Math.round(chart.valToPos(this.frame, 'x'))}px)`;
  }

  /** A click goes to a frame; dragging magnifies, and a double click shows all again. */
  private listenToClicks(chart: uPlot): void {
    let pressed = 0;
    chart.over.addEventListener('mousedown', (event) => (pressed = event.clientX));
    chart.over.addEventListener('mouseup', (event) => {
      const { idx } = chart.cursor;
      if (Math.abs(event.clientX - pressed) > clickReach || idx == null) return;
      const frame = chart.data[0][idx];
      if (frame !== undefined) this.goTo(frame);
    });
  }

  /** Says the values at the frame of the picture to those who cannot see the canvases. */
  private describe(): void {
    const frame = this.frames.find((candidate) => candidate.frame === this.frame);
    this.charts.forEach((chart, i) => {
      const plot = plots[i]!;
      const values = frame === undefined ? 'no steps' : plot.series.map(({ label, value }) => `${label} ${numberText(value(frame))}`).join(', ');
      chart.root.setAttribute('aria-label', `${plot.title}${plot.unit === '' ? '' : ` in ${plot.unit}`}, frame ${this.frame}: ${values}`);
    });
  }

  private resize(): void {
    const width = Math.max(120, this.host.clientWidth);
    for (const chart of this.charts) if (chart.width !== width) chart.setSize({ width, height: plotHeight });
  }
}

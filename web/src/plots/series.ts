import { phases, rungs, type FrameStatistics } from '../data/statistics';

/** A line of a plot: its name, and its value in each frame. */
export interface Series {
  readonly label: string;
  readonly value: (frame: FrameStatistics) => number;
}

export interface PlotDescription {
  readonly title: string;
  readonly unit: string;
  readonly series: readonly Series[];
}

const rungNames: Partial<Record<(typeof rungs)[number], string>> = {
  rigid_zones: 'rigid zones', halvings: 'halvings', priorities: 'priorities', yields: 'yields', stops: 'stops', retries: 'retries',
};

/** The plots of a run, all over its frames. */
export const plots: readonly PlotDescription[] = [
  {
    title: 'Time per frame', unit: 's',
    series: phases.map((phase) => ({ label: phase, value: (frame) => frame.seconds[phase] })),
  },
  {
    title: 'Collisions', unit: '',
    series: [
      { label: 'contacts', value: (frame) => frame.contacts },
      { label: 'zones', value: (frame) => frame.zones },
      { label: 'passes', value: (frame) => frame.passes },
    ],
  },
  {
    title: 'Rungs below the response', unit: '',
    series: rungs.flatMap((rung) => {
      const label = rungNames[rung];
      return label === undefined ? [] : [{ label, value: (frame: FrameStatistics) => frame.rungs[rung] }];
    }),
  },
  {
    title: 'Largest strain', unit: '%',
    series: [{ label: 'strain', value: (frame) => 100 * frame.maxStrain }],
  },
  {
    title: 'Energy', unit: 'J',
    series: [
      { label: 'kinetic', value: (frame) => frame.kineticEnergy },
      { label: 'elastic', value: (frame) => frame.elasticEnergy },
      { label: 'gravity', value: (frame) => frame.gravityEnergy },
    ],
  },
  {
    title: 'Momentum and lag', unit: '',
    series: [
      { label: 'momentum kg m/s', value: (frame) => frame.momentum },
      { label: 'lag mm', value: (frame) => 1000 * frame.lag },
    ],
  },
  {
    title: 'Memory', unit: 'MB',
    series: [{ label: 'memory', value: (frame) => 1e-6 * frame.memory }],
  },
];

/** A column of numbers for a plot; null leaves a gap. */
export type Column = (number | null)[];

/**
 * Returns the numbers of the frames and, for each series, its values. A logarithmic scale shows positive values only; the
 * others are gaps.
 */
export function tabulate(plot: PlotDescription, frames: readonly FrameStatistics[], isLogarithmic: boolean): Column[] {
  const drawn = (value: number): number | null => (Number.isFinite(value) && (!isLogarithmic || value > 0) ? value : null);
  return [frames.map((frame) => frame.frame), ...plot.series.map(({ value }) => frames.map((frame) => drawn(value(frame))))];
}

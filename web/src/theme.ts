import { type PlotColours } from './plots/plot_panel';

export type Theme = 'light' | 'dark';

const storageKey = 'muslin-theme';

/** What the canvases need of the appearance; the rest is in style.css. */
export interface CanvasColours {
  readonly background: string;
  readonly grid: string;
  readonly wires: string;
  /** Of runs that are laid over another one. */
  readonly runs: readonly string[];
  readonly plots: PlotColours;
}

const colours: Record<Theme, CanvasColours> = {
  light: {
    background: '#e9ebee', grid: '#9aa3ad', wires: '#101418', runs: ['#0b57d0', '#a01f98', '#006d3c'],
    plots: { text: '#3a424b', grid: '#dfe3e7', rungs: '#a01f98' },
  },
  dark: {
    background: '#1b1f24', grid: '#4d5762', wires: '#000000', runs: ['#7cb2ff', '#e28be0', '#7fd6a0'],
    plots: { text: '#c3cad2', grid: '#343b43', rungs: '#e28be0' },
  },
};

export function coloursOf(theme: Theme): CanvasColours {
  return colours[theme];
}

/** Returns the appearance that the user chose here, or that of the desktop. */
export function preferredTheme(): Theme {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  document.documentElement.dataset['theme'] = theme;
}

import { effect, signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: string | undefined): value is Theme => themes.some((known) => known === value);

const initialTheme = (): Theme => {
  const chosen = remembered('theme');
  return isTheme(chosen) ? chosen : 'system';
};

export const theme = signal<Theme>(initialTheme());

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(systemIsDark.matches);
systemIsDark.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/** The theme in use, chosen by the user or by the system. Charts are redrawn when it changes: CSS does not reach a canvas. */
export const shownTheme = signal<'light' | 'dark'>('light');

effect(() => {
  const systems = isSystemDark.value ? 'dark' : 'light';
  const shown = theme.value === 'system' ? systems : theme.value;
  document.documentElement.dataset['theme'] = shown;
  shownTheme.value = shown;
});

export const chooseTheme = (chosen: string): void => {
  if (!isTheme(chosen)) return;
  remember('theme', chosen);
  theme.value = chosen;
};

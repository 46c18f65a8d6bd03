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

/** What is shown, whoever chose it. Charts are drawn anew when it changes: a canvas knows no CSS. */
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

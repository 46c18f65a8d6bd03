import { effect, signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';
import { chooseLanguage, language, languageNames, listLanguages, text } from '../text/index.js';
import { formatLocalZone } from '../ui/format.js';
import { Select } from '../ui/select.js';
import { say } from '../ui/states.js';
import { chooseZone, merchantZonePlace, zone, zones } from '../ui/zone.js';
import { app } from './app-definition.js';
import { openSheet } from './shortcuts.js';

const zoneNames = { merchant: merchantZonePlace, local: formatLocalZone, utc: () => 'UTC' };

export const Preferences = () => {
  const t = text();
  const guide = app().guide?.();
  return (
    <div class="preferences">
      <Select
        label={t.theme.label}
        value={theme.value}
        options={themes.map((each) => [each, t.theme[each]])}
        onChoose={chooseTheme}
      />
      <Select
        label={t.language}
        value={language.value}
        options={listLanguages().map((each) => [each, languageNames[each]])}
        onChoose={(chosen) => void chooseLanguage(chosen).catch(() => say(t.unreachable, 'bad'))}
      />
      <Select
        label={t.zone.label}
        value={zone.value}
        options={zones.value.map((each) => [each, zoneNames[each]()])}
        onChoose={chooseZone}
      />
      {app().zoneForAll?.()}
      <button type="button" onClick={openSheet}>
        {t.shortcuts.title}
      </button>
      {guide && <a href={guide.href}>{guide.name}</a>}
    </div>
  );
};

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const isTheme = (value: string | undefined): value is Theme => themes.some((known) => known === value);

const initialTheme = (): Theme => {
  const chosen = remembered('theme');
  return isTheme(chosen) ? chosen : 'system';
};

const theme = signal<Theme>(initialTheme());

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(systemIsDark.matches);
systemIsDark.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

/**
 * The theme in use, chosen by the user or by the system. Charts are redrawn when it changes: CSS does not reach a
 * canvas.
 */
export const shownTheme = signal<'light' | 'dark'>('light');

effect(() => {
  const systems = isSystemDark.value ? 'dark' : 'light';
  const shown = theme.value === 'system' ? systems : theme.value;
  document.documentElement.dataset['theme'] = shown;
  shownTheme.value = shown;
});

const chooseTheme = (chosen: Theme): void => {
  remember('theme', chosen);
  theme.value = chosen;
};

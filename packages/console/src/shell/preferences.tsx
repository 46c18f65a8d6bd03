import { effect, signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { remember, remembered } from '../browser/remembered.js';
import { chooseLanguage, language, languageNames, listLanguages, text } from '../text/index.js';
import { formatLocalZone } from '../ui/format.js';
import { chooseZone, merchantZonePlace, zone, zones } from '../ui/zone.js';
import { app } from './app-definition.js';
import { openSheet } from './shortcuts.js';

const zoneNames = { merchant: merchantZonePlace, local: formatLocalZone, utc: () => 'UTC' };

export const Preferences = () => {
  const t = text();
  const id = useId();
  const guide = app().guide?.();
  return (
    <div class="preferences">
      <label class="visually-hidden" for={`${id}-theme`}>
        {t.theme.label}
      </label>
      <select id={`${id}-theme`} value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value)}>
        {themes.map((each) => (
          <option key={each} value={each}>
            {t.theme[each]}
          </option>
        ))}
      </select>
      <label class="visually-hidden" for={`${id}-zone`}>
        {t.zone.label}
      </label>
      <select id={`${id}-zone`} value={zone.value} onChange={(event) => chooseZone(event.currentTarget.value)}>
        {zones.value.map((each) => (
          <option key={each} value={each}>
            {zoneNames[each]()}
          </option>
        ))}
      </select>
      {app().zoneForAll?.()}
      <div class="languages">
        <button type="button" class="shortcut" title={t.shortcuts.title} onClick={openSheet}>
          <span aria-hidden="true">?</span>
          <span class="visually-hidden">{t.shortcuts.title}</span>
        </button>
      </div>
      <div class="languages" role="group" aria-label={t.language}>
        {listLanguages().map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            aria-pressed={language.value === each}
            onClick={() => chooseLanguage(each)}
          >
            <span aria-hidden="true">{each.toUpperCase()}</span>
            <span class="visually-hidden">{languageNames[each]}</span>
          </button>
        ))}
      </div>
      {guide && (
        <a class="guide" href={guide.href}>
          {guide.name}
        </a>
      )}
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

/** The theme in use, chosen by the user or by the system. Charts are redrawn when it changes: CSS does not reach a canvas. */
export const shownTheme = signal<'light' | 'dark'>('light');

effect(() => {
  const systems = isSystemDark.value ? 'dark' : 'light';
  const shown = theme.value === 'system' ? systems : theme.value;
  document.documentElement.dataset['theme'] = shown;
  shownTheme.value = shown;
});

const chooseTheme = (chosen: string): void => {
  if (!isTheme(chosen)) return;
  remember('theme', chosen);
  theme.value = chosen;
};

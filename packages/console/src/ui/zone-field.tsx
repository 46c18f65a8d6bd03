import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { text } from '../text/index.js';

/** `value`: of the IANA database; empty: none. */
export const ZoneField = ({ value }: { value: Signal<string> }) => {
  const t = text().zone;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t.label}</label>
      <select id={id} value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        <option value="">{t.none}</option>
        {namesWith(value.value).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  );
};

/** Those of the browser, and the one that is set, which may be called by an older name. */
const namesWith = (timeZone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), timeZone])].filter(Boolean).sort();

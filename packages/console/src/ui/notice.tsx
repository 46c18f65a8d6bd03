import { signal } from '@preact/signals';
import { text } from '../text/index.js';
import { type Tone, ToneIcon } from './icons.js';

const shownMs = 6_000;

const notice = signal<{ words: string; tone: Tone } | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that something was done. A failure is shown where the action was asked for, and stays. */
export const say = (words: string, tone: Tone = 'good'): void => {
  notice.value = { words, tone };
  clearTimeout(timer);
  timer = setTimeout(dismiss, shownMs);
};

const dismiss = (): void => {
  notice.value = undefined;
};

export const Notice = () => (
  <div class="notice-place" role="status">
    {notice.value && (
      <p class="notice">
        <ToneIcon tone={notice.value.tone} />
        <span>{notice.value.words}</span>
        <button type="button" class="plain" aria-label={text().shortcuts.close} onClick={dismiss}>
          ×
        </button>
      </p>
    )}
  </div>
);

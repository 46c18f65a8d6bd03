import { signal } from '@preact/signals';
import { remember, remembered } from '../browser/remembered.js';

/** Whether `/` alone goes to the search. Who speaks to the browser, or hits keys by mistake, turns it off (WCAG 2.1.4). */
export const isShortcutOn = signal(remembered('shortcut') !== 'off');

export const switchShortcut = (): void => {
  isShortcutOn.value = !isShortcutOn.value;
  remember('shortcut', isShortcutOn.value ? 'on' : 'off');
};

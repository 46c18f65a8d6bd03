import { element } from './element.js';

const toldMs = 2000;

/** A button at each block of code, where the browser lets pages write to the clipboard: over https and on one's own machine. */
export const addCopyButtons = (): void => {
  if (!isSecureContext) return;
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = element('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, 'Copy');
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.querySelector('pre')?.textContent ?? '').then(
        () => tell(button, 'Copied'),
        () => tell(button, 'Not allowed'),
      );
    });
    block.append(button);
  }
};

const tell = (button: HTMLButtonElement, text: string): void => {
  button.textContent = text;
  setTimeout(() => (button.textContent = 'Copy'), toldMs);
};

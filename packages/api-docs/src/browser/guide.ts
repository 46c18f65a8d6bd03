const shownMs = 2000;

const english = { copy: 'Copy', copied: 'Copied', refused: 'Not allowed' };
const words =
  new Map([
    ['pt-BR', { copy: 'Copiar', copied: 'Copiado', refused: 'Não permitido' }],
    ['es', { copy: 'Copiar', copied: 'Copiado', refused: 'No permitido' }],
  ]).get(document.documentElement.lang) ?? english;

/** A button at each block of code, where the browser lets pages write to the clipboard: over https and on localhost. */
const addCopyButton = (block: HTMLPreElement): void => {
  const button = document.createElement('button');
  button.textContent = words.copy;
  button.ariaLive = 'polite';
  const show = (text: string): void => {
    button.textContent = text;
    setTimeout(() => (button.textContent = words.copy), shownMs);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.textContent).then(
      () => show(words.copied),
      () => show(words.refused),
    );
  });
  block.before(button);
};

if (isSecureContext) document.querySelectorAll('pre').forEach(addCopyButton);

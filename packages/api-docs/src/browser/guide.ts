const shownMs = 2000;

/** A button at each block of code, where the browser lets pages write to the clipboard: over https and on localhost. */
const addCopyButton = (block: HTMLPreElement): void => {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.ariaLive = 'polite';
  const show = (text: string): void => {
    button.textContent = text;
    setTimeout(() => (button.textContent = 'Copy'), shownMs);
  };
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(block.textContent).then(
      () => show('Copied'),
      () => show('Not allowed'),
    );
  });
  block.before(button);
};

if (isSecureContext) document.querySelectorAll('pre').forEach(addCopyButton);

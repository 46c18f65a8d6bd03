import { text } from '../text/index.js';
import { say } from './notice.js';

/** Copies a text that the page shows, or its own address. */
export const CopyButton = ({ label, what }: { label: string; what: () => string }) => (
  <button type="button" onClick={() => void copy(what())}>
    {label}
  </button>
);

/** The address of the page, which leads its reader there again. */
export const CopyLink = () => <CopyButton label={text().copyLink} what={() => location.href} />;

const copy = async (words: string): Promise<void> => {
  const t = text();
  try {
    // The clipboard is there only where the page came over TLS, or from this machine.
    await navigator.clipboard.writeText(words);
    say(t.copied);
  } catch {
    say(t.copyFailed, 'bad');
  }
};

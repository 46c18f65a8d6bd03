import { highlight } from './highlight.js';
import { escapeHtml } from './markdown.js';

/** One way of saying it: `id` is what the reader's choice is remembered by. */
export type CodeVariant = { id: string; label: string; highlight: string; code: string };

/** Can be scrolled, and so has to be reached by the keyboard. */
export const renderCode = (code: string, language: string): string =>
  `<div class="code"><pre tabindex="0"><code>${highlight(code.trimEnd(), language)}</code></pre></div>`;

/**
 * The same in several languages: the first open, the others folded. The page's script makes tabs of them; without it
 * the browser keeps one open, because they share a name.
 */
export const renderVariants = (name: string, variants: readonly CodeVariant[]): string => {
  const [only] = variants;
  if (only !== undefined && variants.length === 1) return renderCode(only.code, only.highlight);
  const all = variants.map(
    ({ id, label, highlight: language, code }, at) =>
      `<details name="${escapeHtml(name)}" data-language="${escapeHtml(id)}"${at === 0 ? ' open' : ''}><summary>${escapeHtml(label)}</summary>${renderCode(code, language)}</details>`,
  );
  return `<div class="variants">${all.join('\n')}</div>`;
};

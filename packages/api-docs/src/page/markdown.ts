export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As much Markdown as our own descriptions use: paragraphs, tables, code and bold. */
export const renderMarkdown = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => (block.startsWith('|') ? renderTable(block) : `<p>${renderInline(block)}</p>`))
    .join('\n');

export const renderInline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

const renderTable = (block: string): string => {
  const [head, , ...rows] = block.split('\n').map(cellsOf);
  const toRow = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${renderInline(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => toRow(cells, 'td')).join('\n');
  return `<div class="wide" tabindex="0"><table><thead>${toRow(head ?? [], 'th')}</thead><tbody>${body}</tbody></table></div>`;
};

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

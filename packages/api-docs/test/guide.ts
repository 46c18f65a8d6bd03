import { readFileSync } from 'node:fs';

const docs = new URL('../../../docs/', import.meta.url);

export const readGuide = (file = 'merchants.md'): string => readFileSync(new URL(file, docs), 'utf8');

/** The code block after `<!-- snippet: name -->`. */
export const readSnippet = (guide: string, name: string): string => {
  const snippet = new RegExp(`<!-- snippet: ${name} -->\\s+\`\`\`\\w+\\n([^]*?)\`\`\``).exec(guide)?.[1];
  if (snippet === undefined) throw new Error(`the guide has no snippet ${name}`);
  return snippet;
};

/** Cells of the first table below a heading, without the head. */
export const readTable = (guide: string, heading: string): string[][] => {
  const lines = guide.slice(guide.indexOf(`\n## ${heading}\n`)).split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

export type Vector = {
  title: string;
  secrets: string[];
  webhook_id: string;
  webhook_timestamp: number;
  body: string;
  webhook_signature: string;
};

export const readVectors = (): Record<'vectors' | 'forgeries', Vector[]> =>
  JSON.parse(readFileSync(new URL('webhook-signature-vectors.json', docs), 'utf8'));

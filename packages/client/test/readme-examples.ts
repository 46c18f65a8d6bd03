import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The TypeScript of the README, block by block. */
export const readmeExamples: string[] = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** The repository's root. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Every document of a file. @throws on the first syntax error or duplicate key */
export const readYaml = (path: string): unknown[] => parseYaml(readFileSync(path, 'utf8'), path);

export const parseYaml = (text: string, path: string): unknown[] =>
  parseAllDocuments(text, { merge: true, uniqueKeys: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`${path}: ${error.message}`, { cause: error });
    return document.toJS() as unknown;
  });

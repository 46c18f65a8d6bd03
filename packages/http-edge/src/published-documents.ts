import { inLanguages } from './in-languages.js';
import { type PublishedFile, publishedFile } from './published-file.js';

/** Pages of any origin may read them: they are the same for all callers, and need no credentials. */
const forEverybody = { 'access-control-allow-origin': '*' };

type Document = { path: string; language: string; body: Buffer; headers: Readonly<Record<string, string>> };

/**
 * The public files of an API below the prefix: its document, the pages made of it, and the files that those load. Of several at one
 * path the browser's language decides.
 */
export const publishedDocuments = (prefix: string, files: readonly Document[]): PublishedFile[] =>
  [...new Set(files.map(({ path }) => path))].map((path) => {
    const variants = files.filter((file) => file.path === path);
    return atOnePath(
      inLanguages(
        variants.map(({ language, body, headers }) => ({
          language,
          file: publishedFile(`${prefix}/${path}`, body, { ...forEverybody, ...headers }),
        })),
      ),
    );
  });

/** Links of a page are relative to where it is, so that it can be served below any path: with a slash behind they would fail. */
const atOnePath = ({ method, path, answerTo }: PublishedFile): PublishedFile => ({
  method,
  path,
  answerTo: async (request) =>
    request.path.endsWith('/')
      ? { status: 308, headers: { location: `../${path.split('/').at(-1) ?? ''}` } }
      : answerTo(request),
});

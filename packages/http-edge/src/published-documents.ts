import { type PublishedFile, publishedFile } from './published-file.js';

/** Pages of any origin may read them: they are the same for all callers, and need no credentials. */
const forEverybody = { 'access-control-allow-origin': '*' };

/** The public files of an API below the prefix: its document, the pages made of it, and the files that those load. */
export const publishedDocuments = (
  prefix: string,
  files: readonly { path: string; body: Buffer; headers: Readonly<Record<string, string>> }[],
): PublishedFile[] =>
  files.map(({ path, body, headers }) =>
    atOnePath(publishedFile(`${prefix}/${path}`, body, { ...forEverybody, ...headers })),
  );

/** Links of a page are relative to where it is, so that it can be served below any path: with a slash behind they would fail. */
const atOnePath = ({ method, path, answerTo }: PublishedFile): PublishedFile => ({
  method,
  path,
  answerTo: async (request) =>
    request.path.endsWith('/')
      ? { status: 308, headers: { location: `../${path.split('/').at(-1) ?? ''}` } }
      : answerTo(request),
});

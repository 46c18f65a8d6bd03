import { withRetrySchedule } from '@delivery/contracts';
import { publishedDocuments, type PublishedFile } from '@delivery/http-edge';

type Files = Parameters<typeof publishedDocuments>[1];

/** Documents with the retry schedule that order-state has now. Until it is known they name the default. */
export const documentsWith = (
  retryDelaysMs: () => readonly number[] | undefined,
  prefix: string,
  files: Files,
): PublishedFile[] => {
  let delaysMs: readonly number[] | undefined;
  let documents = publishedDocuments(prefix, files);
  const latest = (): PublishedFile[] => {
    const known = retryDelaysMs();
    if (known === undefined || known.join() === delaysMs?.join()) return documents;
    delaysMs = known;
    documents = publishedDocuments(
      prefix,
      files.map((file) => (isText(file) ? { ...file, read: async () => render(await file.read(), known) } : file)),
    );
    return documents;
  };
  return documents.map((file, place) => ({
    ...file,
    answerTo: (request) => (latest()[place] ?? file).answerTo(request),
  }));
};

const isText = ({ headers }: Files[number]): boolean =>
  /^(text\/(html|markdown)|application\/json)/.test(headers['content-type'] ?? '');

const render = (body: Buffer, delaysMs: readonly number[]): Buffer =>
  Buffer.from(withRetrySchedule(body.toString(), delaysMs));

import type { PublishedFile } from './published-file.js';

type InLanguage = { language: string; file: PublishedFile };

/** What is there in several languages: in one that the caller's browser asks for, else in the first. */
export const inLanguages = (variants: readonly InLanguage[]): PublishedFile => {
  const [first] = variants;
  if (first === undefined) throw new Error('a published file has at least one language');
  if (variants.length === 1) return first.file;
  const names = variants.map(({ language }) => withoutRegion(language));
  return {
    ...first.file,
    answerTo: async (request) => {
      const accepted = request.acceptsLanguages(names);
      const { file, language } = variants.find((each) => withoutRegion(each.language) === accepted) ?? first;
      const answer = await file.answerTo(request);
      const vary = [answer.headers?.['vary'], 'accept-language'].filter(Boolean).join(', ');
      return { ...answer, headers: { ...answer.headers, vary, 'content-language': language } };
    },
  };
};

/** Whoever reads the Portuguese of Portugal is better served by that of Brazil than by English. */
const withoutRegion = (tag: string): string => tag.replace(/-.*/, '');

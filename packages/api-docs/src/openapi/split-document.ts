import { slug } from 'github-slugger';
import { type Json, type JsonObject, listAt, mapMembers, memberOf, membersOf, resolveRef, textAt } from '../json.js';

/** The calls and webhooks of one tag. */
export type DocumentPart = {
  tag: string;
  description: string;
  /** As it is in paths. */
  slug: string;
  calls: { id: string; summary: string; method: string; path: string }[];
  /** A document of its own without tags, with the components that its calls name. */
  document: JsonObject;
};

/** The tag of calls that have none. */
const untagged = 'Calls';

const tagOf = (operation: Json): string => {
  const [tag = untagged] = listAt(operation, 'tags');
  return typeof tag === 'string' ? tag : untagged;
};

/** The parts of a document, in the order of its tags. A tag without a call is none of them. */
export const splitDocument = (document: JsonObject): DocumentPart[] => {
  const tags = listAt(document, 'tags').map((tag) => [textAt(tag, 'name'), textAt(tag, 'description')] as const);
  const described = new Map([...tags, ...(tags.length === 0 ? [[untagged, ''] as const] : [])]);
  for (const { operation } of listOperations(document))
    if (!described.has(tagOf(operation))) described.set(tagOf(operation), '');
  return [...described].map(([tag, description]) => toPart(document, tag, description)).filter(hasCalls);
};

const hasCalls = ({ calls }: DocumentPart): boolean => calls.length > 0;

const toPart = (document: JsonObject, tag: string, description: string): DocumentPart => {
  const [paths, webhooks] = [keepTag(memberOf(document, 'paths'), tag), keepTag(memberOf(document, 'webhooks'), tag)];
  const { tags: _tags, components, ...rest } = document;
  const part = { ...rest, info: { title: tag, description }, paths, webhooks };
  return {
    tag,
    description,
    slug: slug(tag),
    calls: listOperations(part).map(({ path, method, operation }) => ({
      id: textAt(operation, 'operationId'),
      summary: textAt(operation, 'summary'),
      method,
      path,
    })),
    document: withNamedComponents({ ...part, components: components ?? {} }),
  };
};

const listOperations = (document: JsonObject): { path: string; method: string; operation: Json }[] =>
  ['paths', 'webhooks'].flatMap((kind) =>
    membersOf(memberOf(document, kind)).flatMap(([path, methods]) =>
      membersOf(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
  );

const keepTag = (paths: Json | undefined, tag: string): JsonObject =>
  Object.fromEntries(
    membersOf(paths).flatMap(([path, methods]) => {
      const kept = membersOf(methods).filter(([, operation]) => tagOf(operation) === tag);
      const withoutTags = kept.map(([method, operation]) => {
        const { tags: _tags, ...rest } = Object.fromEntries(membersOf(operation));
        return [method, rest];
      });
      return kept.length === 0 ? [] : [[path, Object.fromEntries(withoutTags)]];
    }),
  );

/** Without the components that nothing in it names. */
export const withNamedComponents = (document: JsonObject): JsonObject => {
  const { components, ...rest } = document;
  const named = collectRefs(document, rest, new Set());
  return {
    ...rest,
    components: mapMembers(components, (members, kind) =>
      Object.fromEntries(
        membersOf(members).filter(([name]) => kind === 'securitySchemes' || named.has(`#/components/${kind}/${name}`)),
      ),
    ),
  };
};

/** The components that a value names, by references and discriminators, and those that they name. */
const collectRefs = (document: JsonObject, value: Json, found: Set<string>): Set<string> => {
  if (typeof value === 'string' && value.startsWith('#/components/') && !found.has(value)) {
    found.add(value);
    collectRefs(document, resolveRef(document, { $ref: value }) ?? null, found);
  }
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) collectRefs(document, member, found);
  return found;
};

import { isObject, type Json, type JsonObject, listAt, memberOf, membersOf, resolveRef, textAt } from '../json.js';
import { escapeHtml, renderInline } from './markdown.js';

/** A schema as a list of fields, objects within objects folded. */
export const renderSchema = (document: JsonObject, schema: Json | undefined): string => {
  const resolved = resolveRef(document, schema);
  const alternatives = [...listAt(resolved, 'anyOf'), ...listAt(resolved, 'oneOf')].filter((one) => !isNull(one));
  if (alternatives.length > 0) {
    return alternatives
      .map((one) => renderSchema(document, one))
      .filter((part) => part !== '')
      .join('<p class="or">or</p>');
  }
  const items = memberOf(resolved, 'items');
  if (items !== undefined) return renderSchema(document, items);
  const required = new Set(listAt(resolved, 'required'));
  const fields = membersOf(memberOf(resolved, 'properties')).map(([name, field]) =>
    renderField(document, { name, field, isRequired: required.has(name) }),
  );
  return fields.length === 0 ? '' : `<ul class="fields">${fields.join('\n')}</ul>`;
};

const renderField = (
  document: JsonObject,
  { name, field, isRequired }: { name: string; field: Json; isRequired: boolean },
): string => {
  const mark = isRequired ? ' <span class="required">required</span>' : '';
  const note = textAt(field, 'description') || textAt(resolveRef(document, field), 'description');
  const inner = renderSchema(document, field);
  return `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${describeType(document, field)}</span>${mark}
${note === '' ? '' : `<div class="note">${renderInline(note)}</div>`}
${inner === '' ? '' : `<details><summary>Fields${nameOf(field)}</summary>${inner}</details>`}</li>`;
};

/** Of the named schema that a field is, or is a list of. */
const nameOf = (field: Json): string => {
  const [ref] = [field, memberOf(field, 'items') ?? null, ...listAt(field, 'anyOf')]
    .map((schema) => textAt(schema, '$ref'))
    .filter((text) => text !== '');
  return ref === undefined ? '' : ` of ${escapeHtml(ref.split('/').at(-1) ?? '')}`;
};

/** Type and limits in one line. */
export const describeType = (document: JsonObject, schema: Json | undefined): string => {
  const resolved = resolveRef(document, schema);
  const alternatives = [...listAt(resolved, 'anyOf'), ...listAt(resolved, 'oneOf')];
  if (alternatives.length > 0) {
    return [...new Set(alternatives.map((one) => describeType(document, one)))].join(' or ');
  }
  const constant = memberOf(resolved, 'const');
  if (constant !== undefined) return `<code>${showValue(constant)}</code>`;
  const values = listAt(resolved, 'enum');
  if (values.length > 0) return values.map((value) => `<code>${showValue(value)}</code>`).join(' ');
  return [describeBase(document, resolved), ...describeLimits(resolved)].join(', ');
};

const describeBase = (document: JsonObject, schema: Json | undefined): string => {
  const items = memberOf(schema, 'items');
  if (items !== undefined) return `list of ${describeType(document, items)}${isNullable(schema) ? ' or null' : ''}`;
  const type = memberOf(schema, 'type');
  const names = Array.isArray(type) ? type.map(showValue).join(' or ') : showValue(type ?? 'any JSON');
  const format = textAt(schema, 'format');
  return format === '' ? names : `${names} (${escapeHtml(format)})`;
};

const showValue = (value: Json): string => escapeHtml(typeof value === 'string' ? value : JSON.stringify(value));

const isNullable = (schema: Json | undefined): boolean => listAt(schema, 'type').includes('null');

const isNull = (schema: Json): boolean => isObject(schema) && schema['type'] === 'null';

const limits: readonly [keyword: string, words: string][] = [
  ['minLength', 'at least $ characters'],
  ['maxLength', 'at most $ characters'],
  ['minimum', 'from $'],
  ['maximum', 'to $'],
  ['minItems', 'at least $'],
  ['maxItems', 'at most $'],
  ['pattern', 'matches <code>$</code>'],
];

const describeLimits = (schema: Json | undefined): string[] =>
  limits.flatMap(([keyword, words]) => {
    const limit = memberOf(schema, keyword);
    if (limit === undefined || limit === Number.MAX_SAFE_INTEGER || limit === Number.MIN_SAFE_INTEGER) return [];
    if (keyword === 'minLength' && limit === 1) return ['not empty'];
    return [words.replace('$', () => showValue(limit))];
  });

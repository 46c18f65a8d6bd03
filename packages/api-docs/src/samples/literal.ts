import { isObject, type Json } from '../json.js';

/** How a language writes down a value. */
export type LiteralStyle = {
  object: readonly [open: string, close: string];
  emptyObject: string;
  /** With what stands between it and its value. */
  key: (name: string) => string;
  text: (text: string) => string;
  constants: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** Of a level. */
  indent: string;
  trailingComma: boolean;
  /** Whether a short object has a space within its braces. */
  isSpaced: boolean;
};

/** What fits beside the text of the reference without scrolling. */
const widthMax = 62;

const json = (text: string): string => JSON.stringify(text);
const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

const plain = { true: 'true', false: 'false', null: 'null' };

export const jsonStyle: LiteralStyle = {
  object: ['{', '}'],
  emptyObject: '{}',
  key: (name) => `${json(name)}: `,
  text: json,
  constants: plain,
  indent: '  ',
  trailingComma: false,
  isSpaced: true,
};

export const javaScriptStyle: LiteralStyle = {
  ...jsonStyle,
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: `,
  text: singleQuoted,
  trailingComma: true,
};

export const pythonStyle: LiteralStyle = {
  ...jsonStyle,
  constants: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
  trailingComma: true,
  isSpaced: false,
};

/** PHP's own empty array would be an empty list in JSON. */
export const phpStyle: LiteralStyle = {
  ...jsonStyle,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  key: (name) => `${singleQuoted(name)} => `,
  text: singleQuoted,
  indent: '    ',
  trailingComma: true,
  isSpaced: false,
};

/** A value as source text: in one line where it fits. */
export const writeLiteral = (value: Json, style: LiteralStyle, room = widthMax): string => {
  const line = writeInLine(value, style);
  if (line.length <= room || typeof value !== 'object' || value === null) return line;
  const [open, close] = isObject(value) ? style.object : ['[', ']'];
  const inner = room - style.indent.length;
  const members = membersWith(value, style, (member) => writeLiteral(member, style, inner));
  const body = members.map((member) => member.replace(/^/gm, style.indent)).join(',\n');
  return `${open}\n${body}${style.trailingComma ? ',' : ''}\n${close}`;
};

const writeInLine = (value: Json, style: LiteralStyle): string => {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return style.constants[value ? 'true' : 'false'];
  if (value === null) return style.constants.null;
  const members = membersWith(value, style, (member) => writeInLine(member, style)).join(', ');
  if (Array.isArray(value)) return `[${members}]`;
  if (members === '') return style.emptyObject;
  const space = style.isSpaced ? ' ' : '';
  return `${style.object[0]}${space}${members}${space}${style.object[1]}`;
};

const membersWith = (value: Json[] | { [name: string]: Json }, style: LiteralStyle, write: (member: Json) => string) =>
  Array.isArray(value)
    ? value.map(write)
    : Object.entries(value).map(([name, member]) => `${style.key(name)}${write(member)}`);

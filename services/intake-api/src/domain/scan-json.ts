/** What JSON.parse does not tell about a text. */
export type JsonScan = {
  /** Deepest nesting of objects and arrays; 1 for a flat object. */
  depth: number;
  /** Objects, arrays and commas: what bounds the work of validating the text. */
  structureCount: number;
  /** An escaped U+0000 or half a surrogate pair: Postgres can hold neither. */
  unsupportedCharacter: boolean;
  /** The raw text of the wanted top-level member; of the last one where it is given twice, as JSON.parse takes it. */
  member: string | undefined;
};

type Cursor = { text: string; hasEscapes: boolean; unsupportedCharacter: boolean };

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

/** Walks a text once that JSON.parse has accepted, so that it need not check the grammar again. */
export const scanJson = (text: string, wantedKey: string): JsonScan => {
  const cursor: Cursor = { text, hasEscapes: text.includes('\\'), unsupportedCharacter: false };
  const scan: JsonScan = { depth: 0, structureCount: 0, unsupportedCharacter: false, member: undefined };
  let depth = 0;
  let keyStart = -1;
  let keyEnd = -1;
  let valueStart = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(cursor, at);
      if (depth === 1 && valueStart < 0) [keyStart, keyEnd] = [at, end];
      at = end;
    } else if (isOpening(code)) {
      depth += 1;
      scan.structureCount += 1;
      if (depth > scan.depth) scan.depth = depth;
    } else if (code === colon) {
      if (depth === 1) valueStart = at + 1;
    } else if (code === comma || isClosing(code)) {
      if (depth === 1 && valueStart >= 0 && isKey(text, keyStart, keyEnd, wantedKey)) {
        scan.member = text.slice(valueStart, at).trim();
      }
      if (depth === 1) valueStart = -1;
      if (code === comma) scan.structureCount += 1;
      else depth -= 1;
    }
  }
  scan.unsupportedCharacter = cursor.unsupportedCharacter;
  return scan;
};

const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** A key may be written with escapes: only then it is decoded. */
const isKey = (text: string, start: number, end: number, wanted: string): boolean => {
  const raw = text.slice(start + 1, end);
  if (!raw.includes('\\')) return raw === wanted;
  return JSON.parse(`"${raw}"`) === wanted;
};

/** Index of the closing quote of the string that opens at `start`. */
const endOfString = (cursor: Cursor, start: number): number => {
  const { text } = cursor;
  if (!cursor.hasEscapes) return text.indexOf('"', start + 1);
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at = code === backslash ? endOfEscape(cursor, at) : at + 1;
  }
};

const endOfEscape = (cursor: Cursor, at: number): number => {
  if (cursor.text[at + 1] !== 'u') return at + 2;
  const unit = escapedUnit(cursor.text, at);
  const next = at + 6;
  if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(escapedUnit(cursor.text, next))) return next + 6;
  if (unit === 0 || (unit >= 0xd800 && unit <= 0xdfff)) cursor.unsupportedCharacter = true;
  return next;
};

/** The UTF-16 unit of a \uXXXX escape at `at`, or -1 where there is none. */
const escapedUnit = (text: string, at: number): number =>
  text[at] === '\\' && text[at + 1] === 'u' ? Number.parseInt(text.slice(at + 2, at + 6), 16) : -1;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

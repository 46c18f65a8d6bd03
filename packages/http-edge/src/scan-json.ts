/** Names and indexes from the top down. */
type Path = (string | number)[];

/** Facts about a text that JSON.parse does not give. */
export type JsonScan = {
  /** Deepest nesting of objects and arrays; 1 for a flat object. */
  depth: number;
  /** Objects, arrays and commas: their number bounds the work of parsing and validating the text. */
  structureCount: number;
  /** Names of the object that has most of them. */
  nameCount: number;
  /** Paths of texts, and of objects with a name, that hold an escaped U+0000 or half a surrogate pair. */
  unsupported: Path[];
  /** Names that occur twice in an object. The raw member is not searched, because no service reads its content. */
  duplicates: Path[];
  /** The text of the raw top-level member; if it is given twice, the last one, like JSON.parse. */
  member: string | undefined;
};

/** The scan ends when a limit is exceeded, or at the last fault that is reported. */
export type ScanLimits = { depthMax: number; structureMax: number; nameMax: number; faultMax: number };

type Cursor = { text: string; hasEscapes: boolean; sawUnsupported: boolean };
/** An object (with the names seen so far) or an array that is open, and where in it the scan is. */
type Frame = { names: Set<string> | undefined; step: string | number };

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingBrace = 0x7b;

/**
 * Scans a text once, before JSON.parse. It does not check the grammar: for a text that JSON.parse refuses, the scan
 * ends too, but its result has no meaning.
 */
export const scanJson = (text: string, rawKey: string | undefined, limits: ScanLimits): JsonScan => {
  const cursor: Cursor = { text, hasEscapes: text.includes('\\'), sawUnsupported: false };
  const scan: JsonScan = {
    depth: 0,
    structureCount: 0,
    nameCount: 0,
    unsupported: [],
    duplicates: [],
    member: undefined,
  };
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let isNameNext = false;
  let valueStart = -1;
  for (let at = 0; at < text.length && !isExceeded(scan, limits); at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(cursor, at);
      if (isNameNext && frame) enterMember(scan, frames, frame, readName(text, at, end), rawKey);
      if (cursor.sawUnsupported) notePath(scan.unsupported, isNameNext ? frames.slice(0, -1) : frames);
      cursor.sawUnsupported = false;
      at = end;
    } else if (isOpening(code)) {
      isNameNext = code === openingBrace;
      frame = { names: isNameNext ? new Set() : undefined, step: isNameNext ? '' : 0 };
      frames.push(frame);
      scan.structureCount += 1;
      if (frames.length > scan.depth) scan.depth = frames.length;
    } else if (code === colon) {
      isNameNext = false;
      if (frames.length === 1) valueStart = at + 1;
    } else if (code === comma || isClosing(code)) {
      if (frames.length === 1 && valueStart >= 0) {
        if (frame?.step === rawKey) scan.member = text.slice(valueStart, at).trim();
        valueStart = -1;
      }
      if (code === comma) {
        scan.structureCount += 1;
        isNameNext = frame?.names !== undefined;
        if (typeof frame?.step === 'number') frame.step += 1;
      } else {
        frames.pop();
        frame = frames.at(-1);
        isNameNext = false;
      }
    }
  }
  return scan;
};

const isExceeded = (scan: JsonScan, limits: ScanLimits): boolean => {
  const { depth, structureCount, nameCount, unsupported, duplicates } = scan;
  if (structureCount > limits.structureMax || depth > limits.depthMax || nameCount > limits.nameMax) return true;
  return unsupported.length + duplicates.length >= limits.faultMax;
};

const enterMember = (scan: JsonScan, frames: Frame[], frame: Frame, name: string, rawKey: string | undefined): void => {
  frame.step = name;
  const { names } = frame;
  if (!names?.has(name)) scan.nameCount = Math.max(scan.nameCount, names?.add(name).size ?? 0);
  else if (frames.length === 1 || frames[0]?.step !== rawKey) notePath(scan.duplicates, frames);
};

const notePath = (paths: Path[], frames: readonly Frame[]): void => {
  paths.push(frames.map(({ step }) => step));
};

const isOpening = (code: number): boolean => code === openingBrace || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** A name is decoded only if it has escapes. */
const readName = (text: string, start: number, end: number): string => {
  const raw = text.slice(start + 1, end);
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    // JSON.parse refuses the whole text for the same escape, and says so.
    return raw;
  }
};

/** Index of the closing quote of the string that opens at `start`; of the end of the text where it is not closed. */
const endOfString = (cursor: Cursor, start: number): number => {
  const { text } = cursor;
  if (!cursor.hasEscapes) {
    const end = text.indexOf('"', start + 1);
    return end < 0 ? text.length : end;
  }
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at = code === backslash ? endOfEscape(cursor, at) : at + 1;
  }
  return text.length;
};

const endOfEscape = (cursor: Cursor, at: number): number => {
  if (cursor.text[at + 1] !== 'u') return at + 2;
  const unit = escapedUnit(cursor.text, at);
  const next = at + 6;
  if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(escapedUnit(cursor.text, next))) return next + 6;
  if (unit === 0 || (unit >= 0xd800 && unit <= 0xdfff)) cursor.sawUnsupported = true;
  return next;
};

/** The UTF-16 unit of a \uXXXX escape at `at`, or -1 where there is none. */
const escapedUnit = (text: string, at: number): number =>
  text[at] === '\\' && text[at + 1] === 'u' ? Number.parseInt(text.slice(at + 2, at + 6), 16) : -1;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

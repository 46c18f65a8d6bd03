/**
 * JSON that is sent as it is written: numbers keep their digits, names their order. @throws SyntaxError unless it is
 * JSON
 */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    JSON.parse(text);
    this.text = text;
  }
}

/** `members` as JSON, with this very text as the member `name`. */
export const writeWithMember = (members: object, name: string, value: JsonText): string => {
  const rest = JSON.stringify(members).slice(0, -1);
  return `${rest}${rest === '{' ? '' : ','}${JSON.stringify(name)}:${value.text}}`;
};

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** The text of one member of an object, as it is written. `json` must be an object in valid JSON. */
export const readMember = (json: string, name: string): string | undefined => {
  let depth = 0;
  let lastString = '""';
  let begin: number | undefined;
  for (const { 0: token, index } of json.matchAll(tokens)) {
    if (token === '}' || token === ']') depth -= 1;
    const valueEnds = (token === ',' && depth === 1) || depth === 0;
    if (begin !== undefined && valueEnds) return json.slice(begin, index).trim();
    if (token === '{' || token === '[') depth += 1;
    if (depth === 1 && token.startsWith('"')) lastString = token;
    if (depth === 1 && token === ':' && JSON.parse(lastString) === name) begin = index + 1;
  }
  return undefined;
};

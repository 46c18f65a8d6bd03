import { previewTokenHeader } from '@delivery/contracts';
import { isObject, type Json, type JsonObject } from '@delivery/contracts/calls';
import { type AgentTool, tokenMember } from './tools.js';

/** A call as its tool's arguments ask for it. */
export type ToolRequest = {
  path: string;
  params: Readonly<Record<string, string>>;
  search: string;
  body: Buffer;
  headers: Readonly<Record<string, string>>;
};

/** The arguments are not those of the tool. The message says what to change. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError';
}

/**
 * Names alone are checked here: the call itself judges the values, and names each that is wrong.
 * @throws ToolInputError
 */
export const toRequest = (tool: AgentTool, given: JsonObject): ToolRequest => {
  const { declared, args } = tool;
  checkNames(tool, given);
  const placed = (place: string) =>
    args.flatMap((arg): [string, Json][] => {
      const value = given[arg.name];
      return arg.place === place && value !== undefined ? [[arg.name, value]] : [];
    });
  const params = Object.fromEntries(placed('path').map(([name, value]) => [name, toText(name, value)]));
  const search = new URLSearchParams(
    Object.fromEntries(placed('query').map(([name, value]) => [name, toText(name, value)])),
  );
  const members = placed('body');
  const token = tool.declared.tool.after?.given === tokenMember ? given[tokenMember] : undefined;
  return {
    path: declared.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    params,
    search: search.size === 0 ? '' : `?${search.toString()}`,
    body: Buffer.from(declared.body && members.length > 0 ? JSON.stringify(Object.fromEntries(members)) : ''),
    headers: token === undefined ? {} : { [previewTokenHeader.toLowerCase()]: toToken(token) },
  };
};

const checkNames = ({ declared, args }: AgentTool, given: JsonObject): void => {
  const unknown = Object.keys(given).filter((name) => !args.some((arg) => arg.name === name));
  if (unknown.length > 0) {
    const names = args.map(({ name }) => `\`${name}\``).join(', ') || 'none';
    throw new ToolInputError(`${declared.id} has no argument \`${unknown[0]}\`. Its arguments: ${names}.`);
  }
  const missing = args.find(({ name, isRequired }) => isRequired && given[name] === undefined);
  if (!missing) return;
  const { after } = declared.tool;
  const hint = missing.place === 'preview' && after ? ` Call \`${after.preview}\` and give back what it answers.` : '';
  throw new ToolInputError(`${declared.id} needs the argument \`${missing.name}\`.${hint}`);
};

/** It travels in a header. */
const toToken = (value: Json): string => {
  const token = toText(tokenMember, value);
  if (/^[\x21-\x7e]*$/.test(token)) return token;
  throw new ToolInputError(`\`${tokenMember}\` must be the unchanged token of the preview.`);
};

const toText = (name: string, value: Json): string => {
  if (value === null || Array.isArray(value) || isObject(value))
    throw new ToolInputError(`\`${name}\` must be a text or a number.`);
  const text = String(value);
  if (/^[\x20-\x7e\u00a0-\uffff]*$/.test(text)) return text;
  throw new ToolInputError(`\`${name}\` must not have control characters.`);
};

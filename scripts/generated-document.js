import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/**
 * Writes a document that is made from the code; with `--check` among the arguments it fails instead where the committed file
 * differs.
 * @param target the file's URL
 * @param fault what is said then
 */
export const writeOrCheck = async (target, text, fault) => {
  const prose = { parser: 'markdown', proseWrap: 'always', printWidth: 160 };
  const formatted = await format(text, { ...(await resolveConfig(target)), ...prose });
  if (!process.argv.includes('--check')) return writeFileSync(target, formatted);
  if (readFileSync(target, 'utf8') === formatted) return;
  console.error(fault);
  process.exitCode = 1;
};

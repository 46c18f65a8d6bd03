import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';

const style = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));

/** As `npm run format` leaves it: generating and formatting must not undo each other. */
export const formatText = async (path, text, options = {}) => {
  const { code, errors } = await format(path, text, { ...style, ...options });
  if (errors.length > 0)
    throw new Error(`${path} cannot be formatted: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
};

/**
 * Writes a document that is made from the code; with `--check` among the arguments it fails instead where the committed file
 * differs.
 * @param target the file's URL
 * @param fault what is said then
 */
export const writeOrCheck = async (target, text, fault) => {
  const formatted = await formatText(target.pathname, text, { proseWrap: 'always', printWidth: 160 });
  if (!process.argv.includes('--check')) return writeFileSync(target, formatted);
  if (readFileSync(target, 'utf8') === formatted) return;
  console.error(fault);
  process.exitCode = 1;
};

import { parseUrl } from '../parse-url.js';
import { CannotRunError } from './errors.js';

/** @throws CannotRunError that lists the allowed values */
export const readOneOf = <Value extends string>(
  what: string,
  given: string | undefined,
  values: readonly Value[],
): Value | undefined => {
  if (given === undefined) return undefined;
  const found = values.find((value) => value === given);
  if (found === undefined) throw new CannotRunError(`${what} must be one of ${values.join(', ')}`);
  return found;
};

/** @throws CannotRunError that says the range */
export const readCount = (
  flag: string,
  given: string | undefined,
  { usual, max }: { usual: number; max: number },
): number => {
  const count = given === undefined ? usual : Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw new CannotRunError(`--${flag} must be a whole number from 1 to ${max}`);
};

/** The URL to which webhooks are posted. */
export const readReceiver = (flag: string, given: string | undefined): string => {
  if (given === undefined)
    throw new CannotRunError(`say where your receiver is: --${flag} http://localhost:3000/hooks`);
  const url = parseUrl(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new CannotRunError(`--${flag} ${given} is not an http or https URL such as http://localhost:3000/hooks`);
  return url.href;
};

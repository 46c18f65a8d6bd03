/** @throws Error that names the option */
export const readNumber = (name: string, text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a whole number above 0`);
};

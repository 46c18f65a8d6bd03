/**
 * A URL, or undefined where the text is none. In place of `URL.canParse`, which in Node 20 says no to `https://bücher.example/` once
 * V8 has compiled the call.
 */
export const parseUrl = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
};

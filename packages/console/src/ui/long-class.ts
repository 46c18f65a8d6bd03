const longFrom = 80;

/** For a link in a table: a text that would take more than three lines is cut off. */
export const longClass = (text: string): string | undefined => (text.length > longFrom ? 'long' : undefined);

const longFrom = 80;

/** For a link in a table: what is so long that it would take more than three lines is cut off there. */
export const longClass = (text: string): string | undefined => (text.length > longFrom ? 'long' : undefined);

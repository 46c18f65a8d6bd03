/** The built page: `index.html`, and `assets/` whose names have a hash. Ends in a slash. */
export const consoleDirectory = new URL('./page/', import.meta.url);

/** The operator's page as it was built: `index.html`, and `assets/` whose names have a hash. Ends in a slash. */
export const consoleDirectory = new URL('./console/', import.meta.url);

/** The folder of the merchant's page. */
export const portalDirectory = new URL('./portal/', import.meta.url);

/** The folder of the map, which other pages show within them. */
export const mapDirectory = new URL('./map/', import.meta.url);

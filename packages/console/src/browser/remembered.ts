/** Preferences kept in this browser: no secrets, and none that the page needs, as storage may be forbidden. */
type Name = 'language' | 'theme' | 'operator' | 'shortcut' | 'zone';

const prefix = 'delivery-console.';

export const remembered = (name: Name): string | undefined => {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
};

export const remember = (name: Name, value: string): void => {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

const placeKey = `${prefix}place`;

/** Where the page is, over a sign-in at another site that leads back to its beginning. */
export const keepPlace = (): void => {
  try {
    sessionStorage.setItem(placeKey, location.hash);
  } catch {
    // A browser that keeps nothing begins at the beginning.
  }
};

export const goToKeptPlace = (): void => {
  try {
    const place = sessionStorage.getItem(placeKey);
    sessionStorage.removeItem(placeKey);
    if (place !== null && place !== '' && location.hash === '') location.replace(place);
  } catch {
    // As above.
  }
};

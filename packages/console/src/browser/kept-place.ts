const key = 'delivery-console.place';

/** Where the page is, over a sign-in at another site that leads back to its beginning. */
export const keepPlace = (): void => {
  try {
    sessionStorage.setItem(key, location.hash);
  } catch {
    // A browser that keeps nothing begins at the beginning.
  }
};

export const goToKeptPlace = (): void => {
  try {
    const place = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (place !== null && place !== '' && location.hash === '') location.replace(place);
  } catch {
    // As above.
  }
};

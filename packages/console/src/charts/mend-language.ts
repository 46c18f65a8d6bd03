const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
};

// Chromium on a Linux of the locale C or POSIX says that its language is `en-US@posix`, which `Intl` refuses. uPlot
// gives it to `Intl` as it is loaded, and nothing of the page would show. So this is imported before uPlot.
if (!isLanguageTag(navigator.language)) {
  const value = navigator.language.replace(/[^A-Za-z0-9-].*/, '');
  Object.defineProperty(navigator, 'language', { value: isLanguageTag(value) ? value : 'en' });
}

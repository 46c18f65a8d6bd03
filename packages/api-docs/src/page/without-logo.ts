const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/**
 * Redoc's script without the one address that it would load from elsewhere, a logo: it shows none where that is no
 * picture.
 */
export const withoutLogo = (script: string): string => {
  if (!script.includes(logo)) throw new Error(`Redoc's script has no ${logo}: see what it loads now`);
  return script.replace(logo, 'data:,');
};

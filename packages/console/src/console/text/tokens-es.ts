import type { platformTokensEn, tokensEn } from './tokens-en.js';

export const tokensEs: typeof tokensEn = {
  none: 'Ningún token: toda llamada se rechaza',
  add: 'Añadir un token',
  addTitle: '¿Añadir un token?',
  addText: 'Vale junto al que está en uso. Entréguelo a su dueño, y revoque el anterior cuando ya no se use.',
  revoke: 'Revocar',
  revokeTitle: '¿Revocar este token?',
  revokeText: 'En segundos toda llamada con él se rechaza. No vuelve.',
  revoked: 'El token está revocado.',
  secret: {
    title: 'El token',
    text: 'Se muestra solo esta vez. Cópielo ahora, y envíelo a su dueño y a nadie más.',
    place: 'El token',
    copy: 'Copiar',
    copied: 'Copiado',
    kept: 'Listo',
  },
};

export const platformTokensEs: typeof platformTokensEn = {
  mode: 'De comercios',
  modes: { live: 'de producción', sandbox: 'de sandbox' },
  scopes: 'Puede',
  scopeChoices: {
    'merchants:read': 'ver sus comercios',
    'merchants:write': 'añadir y cambiar sus comercios',
    'webhooks:read': 'ver endpoints y webhooks',
    'webhooks:write': 'cambiar endpoints, reenviar webhooks',
  },
  expires: 'Termina',
  lives: { quarter: 'en 90 días', year: 'en un año', endless: 'cuando se revoque' },
};

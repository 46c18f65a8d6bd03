import type { callerSwitchEn, platformKeysEn, platformTokensEn, tokensEn } from './tokens-en.js';

export const tokensEs: typeof tokensEn = {
  none: 'Ningún token: toda llamada se rechaza',
  endsIn: 'Termina en',
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

export const callerSwitchEs: typeof callerSwitchEn = {
  disabled: 'Sus llamadas se rechazan desde ahora.',
  enabled: 'Sus llamadas se aceptan de nuevo.',
  merchant: {
    disableTitle: '¿Desactivar este comercio?',
    disableText:
      'Sus llamadas se rechazan, y quien está en su portal sale. Sus pedidos siguen, y sus webhooks se envían.',
    enableTitle: '¿Activar este comercio?',
  },
  platform: {
    disableTitle: '¿Desactivar esta plataforma?',
    disableText: 'Sus llamadas se rechazan, y sus webhooks se retienen. Sus comercios siguen.',
    enableTitle: '¿Activar esta plataforma?',
  },
  courier: {
    disableTitle: '¿Desactivar este sistema de repartidores?',
    disableText: 'Sus llamadas se rechazan, y sus webhooks se retienen. Los pedidos que aceptó quedan con él.',
    enableTitle: '¿Activar este sistema de repartidores?',
  },
  enableText: 'En segundos sus llamadas se responden de nuevo, y los webhooks retenidos se envían.',
};

export const platformKeysEs: typeof platformKeysEn = {
  title: 'Claves',
  none: 'Ninguna clave aún: la crea el primer comercio',
  since: 'Creada',
  oldUntil: 'La anterior vale hasta',
  rotate: 'Cambiar',
  rotateTitle: '¿Dar otra clave a sus comercios?',
  rotateText: 'Todos los comercios de este modo la envían junto a sus tokens. Los comercios nuevos reciben la nueva.',
  again: 'La clave anterior aún vale: verá de nuevo la misma clave nueva, y elige otra vez cuándo termina la anterior.',
  old: 'La clave anterior termina',
  hours: { now: 'ahora', day: 'en 24 horas', week: 'en 7 días' },
  secret: {
    title: 'La clave',
    text: 'Envíela a la plataforma y a nadie más.',
    place: 'La clave',
  },
};

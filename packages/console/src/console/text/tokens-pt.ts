import type { platformTokensEn, tokensEn } from './tokens-en.js';

export const tokensPt: typeof tokensEn = {
  none: 'Nenhum token: toda chamada é recusada',
  add: 'Adicionar um token',
  addTitle: 'Adicionar um token?',
  addText: 'Ele vale ao lado do que está em uso. Entregue-o ao dono, e revogue o antigo quando não for mais usado.',
  revoke: 'Revogar',
  revokeTitle: 'Revogar este token?',
  revokeText: 'Em segundos toda chamada com ele é recusada. Ele não volta.',
  revoked: 'O token foi revogado.',
  secret: {
    title: 'O token',
    text: 'Ele é mostrado só desta vez. Copie agora, e envie ao dono e a mais ninguém.',
    place: 'O token',
    copy: 'Copiar',
    copied: 'Copiado',
    kept: 'Pronto',
  },
};

export const platformTokensPt: typeof platformTokensEn = {
  mode: 'De lojistas',
  modes: { live: 'de produção', sandbox: 'de sandbox' },
  scopes: 'Pode',
  scopeChoices: {
    'merchants:read': 'ver os seus lojistas',
    'merchants:write': 'adicionar e mudar os seus lojistas',
    'webhooks:read': 'ver endpoints e webhooks',
    'webhooks:write': 'mudar endpoints, reenviar webhooks',
  },
  expires: 'Termina',
  lives: { quarter: 'em 90 dias', year: 'em um ano', endless: 'quando for revogado' },
};

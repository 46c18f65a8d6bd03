import type { catchUpEn } from './catch-up-en.js';

export const catchUpPt: typeof catchUpEn = {
  sendNow: 'Enviar agora',
  sendNowTitle: 'Enviar este webhook agora?',
  sendNowText: 'Sai sem esperar pela próxima tentativa, depois dos do mesmo pedido que vêm antes.',
  sendNowNotice: 'Está sendo enviado agora.',
  catchUp: 'Pôr em dia',
  catchUpTitle: 'Enviar agora o que espera?',
  catchUpText: 'Os webhooks que falharam saem em ordem, sem esperar pela próxima tentativa.',
  catchUpNotice: 'O que esperava está sendo enviado agora.',
  nothingWaits: 'Nada espera por ele.',
};

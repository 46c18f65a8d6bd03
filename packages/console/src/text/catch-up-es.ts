import type { catchUpEn } from './catch-up-en.js';

export const catchUpEs: typeof catchUpEn = {
  sendNow: 'Enviar ahora',
  sendNowTitle: '¿Enviar este webhook ahora?',
  sendNowText: 'Sale sin esperar a su próximo intento, después de los de su pedido que van antes.',
  sendNowNotice: 'Se está enviando ahora.',
  catchUp: 'Poner al día',
  catchUpTitle: '¿Enviar ahora lo que espera?',
  catchUpText: 'Los webhooks que fallaron salen en orden, sin esperar a su próximo intento.',
  catchUpNotice: 'Lo que esperaba se está enviando ahora.',
  nothingWaits: 'Nada espera por él.',
};

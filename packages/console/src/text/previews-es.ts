import type { previewsEn, selectionEn } from './previews-en.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const previewsEs: typeof previewsEn = {
  counting: 'Contando lo que esto haría …',
  webhooks: (count, text) => plural(count, 'un webhook', `${text} webhooks`),
  orders: (count, text) => plural(count, 'un pedido', `${text} pedidos`),
  moreThan: (words) => `más de ${words}`,
  sendsAgain: (webhooks, orders) => `Envía de nuevo ${webhooks} de ${orders}`,
  sends: (webhooks, orders) => `Envía ${webhooks} de ${orders}`,
  about: (time) => `, en unos ${time}.`,
  noTime: '. No se puede estimar cuánto tarda.',
  nothingAgain: 'No hay nada que enviar de nuevo en este periodo.',
  nothingChosen: 'Nada de esto se puede enviar de nuevo ahora.',
  nothingHeld: 'No hay nada retenido. Desde ahora se envían los webhooks.',
  running: 'Este periodo ya se está reenviando: no empieza un segundo reenvío.',
  leftOut: (count, text) =>
    plural(
      count,
      'Uno más queda fuera: no ha terminado, o ya se está reenviando.',
      `${text} más quedan fuera: no han terminado, o ya se están reenviando.`,
    ),
  blocked_by: {
    disabled: (webhooks, url) => `De estos, ${webhooks} para ${url} quedan retenidos: está desactivado.`,
    failing: (webhooks, url) => `De estos, ${webhooks} van a ${url}, que ahora falla.`,
    fetched: (webhooks) => `De estos, ${webhooks} esperan hasta que el comercio los retire.`,
  },
  basis: (answer, rate) =>
    `Estimado con respuestas en ${answer}, o sea ${rate} por segundo, si todo sale bien y no se envía nada más.`,
  basisUnmeasured: (rate) => `Estimado con ${rate} por segundo, porque no ha respondido últimamente.`,
  stale: 'Lo que esto haría cambió desde que lo miraste. No se hizo nada. Mira los números nuevos y decide.',
};

export const selectionEs: typeof selectionEn = {
  column: 'Seleccionar',
  allShown: 'Seleccionar todos los mostrados',
  chosen: (count, text) => plural(count, 'Uno seleccionado', `${text} seleccionados`),
};

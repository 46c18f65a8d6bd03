import type { settingsEn } from './settings-en.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const settingsEs: typeof settingsEn = {
  title: 'Cambiar este endpoint',
  urlMaskedHint: 'Lo que se ve como *** queda como está mientras no cambies la dirección. Una nueva se escribe entera.',
  headerKeep: (name) => `Dejar ${name} como está`,
  headerSet: 'Escribir un nombre y un valor',
  headerNone: 'No enviar ninguna',
  headerNameHint: 'Se envía con cada webhook, por ejemplo Authorization.',
  fault: {
    url_whole: 'Escribe una dirección entera, como https://tienda.example/webhooks.',
    url_masked: 'Escribe la dirección entera: *** está en lugar de partes que aquí se ocultan.',
    url_taken: 'Otro de tus endpoints ya tiene esta dirección.',
    header_again: 'El valor era para el servidor anterior. Escríbelo de nuevo para este, o no envíes ninguna.',
    pace_range: 'Escribe un número entero de 1 a 1000, o déjalo vacío.',
    client_choose: 'Elige el cliente OAuth cuyo secreto firma.',
  },
  nothing: 'Todavía no cambió nada.',
  moves: 'Desde ahora los webhooks van a la dirección nueva. Los intentos en curso terminan en la anterior.',
  movesWaiting: (count, waiting) =>
    plural(
      count,
      'El webhook que espera va a la dirección nueva en su próximo intento.',
      `Los ${waiting} webhooks que esperan van a la dirección nueva en su próximo intento.`,
    ) + ' Los intentos en curso terminan en la anterior.',
  movesHeld: (count, waiting) =>
    plural(
      count,
      'El webhook retenido va a la dirección nueva cuando se active este endpoint.',
      `Los ${waiting} webhooks retenidos van a la dirección nueva cuando se active este endpoint.`,
    ),
  named: (name) => (name === null ? 'Se muestra por su dirección.' : `Se muestra como ${name}.`),
  secretStays: 'El secreto no cambia: el servidor nuevo comprueba los webhooks con el que ya tienes.',
  tells: (events) =>
    `Desde ahora recibe ${events === undefined ? 'los eventos estándar' : `estos eventos: ${events}`}. Los webhooks que ya esperan se envían igual.`,
  signs: (client) => `Los eventos se firman con el secreto de ${client} desde su próximo intento.`,
  carries: (name) => `Los webhooks llevan ${name} con este valor desde su próximo intento.`,
  carriesNone: 'Los webhooks no llevan cabecera propia desde su próximo intento.',
  paced: (perSecond) => `Recibe ${perSecond} por segundo como máximo; el resto espera su turno.`,
  paceless: 'Los webhooks salen según surgen.',
};

import type { chartEn, endpointDayEn } from './charts-en.js';

export const chartEs: typeof chartEn = {
  table: 'Como tabla',
  time: 'Hora',
  summary: (name, last, most) => `${name}: ${last} ahora, ${most} como máximo`,
  p50: 'La mitad en',
  p95: 'El 95 % en',
};

export const endpointDayEs: typeof endpointDayEn = {
  title: 'Cómo fue',
  push: {
    none: 'Todavía no se ha contado ningún intento en las últimas 24 horas.',
    share: (share, total, failed) =>
      `En las últimas 24 horas, ${share} de ${total} intentos tuvieron éxito y ${failed} fallaron.`,
    times: (half, most) => `La mitad de las respuestas llegó en ${half} o menos, el 95 % en ${most} o menos.`,
    outcomes: 'Intentos por hora',
    succeeded: 'Con éxito',
    failed: 'Fallaron',
    answers: 'Tiempo hasta la respuesta',
  },
  pull: {
    none: 'Todavía no se ha contado ninguna recogida en las últimas 24 horas.',
    share: (share, total, failed) =>
      `En las últimas 24 horas, ${share} de ${total} webhooks recogidos se confirmaron y ${failed} no.`,
    times: (half, most) => `La mitad se confirmó en ${half} o menos desde la recogida, el 95 % en ${most} o menos.`,
    outcomes: 'Webhooks recogidos por hora',
    succeeded: 'Confirmados',
    failed: 'Sin confirmar',
    answers: 'De la recogida a la confirmación',
  },
  late: 'Se cuenta una vez por minuto: falta el minuto más nuevo.',
};

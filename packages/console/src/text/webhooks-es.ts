import type {
  catchUpEn,
  chartEn,
  endpointDayEn,
  endpointHistoryEn,
  faultEn,
  previewsEn,
  requestsEn,
  selectionEn,
} from './webhooks-en.js';

export const requestsEs: typeof requestsEn = {
  title: 'Solicitud y respuesta',
  lead: 'Las solicitudes no se guardan. Esta se reconstruyó con lo que aún se sabe.',
  none: 'Todavía no se envió nada.',
  newest: 'Se muestran los 100 intentos más recientes.',
  head: 'URL y encabezados',
  fetched: 'consultado, no enviado',
  body: 'Cuerpo',
  form: 'Forma del cuerpo',
  indented: 'Con sangría',
  raw: 'Como se envió',
  answer: 'Respuesta',
  answerNone: 'Sin cuerpo en la respuesta.',
  unknownTitle: 'Lo que ya no se sabe',
  unknown: {
    signature:
      'La firma: su secreto se cambió y caducó después, o se cambió minutos antes del envío, o se borró el cuerpo.',
    body: 'El cuerpo: después se borraron de él los datos del cliente.',
    endpoint: 'La URL y el encabezado personalizado: el endpoint se cambió después, así que se muestran los actuales.',
    span: 'La parte central de traceparent, si hay trazas: la eligió el proceso de envío.',
  },
  masked:
    'Sin lo que puede ser del cliente: los datos propios del comercio, el enlace de seguimiento y el texto de un ' +
    'motivo.',
  erased: 'Se borró lo que podía ser del cliente.',
  curl: 'Copiar como curl',
  check: 'Comprobar la firma',
  secret: 'Secreto o clave pública del endpoint',
  secretHint: 'whsec_… o whpk_… Se usa solo en esta página, y no se envía ni se guarda.',
  checkNow: 'Comprobar',
  verdict: {
    valid: 'Esta solicitud se firmó con él.',
    invalid: 'Esta solicitud no se firmó con él. Mira si es el del endpoint y si no se cambió después.',
    no_secret: 'Un secreto empieza con whsec_, una clave pública con whpk_, y ambos siguen en Base64. Cópialo entero.',
    unavailable: 'Este navegador no puede comprobarlo. Abre la página por su dirección https, en un navegador actual.',
  },
};

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
    fetched: (webhooks) => `De estos, ${webhooks} esperan hasta que el comercio los consulte.`,
  },
  basis: (answer, rate) =>
    `Estimado con respuestas en ${answer}, o sea ${rate} por segundo, si todo sale bien y no se envía nada más.`,
  basisUnmeasured: (rate) => `Estimado con ${rate} por segundo, porque no ha respondido últimamente.`,
  stale: 'La vista previa está desactualizada, así que no se hizo nada. Revisa los números nuevos y decide.',
};

export const selectionEs: typeof selectionEn = {
  column: 'Seleccionar',
  allShown: 'Seleccionar todos los mostrados',
  chosen: (count, text) => plural(count, 'Uno seleccionado', `${text} seleccionados`),
};

export const catchUpEs: typeof catchUpEn = {
  sendNow: 'Enviar ahora',
  sendNowTitle: '¿Enviar este webhook ahora?',
  sendNowText: 'Se envía sin esperar a su próximo intento, después de los webhooks anteriores de su pedido.',
  sendNowNotice: 'El webhook se está enviando.',
  catchUp: 'Reintentar todos ahora',
  catchUpTitle: '¿Reintentar ahora todos los pendientes?',
  catchUpText: 'Los webhooks que fallaron se envían en orden, sin esperar a su próximo intento.',
  catchUpNotice: 'Los webhooks pendientes se están enviando.',
  nothingWaits: 'Ningún webhook espera a este endpoint.',
};

export const chartEs: typeof chartEn = {
  table: 'Como tablas',
  time: 'Hora',
  summary: (name, last, most) => `${name}: ${last} ahora, ${most} como máximo`,
  p50: 'mediana',
  p95: 'p95',
};

export const endpointDayEs: typeof endpointDayEn = {
  title: 'Tráfico',
  push: {
    none: 'Todavía no se contó ningún intento en las últimas 24 horas.',
    share: (share, total, failed) =>
      `En las últimas 24 horas, ${share} de ${total} intentos tuvieron éxito y ${failed} fallaron.`,
    times: (half, most) => `La mitad de las respuestas llegó en ${half} o menos, el 95 % en ${most} o menos.`,
    answers: 'Tiempo de respuesta',
  },
  pull: {
    none: 'Todavía no se contó ninguna consulta en las últimas 24 horas.',
    share: (share, total, failed) =>
      `En las últimas 24 horas, ${share} de ${total} webhooks consultados se confirmaron y ${failed} no.`,
    times: (half, most) => `La mitad se confirmó en ${half} o menos desde la consulta, el 95 % en ${most} o menos.`,
    succeeded: 'Confirmados',
    failed: 'Sin confirmar',
    answers: 'De la consulta a la confirmación',
  },
  late: 'Se actualiza cada minuto.',
};

export const endpointHistoryEs: typeof endpointHistoryEn = {
  answers: 'Respuestas por minuto',
  window: 'En envío',
  backlog: 'Pendientes',
  answer: {
    '2xx': '2xx aceptado',
    '3xx': '3xx redirección',
    '4xx': '4xx rechazado',
    '5xx': '5xx error del servidor',
    none: 'Sin respuesta',
  },
  size: 'límite',
  inFlight: 'ahora',
  waiting: 'En espera',
  held: 'Retenidos',
  perMinute: '/min',
};

/** Faults that a sandbox merchant asks for, and whether its receiver did what is right. */
export const faultEs: typeof faultEn = {
  kind: {
    wrong_signature: 'Firma incorrecta',
    stale_timestamp: 'Hora vieja',
    duplicate: 'Lo mismo dos veces',
    gap: 'Fuera de orden',
    exhaust: 'Abandonado en el acto',
  },
  handled: 'pasó',
  unhandled: 'falló',
  givenUp: 'abandonado',
  notGivenUp: 'no abandonado',
};

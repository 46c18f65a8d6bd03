import { sharedEs } from '../../text/shared-es.js';
import type { endpointsEn, settingsEn } from './endpoints-en.js';

export const endpointsEs: typeof endpointsEn = {
  ...sharedEs.endpoints,
  lead: 'Tus servidores y puntos de venta que reciben webhooks de tus pedidos. 25 como máximo.',
  none: 'Todavía ningún endpoint',
  noneText: 'Agrega la URL de tu servidor, o un punto de venta que consulta.',
  types: { push: 'Envío a una URL', pull: 'Consulta de tu punto de venta' },
  clientHint: 'Su secreto firma los eventos.',
  clientNone: 'Todavía no tienes un cliente OAuth. Tu plataforma crea uno, o la orden delivery oauth-clients create.',
  name: 'Nombre',
  nameHint: 'Se muestra en vez de la dirección. Opcional.',
  reason: {
    gone: 'tu servidor respondió 410 Gone',
    failing: 'cinco días sin un solo éxito',
    operator: 'por nuestro soporte',
    requested: 'por ti',
  },
  add: 'Agregar un endpoint',
  addTitle: 'Agregar un endpoint',
  addUrl: 'URL',
  addUrlHint: 'Una URL https:// a la que se llega desde internet.',
  addEvents: 'Eventos',
  addEventsHint: 'Si no se marca ninguno, se envían los tres primeros.',
  statusesHint: 'De los cambios de estado, solo se envían estos. Si no marcas ninguno, todos.',
  storesHint: 'Refs de las tiendas, separadas por comas: solo sus pedidos. Vacío: todos los pedidos.',
  addHeaderName: 'Nombre del encabezado',
  addHeaderNameHint: 'Se envía con cada webhook, por ejemplo Authorization. Opcional.',
  addHeaderValue: 'Valor del encabezado',
  addHeaderValueHint: 'Se guarda cifrado y no se muestra nunca más.',
  addDisabled: 'Agregarlo desactivado: los webhooks se retienen hasta que lo actives',
  addNotice: 'Agregado.',
  secret: {
    title: 'Secreto de firma',
    text: 'Con él tu servidor comprueba cada webhook. Cópialo ahora: solo se muestra esta vez.',
    kept: 'Ya lo guardé',
  },
  signature: 'Firma',
  signatures: {
    'hmac-sha256': 'HMAC-SHA256: tu servidor guarda un secreto',
    ed25519: 'Ed25519: tu servidor guarda una clave pública',
  },
  publicKey: 'Clave pública',
  rotate: 'Cambiar secreto',
  rotateTitle: '¿Cambiar el secreto o la clave de firma?',
  rotateText:
    'Durante 24 horas cada webhook se firma con el anterior y con el nuevo, para que tu servidor cambie con calma.',
  rotatedKey: 'La clave nueva firma desde ahora. Esta página muestra la clave pública.',
  remove: 'Eliminar',
  removeTitle: '¿Eliminar este endpoint para siempre?',
  removeText: 'Los webhooks que esperan por él se omiten y no se envían nunca.',
  removedNotice: 'Eliminado.',
};

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
    header_again: 'El valor era para el servidor anterior. Escríbelo de nuevo para este, o no envíes ninguna.',
    number_range: 'Escribe un número entero, o déjalo vacío.',
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
    `Desde ahora recibe ${events === undefined ? 'los eventos estándar' : `estos eventos: ${events}`}. Los ` +
    'webhooks que ya esperan se envían igual.',
  signs: (client) => `Los eventos se firman con el secreto de ${client} desde su próximo intento.`,
  carries: (name) => `Los webhooks llevan ${name} con este valor desde su próximo intento.`,
  carriesNone: 'Los webhooks no llevan encabezado personalizado desde su próximo intento.',
};

import type { ReasonName } from '../dead-letters/rules/name-reason.js';
import type { deadLettersEn } from './dead-letters-en.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Why a message was refused. */
export const reasonsEs: Readonly<Record<ReasonName, (...parts: string[]) => string>> = {
  notJson: () => 'El cuerpo no es JSON',
  newer: (version, known) => `schema_version ${version} es más nueva que ${known}, la más nueva que se conoce aquí`,
  shape: (faults) => `No tiene la forma esperada: ${faults}`,
  noMerchant: () => 'merchant_id no es de un comercio de este servicio',
  exchange: (type, exchange) => `${type} debe publicarse en el exchange ${exchange}, pero vino de otro`,
  noUser: (type) =>
    `${type} debe tener la propiedad user_id, el usuario de quien publica, que dice de quién es el informe`,
  otherOrder: () => 'order_id no corresponde a merchant_id y external_id',
  farAhead: () => 'occurred_at está más de un día en el futuro',
  database: (what) => `Rechazado por la base de datos: ${what}`,
  unanswered: (times) =>
    `Entregado ${times} veces sin respuesta: cada vez falló su tratamiento, o el proceso cayó o perdió la conexión`,
  deliveryLimit: () => 'Límite de entregas alcanzado: ninguna terminó con ack o nack',
  sealed: (what) => `No se pudo abrir: ${what}`,
  unknown: () => 'Motivo desconocido',
};

export const deadLettersEs: typeof deadLettersEn = {
  reasons: reasonsEs,
  origin: ({ exchange, key, times }) =>
    `Publicado en el exchange ${exchange ?? 'por defecto'} como ${key}; reentregado ${plural(times, 'una vez', `${times} veces`)}.`,
  title: 'Mensajes rechazados',
  lead: 'Mensajes entre nuestros propios servicios que no se pudieron tratar. El servidor de un comercio nunca causa uno.',
  none: 'Ningún mensaje rechazado',
  noneText: 'Se trataron todos los mensajes.',
  count: (count) => plural(count, 'Un mensaje', `${count} mensajes`),
  message: 'Mensaje',
  type: 'Tipo',
  refused: 'Rechazado',
  times: (count) => plural(count, 'una vez', `${count} veces`),
  last: 'Última vez',
  detail: 'Detalle',
  look: 'Ver el mensaje',
  unreadable: 'No es JSON.',
  erased: 'El mensaje se borró con los datos del cliente y no se puede reenviar.',
  replay: 'Reenviar',
  replayAll: 'Reenviar todos',
  remove: 'Eliminar',
  replayTitle: '¿Devolver a la cola?',
  replayText: 'Cada mensaje vuelve a su cola. Si se rechaza de nuevo, reaparece aquí con el nuevo motivo.',
  removeTitle: '¿Eliminar para siempre?',
  removeText: 'Los mensajes eliminados se pierden. Elimina solo lo que sabes que no hace falta.',
  messages: (count, text) => plural(count, 'un mensaje', `${text} mensajes`),
  putsBack: (messages) => `Devuelve ${messages} a la cola.`,
  deletes: (messages) => `Elimina ${messages} para siempre.`,
  erasedLeft: (count, text) =>
    plural(
      count,
      'Uno más se borró con los datos del cliente, y se queda.',
      `${text} más se borraron con datos de clientes, y se quedan.`,
    ),
  between: (first, last) => `Rechazados entre ${first} y ${last}. Los que se rechacen desde ahora no se ven afectados.`,
  replayed: (count) => plural(count, 'Un mensaje volvió a la cola.', `${count} mensajes volvieron a la cola.`),
  removed: (count) => plural(count, 'Se eliminó un mensaje.', `Se eliminaron ${count} mensajes.`),
  removeAll: 'Eliminar todos',
};

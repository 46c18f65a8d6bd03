import type { ReasonName } from '../dead-letters/rules/name-reason.js';

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

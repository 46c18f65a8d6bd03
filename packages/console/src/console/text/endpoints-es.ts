import { sharedEs } from '../../text/shared-es.js';
import type { endpointFactsEn, endpointHistoryEn, endpointsEn, endpointSettingsEn } from './endpoints-en.js';

export const endpointsEs: typeof endpointsEn = {
  ...sharedEs.endpoints,
  lead: 'Servidores de los comercios que reciben webhooks, la mayor cola primero.',
  none: 'Ningún endpoint aquí',
  noneText: 'Un comercio añade uno con su URL de webhook.',
  merchant: 'Comercio',
  inFlight: 'En envío',
  windowValue: (used, size) => `${used} de ${size}`,
  filter: 'Mostrar',
  created: 'Creado',
  disabledAt: 'Desactivado',
  disabledReason: 'Motivo',
  nextProbe: 'Próximo intento',
  log: 'Cambios',
  logNone: 'Todavía nada.',
  testTitle: '¿Enviar un webhook de prueba?',
  testText:
    'Un ejemplo firmado y marcado como prueba. Se envía aunque el endpoint esté desactivado, y no retrasa a ningún otro.',
  testNotice: 'La prueba se envió. Su resultado aparece aquí.',
  deleted: 'Eliminado',
  what: {
    created: 'Añadido',
    enabled: 'Activado',
    disabled: 'Desactivado',
    deleted: 'Eliminado',
    changed: 'Cambiado',
    secret_rotated: 'Secreto cambiado',
    tested: 'Prueba enviada',
    caught_up: 'Puesto al día',
    sent_now: 'Webhook enviado en el acto',
  },
  reason: {
    gone: 'el servidor respondió 410 Gone',
    failing: 'cinco días sin un solo éxito',
    operator: 'por un operador',
    requested: 'por el comercio',
    system_disabled: 'con el sistema de su repartidor',
    platform_disabled: 'con su plataforma',
  },
};

export const endpointSettingsEs: typeof endpointSettingsEn = {
  url: 'dirección',
  events: 'eventos',
  header: 'cabecera propia',
  max_per_second: 'ritmo',
  name: 'nombre',
};

export const endpointHistoryEs: typeof endpointHistoryEn = {
  answers: 'Qué respondió, por minuto',
  window: 'Enviados a la vez',
  backlog: 'Webhooks que esperan',
  answer: {
    '2xx': '2xx aceptado',
    '3xx': '3xx redirección',
    '4xx': '4xx rechazado',
    '5xx': '5xx error',
    none: 'Sin respuesta',
  },
  size: 'Como máximo',
  inFlight: 'En curso',
  waiting: 'Esperando',
  held: 'Retenidos',
  lastError: 'Último error en 24 horas',
  lastErrorNone: 'Ninguno',
  lastErrorSoon: 'Aún sin contar',
  perMinute: '/min',
};

export const endpointFactsEs: typeof endpointFactsEn = {
  whole: 'Dirección completa',
  secret: 'Secreto',
  secretOld: 'más antiguo que el registro',
  older: 'El secreto anterior también firma hasta',
  headerNone: 'Ninguna',
  paceValue: (count) => `${count} por segundo`,
  paceNone: 'Sin límite',
  fault: 'Falla pedida',
  lastFault: 'Última falla',
  faultKind: {
    wrong_signature: 'Firma incorrecta',
    stale_timestamp: 'Hora vieja',
    duplicate: 'Enviado dos veces',
    gap: 'Uno omitido',
    exhaust: 'Abandonado en el acto',
  },
  handled: 'bien tratada',
  notHandled: 'no tratada',
};

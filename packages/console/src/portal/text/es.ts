import { lanesEs } from '../../text/lanes-es.js';
import { sharedEs } from '../../text/shared-es.js';
import type { Dictionary } from './en.js';
import { endpointsEs } from './endpoints-es.js';
import { sandboxEs } from './sandbox-es.js';
import { settingsEs } from './settings-es.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const times = (count: number): string => (count === 1 ? 'una vez' : `${count} veces`);
const inTime = (left: string | undefined): string => (left === undefined ? 'en cualquier momento' : `en ${left}`);

const orders: Dictionary['orders'] = {
  ...lanesEs,
  lead: 'Los más nuevos primero. Lo que cambia aparece solo.',
  listTitle: 'Pedidos',
  none: 'Todavía ningún pedido',
  noneText: 'Los pedidos que envía tu sistema aparecen aquí en el acto.',
  noneFiltered: 'Ningún pedido tiene este estado',
  noneLate: 'Ningún pedido va con retraso',
  filter: 'Estado',
  late: 'Con retraso',
  changed: 'Cambiado',
  answered: (code, count) => `tu servidor respondió ${code} ${times(count)}`,
  pull: 'Retirado por tu TPV',
  stageHint: { ...lanesEs.stageHint, answered: 'Tu servidor' },
  wait: {
    ...lanesEs.wait,
    probe: (left) => `tu servidor no responde, así que se intenta un webhook a la vez, el próximo ${inTime(left)}`,
    pace: (left) => `tu límite por segundo deja salir el próximo ${inTime(left)}`,
    answer: 'enviado; se espera la respuesta de tu servidor',
    fetch: 'tu TPV aún no lo retiró',
  },
};

export const es: Dictionary = {
  ...sharedEs,
  product: 'Portal de entregas',
  guide: { name: 'Guía', href: '../docs/guide-es' },
  nav: { home: 'Resumen', orders: 'Pedidos', endpoints: 'Endpoints', deliveries: 'Webhooks', replays: 'Reenvíos' },
  signIn: {
    ...sharedEs.signIn,
    lead: 'Mira tus pedidos, dónde está cada webhook y por qué espera.',
    key: 'Clave',
    keyHint: 'De tu plataforma: key_…',
    token: 'Token',
    tokenHint: 'De este comercio: tok_… Ninguno de los dos se guarda en este navegador.',
    refused: 'La clave o el token no son correctos, o el comercio no está activo.',
    linkFailed: 'Este enlace ya se usó o tiene más de 15 minutos. Pide uno nuevo a quien lo envió.',
  },
  failed: {
    ...sharedEs.failed,
    noPermission: 'El servicio no lo permite. El comercio puede estar desactivado: pregunta a tu plataforma.',
  },
  readOnlyHint: 'El enlace que abriste es para mirar: con él no se puede cambiar nada.',
  sandbox: 'Sandbox',
  sandboxHint: 'Para probar: los repartidores son simulados y ningún pedido es real.',
  conditionWords: {
    ...sharedEs.conditionWords,
    ok: 'Tu servidor responde. Los webhooks salen en cuanto surgen.',
    paced: 'Hay más webhooks de los que permite tu límite por segundo: el resto espera su turno.',
    not_fetching: 'Tu TPV no retira, así que sus webhooks esperan. Mira si está encendido y tiene red.',
  },
  deliveryStateHint: {
    ...sharedEs.deliveryStateHint,
    in_flight: 'En camino a tu servidor.',
    delivered: 'Tu servidor lo aceptó.',
  },
  preview: {
    ...sharedEs.preview,
    blocked_by: {
      ...sharedEs.preview.blocked_by,
      fetched: (webhooks) => `De estos, ${webhooks} esperan hasta que tu TPV los retire.`,
    },
  },
  requests: { ...sharedEs.requests, fetched: 'retirado por tu TPV' },
  orders,
  endpoints: endpointsEs,
  settings: settingsEs,
  courier: sandboxEs,
  home: {
    title: 'Resumen',
    calm: 'Todo va bien',
    calmText: 'Los pedidos entran y los webhooks te llegan. Nada espera por ti.',
    concerns: (count) => plural(count, 'Una cosa pide tu atención', `${count} cosas piden tu atención`),
    concern: {
      breaker_open: (url, waiting) =>
        waiting === '0' ? `${url} no responde.` : `${url} no responde: ${waiting} webhooks esperan.`,
      not_fetching: (url, waiting) => `${url} no retira: ${waiting} webhooks esperan.`,
      failing: (url, waiting) =>
        `${url} rechaza sus webhooks.${waiting === '0' ? '' : ` A la espera de otro intento: ${waiting}.`}`,
      disabled: (url, waiting) => `${url} está desactivado: ${waiting} webhooks están retenidos.`,
      exhausted: (count) => `Webhooks abandonados en las últimas 24 horas: ${count}. Un reenvío los manda de nuevo.`,
      late_orders: (count) => `Pedidos con retraso: ${count}.`,
      untried: (url) => `Todavía no se envió nada a ${url}: una prueba muestra si funciona.`,
      no_endpoint: 'Todavía ningún endpoint: no recibes webhooks de tus pedidos.',
    },
    orders: 'Pedidos de las últimas 24 horas',
    webhooks: 'Webhooks de las últimas 24 horas',
    truncated: 'Se contaron los 10.000 más nuevos.',
    noOrders: 'Ningún pedido en las últimas 24 horas.',
    noWebhooks: 'Ningún webhook en las últimas 24 horas.',
    endpoints: 'Endpoints',
    newest: 'Pedidos más nuevos',
    all: 'Todos los pedidos',
  },
  deliveries: {
    ...sharedEs.deliveries,
    title: 'Webhooks',
    lead: 'Lo que se te envió, lo más nuevo primero, con cada intento.',
    response: 'Respuesta de tu servidor',
    again: 'Enviar de nuevo',
    againTitle: '¿Enviar este webhook de nuevo?',
    againText: 'Se envía con el mismo webhook-id. Los que salen en vivo no esperan por él.',
    againNotice: 'Se está enviando de nuevo.',
  },
  replays: {
    ...sharedEs.replays,
    titleOfList: 'Reenvíos',
    lead: 'Webhooks de un periodo, enviados de nuevo. Lo más nuevo primero.',
  },
  zoneForAll: {
    open: 'Zona para todos',
    title: 'Zona horaria para todos',
    text: 'Quien abre este portal ve las horas en ella, y los correos dicen las horas en ella. En tu propio dispositivo aún puedes elegir otra.',
    saved: 'Guardado para todos.',
  },
  switching: {
    link: 'Cambiar de comercio',
    title: 'Comercios',
    lead: 'Los de tu plataforma, los peores primero. El que abras ocupa el lugar de este, en todas las pestañas.',
    none: 'No hay tal comercio',
    name: 'Comercio',
    webhooks: 'Webhooks',
    waiting: 'En espera',
    reference: 'Referencia',
    disabled: 'Desactivado',
    here: 'Abierto ahora',
    noEndpoint: 'Sin endpoint',
  },
  search: {
    ...sharedEs.search,
    label: 'Buscar un pedido o endpoint',
    lead: 'Un pedido por su número, su ID, tu ID externo, un webhook-id o el teléfono del cliente; un endpoint por su ID o una parte de su dirección.',
    ask: 'Escribe un número, un ID, un teléfono o una dirección y pulsa Enter.',
    none: (q) => `Nada tuyo coincide con “${q}”`,
    noneText: 'Escribe números e ID enteros. De un teléfono bastan los últimos cuatro dígitos.',
    purgedText: 'Llevaba sin actividad más tiempo del que se guardan los pedidos. Su ID externo sigue ocupado.',
  },
};

import { lanesEs } from '../../text/lanes-es.js';
import { sharedEs } from '../../text/shared-es.js';
import type { Dictionary } from './en.js';
import { endpointsEs, settingsEs } from './endpoints-es.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const times = (count: number): string => (count === 1 ? 'una vez' : `${count} veces`);
const inTime = (left: string | undefined): string => (left === undefined ? 'ahora' : `en ${left}`);

const orders: Dictionary['orders'] = {
  ...lanesEs,
  lead: 'Más recientes primero. Los cambios aparecen solos.',
  listTitle: 'Pedidos',
  none: 'Todavía ningún pedido',
  noneText: 'Los pedidos que envía tu sistema aparecen aquí en el acto.',
  noneFiltered: 'Ningún pedido tiene este estado',
  noneLate: 'Ningún pedido va con retraso',
  late: 'Con retraso',
  answered: (code, count) => `tu servidor respondió ${code} ${times(count)}`,
  pull: 'Consultado por tu punto de venta',
  stageHint: { ...lanesEs.stageHint, answered: 'Tu servidor' },
  wait: {
    ...lanesEs.wait,
    probe: (left) => `tu servidor no responde, así que se intenta un webhook a la vez, el próximo ${inTime(left)}`,
    probing: 'tu servidor no responde; se está intentando un webhook, y los demás esperan su resultado',
    pace: (left) => `tu límite por segundo deja salir el próximo ${inTime(left)}`,
    answer: 'enviado; se espera la respuesta de tu servidor',
    fetch: 'tu punto de venta aún no lo consultó',
  },
};

export const es: Dictionary = {
  ...sharedEs,
  product: 'Portal de entregas',
  guide: { name: 'Guía (en inglés)', href: '../docs/guide' },
  nav: {
    home: 'Resumen',
    orders: 'Pedidos',
    endpoints: 'Endpoints',
    deliveries: 'Webhooks',
    replays: 'Reenvíos',
    times: 'Tiempos',
    people: 'Personas',
  },
  people: {
    title: 'Personas',
    ofMerchant: 'Acceso al portal',
    lead: 'Entran en este portal con un enlace por correo, y su sesión dura 30 días.',
    ofPlatform: 'Personas de la plataforma',
    leadOfPlatform: 'Pueden abrir todos los comercios de la plataforma.',
    notAllowed: 'Las personas no se muestran en esta sesión',
    notAllowedText:
      'Entra con acceso completo por un enlace: por correo, o de tu plataforma o del operador del servicio.',
  },
  sendLink: {
    hint: 'La dirección que recibió la invitación.',
    submit: 'Enviar un enlace de acceso',
    sent: (email: string) =>
      `Si ${email} recibió una invitación, un enlace está en camino. Funciona una vez, en 15 minutos.`,
    orToken: 'O, para desarrolladores:',
  },
  signIn: {
    ...sharedEs.signIn,
    lead: 'Consulta tus pedidos, dónde está cada webhook y por qué espera.',
    key: 'Clave',
    keyHint: 'De tu plataforma: key_…',
    token: 'Token',
    tokenHint: 'De este comercio: tok_… Ninguno de los dos se guarda en este navegador.',
    refused: 'La clave o el token no son correctos, o el comercio no está activo.',
    linkFailed: 'Este enlace ya se usó o caducó. Pide uno nuevo.',
  },
  failed: {
    ...sharedEs.failed,
    noPermission: 'El servicio no lo permite. El comercio puede estar desactivado: pregunta a tu plataforma.',
  },
  readOnlyHint: 'Tu acceso es de solo lectura.',
  sandbox: 'Sandbox',
  sandboxHint: 'Para probar: los repartidores son simulados y ningún pedido es real.',
  conditionWords: {
    ...sharedEs.conditionWords,
    ok: 'Tu servidor responde. Los webhooks se envían al instante.',
    paced: 'Hay más webhooks de los que permite tu límite por segundo: el resto espera su turno.',
    not_fetching:
      'Tu punto de venta no consulta, así que sus webhooks esperan. Comprueba que esté encendido y tenga red.',
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
      fetched: (webhooks) => `De estos, ${webhooks} esperan hasta que tu punto de venta los consulte.`,
    },
  },
  requests: { ...sharedEs.requests, fetched: 'consultado por tu punto de venta' },
  orders,
  endpoints: endpointsEs,
  settings: settingsEs,
  courier: {
    title: 'Haz de repartidor',
    text: 'Después de tu primer paso, los repartidores simulados ya no cambian este pedido.',
    auto: (scenario, speed) =>
      `Lo mueven repartidores simulados: “${scenario}”, ` +
      `${speed === '1' ? 'en tiempo real' : `${speed} × el tiempo real`}.`,
    manual: 'Lo mueves a mano. Los repartidores simulados ya no lo cambian.',
    final: 'El pedido ya terminó.',
    giveUp: 'Desistir',
    ignored: (shown, count) =>
      count === 1 ? 'Un campo de este pedido no se conoce' : `${shown} campos de este pedido no se conocen`,
    ignoredText: 'Lo que el servicio no conoce no se lee y no llega a la cocina. Revisa la escritura.',
    ignoredMore: (count) => `y ${count} más`,
    newOrder: 'Nuevo pedido',
    newTitle: 'Hacer un pedido de prueba',
    newText: 'Un pedido con artículos ficticios. Sus webhooks van a tus endpoints como los de cualquier otro.',
    scenario: 'Escenario',
    speed: 'Velocidad (× tiempo real)',
    speedHint: 'De 1 a 3600. Con 60, un minuto dura un segundo.',
    speedFault: 'Escribe un número de 1 a 3600.',
    ready: 'Marcarlo como listo en el acto, para que venga un repartidor',
    place: 'Hacer el pedido',
    placed: 'Hecho.',
    scenarios: {
      delivered: 'Entrega normal',
      no_courier: 'No se encuentra repartidor',
      courier_gave_up: 'El primer repartidor desiste',
      canceled_after_pickup: 'Cancelado en el retiro',
      delivery_failed_returned: 'No entregado, la comida vuelve',
      every_report: 'Todos los avisos, con un problema en la puerta',
      late: 'Entregado, con retraso',
      tracking_only: 'Pocos avisos, un enlace de seguimiento',
      stuck: 'El repartidor nunca llega',
      no_simulation: 'Ningún repartidor simulado',
    },
    injectFault: 'Prueba tu receptor',
    injectFaultText: 'La falla se envía una vez, junto al próximo webhook. Tu respuesta a ella no tiene otro efecto.',
    faultHint: {
      wrong_signature: 'Un buen receptor la rechaza con 4xx.',
      stale_timestamp: 'De hace diez minutos. Un buen receptor la rechaza con 4xx.',
      duplicate: 'Un buen receptor acepta los dos y actúa una vez.',
      gap: 'Un evento llega antes que el anterior. Un buen receptor lo nota.',
      exhaust: 'Si tu servidor rechaza el próximo webhook, se abandona tras este intento, sin reintentos.',
    },
    asked: (kind) => `Pedido: ${kind}. Sale con el próximo webhook.`,
    last: (kind, answer) => `${kind}: tu receptor respondió ${answer}`,
    noAnswer: 'nada',
    never: 'Todavía no se envió ninguna falla.',
  },
  home: {
    title: 'Resumen',
    calm: 'Todo va bien',
    calmText: 'Los pedidos entran y los webhooks te llegan. Nada requiere tu atención.',
    concerns: (count) => plural(count, 'Un asunto requiere tu atención', `${count} asuntos requieren tu atención`),
    concern: {
      breaker_open: (url, waiting) =>
        waiting === '0' ? `${url} no responde` : `${url} no responde – ${waiting} webhooks en espera`,
      not_fetching: (url, waiting) => `${url} no consulta – ${waiting} webhooks en espera`,
      narrowed: (url, waiting) =>
        waiting === '0'
          ? `${url} no respondió hace poco`
          : `${url} no respondió hace poco – ${waiting} webhooks en espera`,
      failing: (url, waiting) =>
        waiting === '0'
          ? `${url} responde con errores`
          : `${url} responde con errores – ${waiting} webhooks por reintentar`,
      disabled: (url, waiting) => `${url} está desactivado – ${waiting} webhooks retenidos`,
      exhausted: (count) => `Webhooks abandonados en las últimas 24 horas: ${count}`,
      late_orders: (count) => `${count} ${count === '1' ? 'pedido con retraso' : 'pedidos con retraso'}`,
      orders_without_courier: (count) =>
        count === '1' ? 'Ningún repartidor aceptó un pedido' : `Ningún repartidor aceptó ${count} pedidos`,
      untried: (url) => `${url} nunca se probó: envía una prueba`,
      no_endpoint: 'Ningún endpoint todavía: no recibes webhooks',
    },
    incidents: {
      title: 'Problemas en las últimas 24 horas',
      failing: 'no aceptó webhooks,',
      not_fetching: 'no buscó,',
      now: 'ahora',
      deleted: 'Un endpoint eliminado',
      late: (count, text) => (count === 1 ? 'un webhook llegó tarde' : `${text} webhooks llegaron tarde`),
      undelivered: (count, text) =>
        count === 0 ? 'todos entregados' : count === 1 ? 'uno no fue entregado' : `${text} no fueron entregados`,
    },
    orders: 'Pedidos de las últimas 24 horas',
    webhooks: 'Webhooks de las últimas 24 horas',
    truncated: 'Se contaron los 10.000 más recientes.',
    noOrders: 'Ningún pedido en las últimas 24 horas.',
    noWebhooks: 'Ningún webhook en las últimas 24 horas.',
    newest: 'Pedidos más recientes',
    all: 'Todos los pedidos',
  },
  deliveries: {
    ...sharedEs.deliveries,
    title: 'Webhooks',
    lead: 'Lo que se te envió, más recientes primero, con cada intento.',
    response: 'Respuesta de tu servidor',
  },
  replays: {
    ...sharedEs.replays,
    titleOfList: 'Reenvíos',
    lead: 'Webhooks de un periodo, enviados de nuevo. Más recientes primero.',
  },
  zoneForAll: {
    title: 'Zona horaria predeterminada',
    text:
      'Quien abre este portal ve las horas en esta zona, y los correos también la usan. En tu propio ' +
      'dispositivo aún puedes elegir otra.',
    saved: 'Guardado para todos.',
  },
  switching: {
    link: 'Cambiar de comercio',
    title: 'Comercios',
    lead: 'Tus comercios, problemas primero. Al abrir uno cambian todas las pestañas.',
    none: 'Ningún comercio encontrado',
    name: 'Comercio',
    reference: 'Referencia',
    disabled: 'Desactivado',
    here: 'Abierto ahora',
    noEndpoint: 'Sin endpoint',
    sections: 'Tu plataforma',
    noneOwn: 'Tu plataforma no tiene endpoint',
    noneOwnText: 'Con uno, recibe los eventos de todos sus comercios.',
  },
  search: {
    ...sharedEs.search,
    label: 'Buscar un pedido o endpoint',
    lead:
      'Un pedido por su número, su ID, tu ID externo, un webhook-id o el teléfono del cliente; un endpoint por ' +
      'su ID o una parte de su dirección.',
    ask: 'Escribe un número, un ID, un teléfono o una dirección y pulsa Enter.',
    none: (q) => `Nada tuyo coincide con “${q}”`,
    noneText: 'Escribe números e ID enteros. De un teléfono bastan los últimos cuatro dígitos.',
    purgedText: 'Llevaba sin actividad más tiempo del que se guardan los pedidos. Su ID externo sigue ocupado.',
  },
};

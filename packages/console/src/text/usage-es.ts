import type { usageEn } from './usage-en.js';

export const usageEs: typeof usageEn = {
  title: 'Uso',
  lead: 'Pedidos y webhooks por comercio y mes (UTC), más webhooks primero.',
  none: 'Nada en este mes',
  noneText: 'No se creó ningún pedido ni se envió ningún webhook, o el filtro no encuentra ningún comercio.',
  noMonths: 'Nada todavía',
  month: 'Mes',
  modes: { live: 'Producción', sandbox: 'Sandbox' },
  counts: {
    created: 'Pedidos',
    delivered: 'Entregados',
    canceled: 'Cancelados',
    returned: 'Devueltos',
    attempts: 'Intentos',
    arrived: 'Webhooks entregados',
    exhausted: 'Abandonados',
  },
};

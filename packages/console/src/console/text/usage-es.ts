import type { usageEn } from './usage-en.js';

export const usageEs: typeof usageEn = {
  title: 'Uso',
  lead: 'Cuántos pedidos y webhooks tuvo cada comercio en un mes de UTC: primero el que tuvo más webhooks.',
  none: 'Nada en este mes',
  noneText: 'No se creó ningún pedido ni se envió ningún webhook, o ninguno de los comercios que buscas tuvo alguno.',
  noMonths: 'Nada todavía',
  month: 'Mes',
  mode: 'Comercios',
  modes: { live: 'Producción', sandbox: 'Sandbox' },
  file: 'Guardar como CSV',
  counts: {
    created: 'Pedidos',
    delivered: 'Entregados',
    canceled: 'Cancelados',
    returned: 'Devueltos',
    attempts: 'Intentos',
    arrived: 'Webhooks recibidos',
    exhausted: 'Abandonados',
  },
};

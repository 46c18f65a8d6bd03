import type { usageEn } from './usage-en.js';

export const usagePt: typeof usageEn = {
  title: 'Uso',
  lead: 'Pedidos e webhooks por lojista e mês (UTC), mais webhooks primeiro.',
  none: 'Nada neste mês',
  noneText: 'Nenhum pedido foi criado e nenhum webhook foi enviado, ou o filtro não encontra nenhum lojista.',
  noMonths: 'Nada ainda',
  month: 'Mês',
  modes: { live: 'Produção', sandbox: 'Sandbox' },
  counts: {
    created: 'Pedidos',
    delivered: 'Entregues',
    canceled: 'Cancelados',
    returned: 'Devolvidos',
    attempts: 'Tentativas',
    arrived: 'Webhooks entregues',
    exhausted: 'Esgotados',
  },
};

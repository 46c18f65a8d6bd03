import type { usageEn } from './usage-en.js';

export const usagePt: typeof usageEn = {
  title: 'Uso',
  lead: 'Quantos pedidos e webhooks cada lojista teve em um mês de UTC: primeiro quem teve mais webhooks.',
  none: 'Nada neste mês',
  noneText: 'Nenhum pedido foi criado e nenhum webhook enviado, ou não por nenhum dos lojistas procurados.',
  noMonths: 'Nada ainda',
  month: 'Mês',
  mode: 'Lojistas',
  modes: { live: 'Produção', sandbox: 'Sandbox' },
  file: 'Salvar como CSV',
  counts: {
    created: 'Pedidos',
    delivered: 'Entregues',
    canceled: 'Cancelados',
    returned: 'Devolvidos',
    attempts: 'Tentativas',
    arrived: 'Webhooks recebidos',
    exhausted: 'Desistências',
  },
};

import type { chartEn, endpointDayEn } from './charts-en.js';

export const chartPt: typeof chartEn = {
  table: 'Como tabela',
  time: 'Hora',
  summary: (name, last, most) => `${name}: ${last} agora, no máximo ${most}`,
  p50: 'Metade em',
  p95: '95% em',
};

export const endpointDayPt: typeof endpointDayEn = {
  title: 'Como foi',
  push: {
    none: 'Nenhuma tentativa foi contada ainda nas últimas 24 horas.',
    share: (share, total, failed) =>
      `Nas últimas 24 horas, ${share} de ${total} tentativas deram certo e ${failed} falharam.`,
    times: (half, most) => `Metade das respostas veio em até ${half}, 95% em até ${most}.`,
    outcomes: 'Tentativas por hora',
    succeeded: 'Deram certo',
    failed: 'Falharam',
    answers: 'Tempo até a resposta',
  },
  pull: {
    none: 'Nenhuma busca foi contada ainda nas últimas 24 horas.',
    share: (share, total, failed) =>
      `Nas últimas 24 horas, ${share} de ${total} webhooks buscados foram confirmados e ${failed} não.`,
    times: (half, most) => `Metade foi confirmada em até ${half} depois da busca, 95% em até ${most}.`,
    outcomes: 'Webhooks buscados por hora',
    succeeded: 'Confirmados',
    failed: 'Não confirmados',
    answers: 'Da busca à confirmação',
  },
  late: 'Contado uma vez por minuto: o minuto mais novo ainda está por vir.',
};

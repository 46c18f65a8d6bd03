import type { previewsEn, selectionEn } from './previews-en.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const previewsPt: typeof previewsEn = {
  counting: 'Contando o que isto faria …',
  webhooks: (count, text) => plural(count, 'um webhook', `${text} webhooks`),
  orders: (count, text) => plural(count, 'um pedido', `${text} pedidos`),
  moreThan: (words) => `mais de ${words}`,
  sendsAgain: (webhooks, orders) => `Envia de novo ${webhooks} de ${orders}`,
  sends: (webhooks, orders) => `Envia ${webhooks} de ${orders}`,
  about: (time) => `, em cerca de ${time}.`,
  noTime: '. Ninguém sabe dizer quanto tempo isso leva.',
  nothingAgain: 'Não há nada para enviar de novo neste período.',
  nothingChosen: 'Nada disto pode ser enviado de novo agora.',
  nothingHeld: 'Nada está retido: o que vier daqui em diante é enviado.',
  running: 'Este período já está sendo reenviado: um segundo reenvio não começa.',
  leftOut: (count, text) =>
    plural(
      count,
      'Mais um fica de fora: não terminou, ou já está sendo reenviado.',
      `Mais ${text} ficam de fora: não terminaram, ou já estão sendo reenviados.`,
    ),
  blocked_by: {
    disabled: (webhooks, url) => `Destes, ${webhooks} para ${url} ficam retidos: ele está desativado.`,
    failing: (webhooks, url) => `Destes, ${webhooks} vão para ${url}, que no momento falha.`,
    fetched: (webhooks) => `Destes, ${webhooks} esperam até o lojista buscá-los.`,
  },
  basis: (answer, rate) =>
    `Calculado com respostas em ${answer}, ou seja ${rate} por segundo, se tudo der certo e nada mais for enviado.`,
  basisUnmeasured: (rate) => `Calculado com ${rate} por segundo: ele não respondeu nada ultimamente.`,
  stale: 'O que isto faria mudou desde que você olhou. Nada foi feito. Veja os números novos e decida.',
};

export const selectionPt: typeof selectionEn = {
  column: 'Selecionar',
  allShown: 'Selecionar todos os exibidos',
  chosen: (count, text) => plural(count, 'Um selecionado', `${text} selecionados`),
};

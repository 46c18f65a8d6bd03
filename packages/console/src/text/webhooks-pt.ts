import type { catchUpEn, chartEn, endpointDayEn, previewsEn, requestsEn, selectionEn } from './webhooks-en.js';

export const requestsPt: typeof requestsEn = {
  title: 'Requisição e resposta',
  lead: 'Não fica guardada: é montada de novo pelo mesmo código que a enviou.',
  none: 'Nada foi enviado ainda.',
  which: 'Tentativa',
  choice: (attempt, at) => `${attempt}, ${at}`,
  newest: 'São mostradas as 100 tentativas mais novas.',
  head: 'Endereço e cabeçalhos',
  fetched: 'buscado, não enviado',
  body: 'Corpo',
  form: 'Forma do corpo',
  indented: 'Indentado',
  raw: 'Como enviado',
  answer: 'O que voltou',
  answerNone: 'Sem resposta, ou resposta vazia.',
  unknownTitle: 'O que ninguém pode mais dizer',
  unknown: {
    signature:
      'A assinatura: o segredo foi trocado e venceu depois, ou foi trocado minutos antes do envio, ou o corpo foi apagado.',
    body: 'O corpo: os dados do cliente foram apagados dele depois.',
    endpoint: 'O endereço e o cabeçalho próprio: o endpoint foi alterado depois, e estes são os de agora.',
    span: 'A parte do meio de traceparent, onde há rastreamento: era de quem enviou.',
  },
  masked: 'Sem o que pode ser do cliente: o que o lojista acrescentou, link de rastreio, palavras de um motivo.',
  erased: 'O que pode ter sido do cliente foi apagado.',
  curl: 'Copiar como curl',
  comparisonTitle: 'O que difere entre tentativas',
  comparison: 'Comparada com',
  same: 'Nada além do número, horário e assinatura da tentativa.',
  field: 'Cabeçalho',
  here: 'Esta tentativa',
  there: 'A outra',
  absent: 'ausente',
  check: 'Conferir a assinatura',
  secret: 'Segredo ou chave pública do endpoint',
  secretHint: 'whsec_… ou whpk_… É usado só nesta página e não é enviado nem guardado.',
  checkNow: 'Conferir',
  verdict: {
    valid: 'Esta requisição foi assinada com ele.',
    invalid: 'Esta requisição não foi assinada com ele. Veja se é o do endpoint e se não foi trocado depois.',
    no_secret: 'Um segredo começa com whsec_, uma chave pública com whpk_, e ambos seguem em Base64. Copie inteiro.',
    unavailable: 'Este navegador não consegue conferir. Abra a página pelo endereço https, em um navegador atual.',
  },
};

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

export const catchUpPt: typeof catchUpEn = {
  sendNow: 'Enviar agora',
  sendNowTitle: 'Enviar este webhook agora?',
  sendNowText: 'Sai sem esperar pela próxima tentativa, depois dos do mesmo pedido que vêm antes.',
  sendNowNotice: 'Está sendo enviado agora.',
  catchUp: 'Pôr em dia',
  catchUpTitle: 'Enviar agora o que espera?',
  catchUpText: 'Os webhooks que falharam saem em ordem, sem esperar pela próxima tentativa.',
  catchUpNotice: 'O que esperava está sendo enviado agora.',
  nothingWaits: 'Nada espera por ele.',
};

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

import type {
  catchUpEn,
  chartEn,
  endpointDayEn,
  endpointHistoryEn,
  faultEn,
  previewsEn,
  requestsEn,
  selectionEn,
} from './webhooks-en.js';

export const requestsPt: typeof requestsEn = {
  title: 'Requisição e resposta',
  lead: 'As requisições não são guardadas. Esta foi reconstruída a partir do que ainda é conhecido.',
  none: 'Nada foi enviado ainda.',
  newest: 'São mostradas as 100 tentativas mais recentes.',
  head: 'URL e cabeçalhos',
  fetched: 'buscado, não enviado',
  body: 'Corpo',
  form: 'Forma do corpo',
  indented: 'Indentado',
  raw: 'Como enviado',
  answer: 'Resposta',
  answerNone: 'Sem corpo na resposta.',
  unknownTitle: 'O que não é mais conhecido',
  unknown: {
    signature:
      'A assinatura: o segredo foi trocado e venceu depois, ou foi trocado minutos antes do envio, ou o corpo ' +
      'foi apagado.',
    body: 'O corpo: os dados do cliente foram apagados dele depois.',
    endpoint: 'A URL e o cabeçalho personalizado: o endpoint foi alterado depois, e estes são os atuais.',
    span: 'A parte do meio de traceparent, se houver rastreamento: foi escolhida no envio.',
  },
  masked: 'Sem o que pode ser do cliente: o que o lojista acrescentou, link de rastreio, palavras de um motivo.',
  erased: 'O que pode ter sido do cliente foi apagado.',
  curl: 'Copiar como curl',
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
  noTime: '. Não é possível estimar quanto tempo leva.',
  nothingAgain: 'Não há nada para enviar de novo neste período.',
  nothingChosen: 'Nada disto pode ser enviado de novo agora.',
  nothingHeld: 'Nada está retido. A partir de agora os webhooks são enviados.',
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
    fetched: (webhooks) => `Destes, ${webhooks} aguardam até o lojista buscá-los.`,
  },
  basis: (answer, rate) =>
    `Estimado com respostas em ${answer}, ou seja, ${rate} por segundo, se toda tentativa der certo e nada mais ` +
    'for enviado.',
  basisUnmeasured: (rate) => `Estimado com ${rate} por segundo, porque o endpoint não respondeu recentemente.`,
  stale: 'A prévia está desatualizada, então nada foi feito. Confira os números novos e decida.',
};

export const selectionPt: typeof selectionEn = {
  column: 'Selecionar',
  allShown: 'Selecionar todos os exibidos',
  chosen: (count, text) => plural(count, 'Um selecionado', `${text} selecionados`),
};

export const catchUpPt: typeof catchUpEn = {
  sendNow: 'Enviar agora',
  sendNowTitle: 'Enviar este webhook agora?',
  sendNowText: 'É enviado sem aguardar a próxima tentativa, depois dos webhooks anteriores do mesmo pedido.',
  sendNowNotice: 'O webhook está sendo enviado.',
  catchUp: 'Reenviar pendentes',
  catchUpTitle: 'Reenviar todos os pendentes agora?',
  catchUpText: 'Os webhooks que falharam são enviados em ordem, sem aguardar a próxima tentativa.',
  catchUpNotice: 'Os webhooks pendentes estão sendo enviados.',
  nothingWaits: 'Nenhum webhook aguarda este endpoint.',
};

export const chartPt: typeof chartEn = {
  table: 'Como tabelas',
  time: 'Hora',
  summary: (name, last, most) => `${name}: ${last} agora, no máximo ${most}`,
  p50: 'mediana',
  p95: 'p95',
};

export const endpointDayPt: typeof endpointDayEn = {
  title: 'Tráfego',
  push: {
    none: 'Nenhuma tentativa foi contada ainda nas últimas 24 horas.',
    share: (share, total, failed) =>
      `Nas últimas 24 horas, ${share} de ${total} tentativas deram certo e ${failed} falharam.`,
    times: (half, most) => `Metade das respostas veio em até ${half}, 95% em até ${most}.`,
    answers: 'Tempo de resposta',
  },
  pull: {
    none: 'Nenhuma busca foi contada ainda nas últimas 24 horas.',
    share: (share, total, failed) =>
      `Nas últimas 24 horas, ${share} de ${total} webhooks buscados foram confirmados e ${failed} não.`,
    times: (half, most) => `Metade foi confirmada em até ${half} depois da busca, 95% em até ${most}.`,
    succeeded: 'Confirmados',
    failed: 'Não confirmados',
    answers: 'Da busca à confirmação',
  },
  late: 'Atualizado a cada minuto.',
};

export const endpointHistoryPt: typeof endpointHistoryEn = {
  answers: 'Respostas por minuto',
  window: 'Em envio',
  backlog: 'Pendências',
  answer: {
    '2xx': '2xx aceito',
    '3xx': '3xx redirecionamento',
    '4xx': '4xx recusado',
    '5xx': '5xx erro do servidor',
    none: 'Sem resposta',
  },
  size: 'limite',
  inFlight: 'agora',
  waiting: 'Aguardando',
  held: 'Retidos',
  perMinute: '/min',
};

/** Faults that a sandbox merchant asks for, and whether its receiver did what is right. */
export const faultPt: typeof faultEn = {
  kind: {
    wrong_signature: 'Assinatura errada',
    stale_timestamp: 'Horário velho',
    duplicate: 'O mesmo duas vezes',
    gap: 'Fora de ordem',
    exhaust: 'Esgotar na hora',
  },
  handled: 'passou',
  unhandled: 'falhou',
  givenUp: 'esgotado',
  notGivenUp: 'não esgotado',
};

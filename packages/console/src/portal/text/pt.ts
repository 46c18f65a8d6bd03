import { lanesPt } from '../../text/lanes-pt.js';
import { sharedPt } from '../../text/shared-pt.js';
import type { Dictionary } from './en.js';
import { endpointsPt, settingsPt } from './endpoints-pt.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const times = (count: number): string => (count === 1 ? 'uma vez' : `${count} vezes`);
const inTime = (left: string | undefined): string => (left === undefined ? 'a qualquer momento' : `em ${left}`);

const orders: Dictionary['orders'] = {
  ...lanesPt,
  lead: 'Os mais novos primeiro. O que muda aparece sozinho.',
  listTitle: 'Pedidos',
  none: 'Nenhum pedido ainda',
  noneText: 'Os pedidos que o seu sistema envia aparecem aqui na hora.',
  noneFiltered: 'Nenhum pedido com este status',
  noneLate: 'Nenhum pedido está atrasado',
  filter: 'Status',
  late: 'Atrasados',
  changed: 'Alterado',
  answered: (code, count) => `o seu servidor respondeu ${code} ${times(count)}`,
  pull: 'Buscado pelo seu PDV',
  stageHint: { ...lanesPt.stageHint, answered: 'O seu servidor' },
  wait: {
    ...lanesPt.wait,
    probe: (left) => `o seu servidor não responde, então se tenta um webhook por vez, o próximo ${inTime(left)}`,
    probing: 'o seu servidor não responde; um webhook está sendo tentado, e os outros esperam o resultado',
    pace: (left) => `o ritmo que você escolheu deixa o próximo sair ${inTime(left)}`,
    answer: 'em envio; aguarda-se a resposta do seu servidor',
    fetch: 'o seu PDV ainda não o buscou',
  },
};

export const pt: Dictionary = {
  ...sharedPt,
  product: 'Portal de entregas',
  guide: { name: 'Guia', href: '../docs/guide-pt' },
  nav: { home: 'Visão geral', orders: 'Pedidos', endpoints: 'Endpoints', deliveries: 'Webhooks', replays: 'Reenvios' },
  signIn: {
    ...sharedPt.signIn,
    lead: 'Os seus pedidos, onde está cada webhook, e por que algum espera.',
    key: 'Chave',
    keyHint: 'Da sua plataforma: key_…',
    token: 'Token',
    tokenHint: 'Deste lojista: tok_… Nenhum dos dois fica guardado neste navegador.',
    refused: 'Esta não é a chave e o token de um lojista ativo.',
    linkFailed: 'Este link já foi usado ou tem mais de 15 minutos. Peça um novo a quem o enviou.',
  },
  failed: {
    ...sharedPt.failed,
    noPermission: 'O serviço recusa isto. O lojista pode estar desativado: pergunte à sua plataforma.',
  },
  readOnlyHint: 'O link que você abriu é para ver: com ele nada pode ser mudado.',
  sandbox: 'Sandbox',
  sandboxHint: 'Para experimentar: os entregadores são simulados, e nenhum pedido é real.',
  conditionWords: {
    ...sharedPt.conditionWords,
    ok: 'O seu servidor responde. Os webhooks saem assim que surgem.',
    paced: 'Chega mais do que o ritmo que você escolheu deixa passar: o resto espera sua vez.',
    not_fetching: 'O seu PDV não busca, por isso os webhooks esperam. Veja se ele está ligado e tem rede.',
  },
  deliveryStateHint: {
    ...sharedPt.deliveryStateHint,
    in_flight: 'A caminho do seu servidor.',
    delivered: 'O seu servidor aceitou.',
  },
  preview: {
    ...sharedPt.preview,
    blocked_by: {
      ...sharedPt.preview.blocked_by,
      fetched: (webhooks) => `Destes, ${webhooks} esperam até que o seu PDV os busque.`,
    },
  },
  requests: { ...sharedPt.requests, fetched: 'buscado pelo seu PDV' },
  orders,
  endpoints: endpointsPt,
  settings: settingsPt,
  courier: {
    title: 'Seja o entregador',
    text: 'A partir do seu primeiro passo eles deixam este pedido em paz.',
    auto: (scenario, speed) =>
      `Entregadores simulados o movem: “${scenario}”, ${speed === '1' ? 'na velocidade de pessoas' : `${speed} vezes mais rápido que pessoas`}.`,
    manual: 'Você o move à mão: os entregadores simulados o deixam em paz.',
    final: 'Nada mais pode acontecer com ele.',
    giveUp: 'Desistir',
    ignored: (shown, count) =>
      count === 1 ? 'Um campo deste pedido é desconhecido' : `${shown} campos deste pedido são desconhecidos`,
    ignoredText: 'O que o serviço não conhece não é lido e não chega à cozinha. Confira a grafia.',
    ignoredMore: (count) => `e mais ${count}`,
    newOrder: 'Novo pedido',
    newTitle: 'Fazer um pedido de teste',
    newText: 'Um pedido com comida inventada. Os seus webhooks vão para os seus endpoints como os de qualquer outro.',
    number: 'Número',
    scenario: 'O que deve acontecer',
    speed: 'Quantas vezes mais rápido que pessoas',
    speedHint: 'De 1 a 3600. Com 60, um minuto leva um segundo.',
    speedFault: 'Digite um número de 1 a 3600.',
    ready: 'Marcar como pronto na hora, para que venham entregadores',
    place: 'Fazer o pedido',
    placed: 'Feito.',
    scenarios: {
      delivered: 'Entregue, como deve ser',
      no_courier: 'Nenhum entregador é encontrado',
      courier_gave_up: 'O primeiro entregador desiste',
      canceled_after_pickup: 'Cancelado na coleta',
      delivery_failed_returned: 'Não entregue, a comida volta',
      late: 'Entregue, com atraso',
      tracking_only: 'Poucos avisos, um link de rastreio',
      stuck: 'O entregador nunca chega',
    },
    injectFault: 'Teste o seu receptor',
    injectFaultText:
      'O próximo webhook vem com esta falha ao lado, uma vez. O que você responde à falha não muda mais nada.',
    fault: {
      wrong_signature: 'Assinatura errada',
      stale_timestamp: 'Horário velho',
      duplicate: 'O mesmo duas vezes',
      gap: 'Fora de ordem',
      exhaust: 'Desistir na hora',
    },
    faultHint: {
      wrong_signature: 'Um bom receptor recusa com 4xx.',
      stale_timestamp: 'De dez minutos atrás. Um bom receptor recusa com 4xx.',
      duplicate: 'Um bom receptor aceita os dois, e age uma vez.',
      gap: 'O próximo evento de um pedido vem antes. Um bom receptor percebe.',
      exhaust:
        'O próximo webhook que o seu servidor não aceitar acaba depois desta tentativa, e não depois de 16 horas.',
    },
    asked: (kind) => `Pedido: ${kind}. Sai com o próximo webhook.`,
    last: (kind, answer) => `${kind}: o seu receptor respondeu ${answer}`,
    noAnswer: 'nada',
    handled: 'como deve',
    unhandled: 'não como deve',
    never: 'Nenhuma falha foi enviada ainda.',
  },
  home: {
    title: 'Visão geral',
    calm: 'Tudo certo',
    calmText: 'Pedidos entram e webhooks chegam até você. Nada espera por você.',
    concerns: (count) => plural(count, 'Um ponto pede a sua atenção', `${count} pontos pedem a sua atenção`),
    concern: {
      breaker_open: (url, waiting) =>
        waiting === '0' ? `${url} não responde.` : `${url} não responde: ${waiting} webhooks esperam.`,
      not_fetching: (url, waiting) => `${url} não busca: ${waiting} webhooks esperam.`,
      narrowed: (url, waiting) =>
        waiting === '0'
          ? `${url} deixou de responder há pouco.`
          : `${url} deixou de responder há pouco: ${waiting} webhooks esperam.`,
      failing: (url, waiting) =>
        `${url} recusa os seus webhooks.${waiting === '0' ? '' : ` À espera de outra tentativa: ${waiting}.`}`,
      disabled: (url, waiting) => `${url} está desativado: ${waiting} webhooks estão retidos.`,
      exhausted: (count) => `Webhooks de que desistimos nas últimas 24 horas: ${count}. Um reenvio os manda de novo.`,
      late_orders: (count) => `Pedidos atrasados: ${count}.`,
      untried: (url) => `Nada foi enviado a ${url} ainda: um teste mostra se funciona.`,
      no_endpoint: 'Nenhum endpoint ainda: ninguém é avisado do que acontece com os seus pedidos.',
    },
    orders: 'Pedidos das últimas 24 horas',
    webhooks: 'Webhooks das últimas 24 horas',
    truncated: 'Foram contados os 10.000 mais novos.',
    noOrders: 'Nenhum pedido nas últimas 24 horas.',
    noWebhooks: 'Nenhum webhook nas últimas 24 horas.',
    endpoints: 'Endpoints',
    newest: 'Pedidos mais novos',
    all: 'Todos os pedidos',
  },
  deliveries: {
    ...sharedPt.deliveries,
    title: 'Webhooks',
    lead: 'O que foi enviado a você, os mais novos primeiro, com cada tentativa.',
    response: 'O que o seu servidor disse',
    again: 'Enviar de novo',
    againTitle: 'Enviar este webhook de novo?',
    againText: 'Com o mesmo webhook-id, ao lado dos que saem ao vivo, que nunca esperam por ele.',
    againNotice: 'Está sendo enviado de novo.',
  },
  replays: {
    ...sharedPt.replays,
    titleOfList: 'Reenvios',
    lead: 'Webhooks de um período, enviados de novo. Os mais novos primeiro.',
  },
  zoneForAll: {
    open: 'Fuso para todos',
    title: 'Fuso horário para todos',
    text: 'Quem abre este portal vê os horários nele, e os e-mails dizem os horários nele. No seu próprio aparelho você ainda pode escolher outro.',
    saved: 'Salvo para todos.',
  },
  switching: {
    link: 'Trocar de loja',
    title: 'Lojas',
    lead: 'As da sua plataforma, as piores primeiro. A que você abrir toma o lugar desta, em todas as abas.',
    none: 'Não há essa loja',
    name: 'Loja',
    webhooks: 'Webhooks',
    waiting: 'Na fila',
    reference: 'Referência',
    disabled: 'Desativada',
    here: 'Aberta agora',
    noEndpoint: 'Sem endpoint',
  },
  search: {
    ...sharedPt.search,
    label: 'Encontrar um pedido ou endpoint',
    lead: 'Um pedido pelo número, ID, seu ID externo, um webhook-id ou o telefone do cliente; um endpoint pelo ID ou parte do endereço.',
    ask: 'Digite o que você tem e aperte Enter.',
    none: (q) => `Nada seu se chama “${q}”`,
    noneText: 'Números e IDs devem estar completos. De um telefone bastam os quatro últimos dígitos.',
    purgedText: 'Nada acontecia com ele há mais tempo do que os pedidos são guardados. O ID externo continua ocupado.',
  },
};

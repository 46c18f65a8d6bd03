import { lanesPt } from '../../text/lanes-pt.js';
import { sharedPt } from '../../text/shared-pt.js';
import type { Dictionary } from './en.js';
import { endpointsPt, settingsPt } from './endpoints-pt.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const times = (count: number): string => (count === 1 ? 'uma vez' : `${count} vezes`);
const inTime = (left: string | undefined): string => (left === undefined ? 'agora' : `em ${left}`);

const orders: Dictionary['orders'] = {
  ...lanesPt,
  lead: 'Mais recentes primeiro. As mudanças aparecem sozinhas.',
  listTitle: 'Pedidos',
  none: 'Nenhum pedido ainda',
  noneText: 'Os pedidos que o seu sistema envia aparecem aqui na hora.',
  noneFiltered: 'Nenhum pedido com este status',
  noneLate: 'Nenhum pedido está atrasado',
  late: 'Atrasados',
  answered: (code, count) => `o seu servidor respondeu ${code} ${times(count)}`,
  pull: 'Buscado pelo seu PDV',
  stageHint: { ...lanesPt.stageHint, answered: 'O seu servidor' },
  wait: {
    ...lanesPt.wait,
    probe: (left) => `o seu servidor não responde, então se tenta um webhook por vez, o próximo ${inTime(left)}`,
    probing: 'o seu servidor não responde; um webhook está sendo tentado, e os outros esperam o resultado',
    pace: (left) => `o seu limite por segundo libera o próximo ${inTime(left)}`,
    answer: 'em envio; aguarda-se a resposta do seu servidor',
    fetch: 'ainda não buscado pelo seu PDV',
  },
};

export const pt: Dictionary = {
  ...sharedPt,
  product: 'Portal de entregas',
  guide: { name: 'Guia', href: '../docs/guide-pt' },
  nav: {
    home: 'Visão geral',
    orders: 'Pedidos',
    endpoints: 'Endpoints',
    deliveries: 'Webhooks',
    replays: 'Reenvios',
    times: 'Tempos',
    people: 'Pessoas',
  },
  people: {
    title: 'Pessoas',
    ofMerchant: 'Acesso ao portal',
    lead: 'Elas entram neste portal com um link por e-mail, e ficam conectadas por 30 dias.',
    ofPlatform: 'Pessoas da plataforma',
    leadOfPlatform: 'Elas podem abrir todos os lojistas da plataforma.',
    notAllowed: 'As pessoas não aparecem nesta sessão',
    notAllowedText:
      'Entre com acesso completo por um link: por e-mail, ou da sua plataforma ou do operador do serviço.',
  },
  sendLink: {
    hint: 'O endereço que recebeu o convite.',
    submit: 'Enviar um link de acesso',
    sent: (email: string) =>
      `Se ${email} recebeu um convite, um link está a caminho. Ele funciona uma vez, em até 15 minutos.`,
    orToken: 'Ou, para desenvolvedores:',
  },
  signIn: {
    ...sharedPt.signIn,
    lead: 'Veja os seus pedidos, onde está cada webhook e por que aguarda.',
    key: 'Chave',
    keyHint: 'Da sua plataforma: key_…',
    token: 'Token',
    tokenHint: 'Deste lojista: tok_… Nenhum dos dois fica guardado neste navegador.',
    refused: 'A chave ou o token está errado, ou o lojista não está ativo.',
    linkFailed: 'Este link já foi usado ou expirou. Peça um novo.',
  },
  failed: {
    ...sharedPt.failed,
    noPermission: 'O serviço não permite isto. O lojista pode estar desativado: pergunte à sua plataforma.',
  },
  readOnlyHint: 'O seu acesso é somente leitura.',
  sandbox: 'Sandbox',
  sandboxHint: 'Para experimentar: os entregadores são simulados, e nenhum pedido é real.',
  conditionWords: {
    ...sharedPt.conditionWords,
    ok: 'O seu servidor responde. Os webhooks são enviados na hora.',
    paced: 'Há mais webhooks do que o seu limite por segundo permite: os demais aguardam a vez.',
    not_fetching: 'O seu PDV não busca, por isso os webhooks aguardam. Veja se ele está ligado e tem rede.',
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
      fetched: (webhooks) => `Destes, ${webhooks} aguardam até que o seu PDV os busque.`,
    },
  },
  requests: { ...sharedPt.requests, fetched: 'buscado pelo seu PDV' },
  orders,
  endpoints: endpointsPt,
  settings: settingsPt,
  courier: {
    title: 'Seja o entregador',
    text: 'Depois do seu primeiro passo, os entregadores simulados não alteram mais este pedido.',
    auto: (scenario, speed) =>
      `Entregadores simulados o movem: “${scenario}”, ${speed === '1' ? 'em tempo real' : `${speed} × o tempo real`}.`,
    manual: 'Você o move manualmente. Os entregadores simulados não alteram mais este pedido.',
    final: 'O pedido já chegou ao fim.',
    giveUp: 'Desistir',
    ignored: (shown, count) =>
      count === 1 ? 'Um campo deste pedido é desconhecido' : `${shown} campos deste pedido são desconhecidos`,
    ignoredText: 'O que o serviço não conhece não é lido e não chega à cozinha. Confira a grafia.',
    ignoredMore: (count) => `e mais ${count}`,
    newOrder: 'Novo pedido',
    newTitle: 'Fazer um pedido de teste',
    newText: 'Um pedido com itens fictícios. Os webhooks vão para os seus endpoints como os de qualquer outro.',
    scenario: 'Cenário',
    speed: 'Velocidade (× tempo real)',
    speedHint: 'De 1 a 3600. Com 60, um minuto leva um segundo.',
    speedFault: 'Digite um número de 1 a 3600.',
    ready: 'Marcar como pronto na hora, para que venham entregadores',
    place: 'Fazer o pedido',
    placed: 'Feito.',
    scenarios: {
      delivered: 'Entrega normal',
      no_courier: 'Nenhum entregador é encontrado',
      courier_gave_up: 'O primeiro entregador desiste',
      canceled_after_pickup: 'Cancelado na coleta',
      delivery_failed_returned: 'Não entregue, a comida volta',
      every_report: 'Todos os avisos, com um problema na porta',
      late: 'Entregue, com atraso',
      tracking_only: 'Poucos avisos, um link de rastreio',
      stuck: 'O entregador nunca chega',
      no_simulation: 'Nenhum entregador simulado',
    },
    injectFault: 'Teste o seu receptor',
    injectFaultText:
      'A falha é enviada uma vez, junto com o próximo webhook. A sua resposta a ela não tem outro efeito.',
    faultHint: {
      wrong_signature: 'Um bom receptor recusa com 4xx.',
      stale_timestamp: 'De dez minutos atrás. Um bom receptor recusa com 4xx.',
      duplicate: 'Um bom receptor aceita os dois, e age uma vez.',
      gap: 'O próximo evento de um pedido vem antes. Um bom receptor percebe.',
      exhaust: 'Se o seu servidor recusar o próximo webhook, ele se esgota depois desta tentativa, sem outra.',
    },
    asked: (kind) => `Pedido: ${kind}. Sai com o próximo webhook.`,
    last: (kind, answer) => `${kind}: o seu receptor respondeu ${answer}`,
    noAnswer: 'nada',
    never: 'Nenhuma falha foi enviada ainda.',
  },
  home: {
    title: 'Visão geral',
    calm: 'Tudo certo',
    calmText: 'Pedidos entram e webhooks chegam até você. Nada precisa da sua atenção.',
    concerns: (count) => plural(count, '1 item precisa de atenção', `${count} itens precisam de atenção`),
    concern: {
      breaker_open: (url, waiting) =>
        waiting === '0' ? `${url} não responde` : `${url} não responde – ${waiting} webhooks aguardando`,
      not_fetching: (url, waiting) => `${url} não busca – ${waiting} webhooks aguardando`,
      narrowed: (url, waiting) =>
        waiting === '0'
          ? `${url} não respondeu recentemente`
          : `${url} não respondeu recentemente – ${waiting} webhooks aguardando`,
      failing: (url, waiting) =>
        waiting === '0'
          ? `${url} responde com erros`
          : `${url} responde com erros – ${waiting} webhooks aguardando nova tentativa`,
      disabled: (url, waiting) => `${url} está desativado – ${waiting} webhooks retidos`,
      exhausted: (count) => `Webhooks esgotados nas últimas 24 horas: ${count}`,
      late_orders: (count) => `${count} ${count === '1' ? 'pedido atrasado' : 'pedidos atrasados'}`,
      orders_without_courier: (count) =>
        count === '1' ? 'Nenhum entregador aceitou um pedido' : `Nenhum entregador aceitou ${count} pedidos`,
      untried: (url) => `${url} nunca foi testado: envie um teste`,
      no_endpoint: 'Nenhum endpoint ainda: você não recebe webhooks',
    },
    incidents: {
      title: 'Problemas nas últimas 24 horas',
      failing: 'não aceitou webhooks,',
      not_fetching: 'não buscou,',
      now: 'agora',
      deleted: 'Um endpoint apagado',
      late: (count, text) => (count === 1 ? 'um webhook atrasou' : `${text} webhooks atrasaram`),
      undelivered: (count, text) =>
        count === 0 ? 'todos entregues' : count === 1 ? 'um não foi entregue' : `${text} não foram entregues`,
    },
    orders: 'Pedidos das últimas 24 horas',
    webhooks: 'Webhooks das últimas 24 horas',
    truncated: 'Foram contados os 10.000 mais recentes.',
    noOrders: 'Nenhum pedido nas últimas 24 horas.',
    noWebhooks: 'Nenhum webhook nas últimas 24 horas.',
    newest: 'Pedidos mais recentes',
    all: 'Todos os pedidos',
  },
  deliveries: {
    ...sharedPt.deliveries,
    title: 'Webhooks',
    lead: 'O que foi enviado a você, mais recentes primeiro, com cada tentativa.',
    response: 'Resposta do seu servidor',
  },
  replays: {
    ...sharedPt.replays,
    titleOfList: 'Reenvios',
    lead: 'Webhooks de um período, enviados de novo. Mais recentes primeiro.',
  },
  zoneForAll: {
    title: 'Fuso horário padrão',
    text:
      'Quem abre este portal vê os horários neste fuso, e os e-mails também o usam. No seu próprio aparelho ' +
      'você ainda pode escolher outro.',
    saved: 'Salvo para todos.',
  },
  switching: {
    link: 'Trocar de loja',
    title: 'Lojas',
    lead: 'As suas lojas, problemas primeiro. Abrir uma troca a loja em todas as abas.',
    none: 'Nenhuma loja encontrada',
    name: 'Loja',
    reference: 'Referência',
    disabled: 'Desativada',
    here: 'Aberta agora',
    noEndpoint: 'Sem endpoint',
    sections: 'A sua plataforma',
    noneOwn: 'A sua plataforma não tem endpoint',
    noneOwnText: 'Com um, ela recebe os eventos de todas as suas lojas.',
  },
  search: {
    ...sharedPt.search,
    label: 'Encontrar um pedido ou endpoint',
    lead:
      'Um pedido pelo número, ID, seu ID externo, um webhook-id ou o telefone do cliente; um endpoint pelo ID ' +
      'ou parte do endereço.',
    ask: 'Digite um número, ID, telefone ou endereço e aperte Enter.',
    none: (q) => `Nenhum resultado para “${q}”`,
    noneText: 'Números e IDs devem estar completos. De um telefone bastam os quatro últimos dígitos.',
    purgedText: 'Nada acontecia com ele há mais tempo do que os pedidos são guardados. O ID externo continua ocupado.',
  },
};

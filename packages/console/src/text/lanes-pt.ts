import type { lanesEn } from './lanes-en.js';

const times = (count: number): string => (count === 1 ? 'uma vez' : `${count} vezes`);
const inTime = (left: string | undefined): string => (left === undefined ? 'a qualquer momento' : `em ${left}`);

export const lanesPt: typeof lanesEn = {
  title: 'Pedido',
  id: 'ID',
  externalId: 'ID externo',
  displayId: 'Número',
  merchant: 'Lojista',
  created: 'Feito',
  status: {
    created: 'Criado',
    ready: 'Pronto',
    on_route_to_pickup: 'A caminho da retirada',
    at_pickup: 'Na retirada',
    on_route_to_delivery: 'A caminho do cliente',
    at_delivery: 'No cliente',
    delivery_failed: 'Entrega falhou',
    delivered: 'Entregue',
    returned: 'Devolvido',
    canceled: 'Cancelado',
  },
  statusColumn: 'Situação',
  nothing: 'Nenhum webhook é devido: nenhum endpoint pediu o que aconteceu.',
  allDelivered: (count) => (count === 1 ? 'O webhook foi entregue.' : 'Todos os webhooks foram entregues.'),
  lost: (exhausted, skipped) =>
    [
      exhausted > 0 &&
        `Desistimos de ${exhausted} ${exhausted === 1 ? 'webhook' : 'webhooks'}: todas as tentativas falharam`,
      skipped > 0 && `${skipped} ${skipped === 1 ? 'pulado' : 'pulados'}, porque o endpoint foi excluído`,
    ]
      .filter(Boolean)
      .join('; ')
      .concat('.'),
  waits: (sequence, last, parts) => `O webhook ${sequence} de ${last} espera: ${parts}.`,
  others: (count) => (count === 1 ? 'Mais um endpoint também espera.' : `Mais ${count} endpoints também esperam.`),
  answered: (code, count) => `o servidor do lojista respondeu ${code} ${times(count)}`,
  failed: (what, count) => `a tentativa falhou ${times(count)} (${what})`,
  wait: {
    predecessor: (sequence) => `espera pelo nº ${sequence ?? '?'}`,
    retry: (left) => `próxima tentativa ${inTime(left)}`,
    held: (reason) => `retido: o endpoint está desativado${reason === undefined ? '' : ` (${reason})`}`,
    probe: (left) => `o servidor não responde, então se tenta um webhook por vez, o próximo ${inTime(left)}`,
    pace: (left) => `o ritmo que o lojista escolheu deixa o próximo sair ${inTime(left)}`,
    ack: (left) =>
      `buscado e ainda não confirmado; pode ser buscado de novo ${left === undefined ? 'agora' : inTime(left)}`,
    window: 'já há tantos a caminho quantos este endpoint aceita de uma vez',
    release: 'prestes a sair',
    publish: 'liberado; nossa fila ainda não o confirmou',
    answer: 'em envio; aguarda-se a resposta do servidor',
    fetch: 'o lojista ainda não o buscou',
  },
  lanes: 'O que aconteceu, e onde está cada webhook',
  asked: 'O que foi pedido',
  event: 'Evento',
  when: 'Quando',
  number: (sequence) => `nº ${sequence}`,
  command: {
    'order.submitted': 'Pedido feito',
    'order.ready_requested': 'Marcado como pronto',
    'order.cancel_requested': 'Cancelamento pedido',
    'status.reported': 'Entregador informou uma situação',
    'tracking_url.reported': 'Entregador enviou link de rastreio',
  },
  outcome: { applied: 'Feito', unchanged: 'Nada a mudar', refused: 'Recusado', parked: 'Guardado para depois' },
  again: 'Enviado de novo por um reenvio',
  blocks: (count) =>
    count === 1 ? 'Bloqueia esta fila: um espera por ele' : `Bloqueia esta fila: ${count} esperam por ele`,
  earlier: (count) => (count === 1 ? 'Uma tentativa anterior' : `${count} tentativas anteriores`),
  attempt: (number) => `Tentativa ${number}`,
  earlierRows: (count) => `Mostrar ${count} anteriores`,
  time: 'Para onde foi o tempo',
  show: 'Tempo deste webhook',
  timeOf: (sequence, url) => `Nº ${sequence} para ${url}`,
  total: 'Total',
  totalSoFar: 'Total até agora',
  share: 'Parte',
  took: 'Levou',
  step: 'Etapa',
  meaning: 'O que é',
  slowest: (stage, took, total) => `Mais demorado: ${stage}, ${took} de ${total}.`,
  instant: 'Nada levou sequer um milissegundo.',
  stage: {
    applied: 'Recebido → aplicado',
    released: 'Aplicado → liberado',
    posted: 'Liberado → enviado',
    answered: 'Enviado → respondido',
    settled: 'Respondido → encerrado',
    waited: 'Esperando desde então',
  },
  stageHint: {
    applied: 'A fila de pedidos, e a decisão',
    released: 'A sua vez, e as tentativas antes da última',
    posted: 'A fila de webhooks, ou até ser buscado',
    answered: 'O servidor do lojista',
    settled: 'A resposta registrada',
    waited: 'Ainda não chegou ao fim',
  },
  truncated: 'Há mais do que esta página mostra: o mais novo ficou de fora.',
  pull: 'Buscado pelo lojista',
  replay: 'Enviar de novo',
};

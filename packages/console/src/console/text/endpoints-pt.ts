import { sharedPt } from '../../text/shared-pt.js';
import type { endpointFactsEn, endpointHistoryEn, endpointsEn, endpointSettingsEn } from './endpoints-en.js';

export const endpointsPt: typeof endpointsEn = {
  ...sharedPt.endpoints,
  lead: 'Servidores dos lojistas que recebem webhooks, o maior acúmulo primeiro.',
  none: 'Nenhum endpoint aqui',
  noneText: 'O lojista adiciona um com sua URL de webhook.',
  merchant: 'Lojista',
  inFlight: 'Em envio',
  windowValue: (used: string, size: string) => `${used} de ${size}`,
  filter: 'Mostrar',
  created: 'Criado',
  disabledAt: 'Desativado',
  disabledReason: 'Motivo',
  nextProbe: 'Próxima tentativa',
  log: 'O que foi feito com ele',
  logNone: 'Nada ainda.',
  testTitle: 'Enviar um webhook de teste?',
  testText: 'Um exemplo assinado, marcado como teste, também com o endpoint desativado. Nada espera por ele.',
  testNotice: 'Um teste está a caminho. O resultado aparece aqui.',
  deleted: 'Apagado',
  what: {
    created: 'Adicionado',
    enabled: 'Ativado',
    disabled: 'Desativado',
    deleted: 'Apagado',
    changed: 'Alterado',
    secret_rotated: 'Segredo trocado',
    tested: 'Teste enviado',
    caught_up: 'Posto em dia',
    sent_now: 'Webhook enviado na hora',
  },
  reason: {
    gone: 'o servidor respondeu 410 Gone',
    failing: 'cinco dias sem nenhum sucesso',
    operator: 'por um operador',
    requested: 'pelo lojista',
    system_disabled: 'com o sistema do entregador',
    platform_disabled: 'com a sua plataforma',
  },
};

export const endpointSettingsPt: typeof endpointSettingsEn = {
  url: 'endereço',
  events: 'eventos',
  statuses: 'status',
  store_refs: 'lojas',
  header: 'cabeçalho próprio',
  name: 'nome',
};

export const endpointHistoryPt: typeof endpointHistoryEn = {
  answers: 'O que voltou, por minuto',
  window: 'Enviados ao mesmo tempo',
  backlog: 'Webhooks que esperam',
  answer: {
    '2xx': '2xx aceito',
    '3xx': '3xx mudou',
    '4xx': '4xx recusado',
    '5xx': '5xx defeito',
    none: 'Sem resposta',
  },
  size: 'No máximo',
  inFlight: 'Em envio',
  waiting: 'Esperando',
  held: 'Retidos',
  lastError: 'Último erro em 24 horas',
  lastErrorNone: 'Nenhum',
  lastErrorSoon: 'Ainda não contado',
  perMinute: '/min',
};

export const endpointFactsPt: typeof endpointFactsEn = {
  whole: 'Endereço completo',
  secret: 'Segredo',
  secretOld: 'mais antigo que o registro',
  older: 'Um segredo anterior também assina, até',
  headerNone: 'Nenhum',
  fault: 'Falha pedida',
  lastFault: 'Última falha',
  faultKind: {
    wrong_signature: 'Assinatura errada',
    stale_timestamp: 'Horário antigo',
    duplicate: 'Enviado duas vezes',
    gap: 'Um deixado de fora',
    exhaust: 'Desistiu na hora',
  },
  handled: 'bem tratada',
  notHandled: 'não tratada',
};

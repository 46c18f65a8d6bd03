import { sharedPt } from '../../text/shared-pt.js';
import type { endpointsEn, settingsEn } from './endpoints-en.js';

export const endpointsPt: typeof endpointsEn = {
  ...sharedPt.endpoints,
  lead: 'Os seus servidores e PDVs que recebem webhooks dos seus pedidos. No máximo 25.',
  none: 'Nenhum endpoint ainda',
  noneText: 'Adicione a URL do seu servidor, ou um PDV que busca.',
  types: { push: 'Envio para uma URL', pull: 'Busca pelo seu PDV' },
  clientHint: 'O segredo dele assina os eventos.',
  clientNone:
    'Você ainda não tem um cliente OAuth. A sua plataforma cria um, ou o comando delivery oauth-clients create.',
  name: 'Nome',
  nameHint: 'Mostrado em vez do endereço. Pode ficar vazio.',
  reason: {
    gone: 'o seu servidor respondeu 410 Gone',
    failing: 'cinco dias sem nenhum sucesso',
    operator: 'pelo nosso suporte',
    requested: 'por você',
  },
  add: 'Adicionar endpoint',
  addTitle: 'Adicionar um endpoint',
  addUrl: 'URL',
  addUrlHint: 'https:// de um servidor que qualquer um alcança.',
  addEvents: 'Eventos',
  addEventsHint: 'Nenhum marcado: os três primeiros.',
  statusesHint: 'Das mudanças de status, só estas são enviadas. Se nenhuma for marcada, todas.',
  storesHint: 'Refs das lojas, separadas por vírgulas: só os seus pedidos. Vazio: todos os pedidos.',
  addHeaderName: 'Nome do cabeçalho',
  addHeaderNameHint: 'Enviado com cada webhook, como Authorization. Pode ficar vazio.',
  addHeaderValue: 'Valor do cabeçalho',
  addHeaderValueHint: 'Fica guardado cifrado, e nunca mais é mostrado.',
  addDisabled: 'Começar desativado: os webhooks ficam guardados até você ativar',
  addNotice: 'Adicionado.',
  secret: {
    title: 'Segredo de assinatura',
    text:
      'Com ele o seu servidor confere cada webhook. É mostrado só desta vez: guarde agora, pois ninguém pode ' +
      'mostrá-lo de novo.',
    kept: 'Já guardei',
  },
  signature: 'Assinatura',
  signatures: {
    'hmac-sha256': 'HMAC-SHA256: o seu servidor guarda um segredo',
    ed25519: 'Ed25519: o seu servidor guarda uma chave pública',
  },
  publicKey: 'Chave pública',
  rotate: 'Trocar segredo',
  rotateTitle: 'Trocar o segredo ou a chave de assinatura?',
  rotateText: 'Por 24 horas cada webhook é assinado com o anterior e com o novo, para o seu servidor trocar com calma.',
  rotatedKey: 'A nova chave assina a partir de agora. Esta página mostra a chave pública.',
  remove: 'Apagar',
  removeTitle: 'Apagar este endpoint para sempre?',
  removeText: 'O que espera por ele é descartado, e nunca enviado.',
  removedNotice: 'Apagado.',
};

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

export const settingsPt: typeof settingsEn = {
  title: 'Alterar este endpoint',
  urlMaskedHint:
    'O que aparece como *** fica como está enquanto você não mexer no endereço. Outro precisa vir inteiro.',
  headerKeep: (name) => `Manter ${name} como está`,
  headerSet: 'Dar um nome e um valor',
  headerNone: 'Não enviar nenhum',
  headerNameHint: 'Enviado com cada webhook, como Authorization.',
  fault: {
    url_whole: 'Não é um endereço inteiro, como https://loja.example/webhooks.',
    url_masked: 'Dê o endereço inteiro: *** está no lugar do que aqui fica oculto.',
    header_again: 'O valor foi dado para o servidor de antes. Para este, dê de novo, ou não envie nenhum.',
    number_range: 'Digite um número inteiro, ou deixe vazio.',
    client_choose: 'Escolha o cliente OAuth cujo segredo assina.',
  },
  nothing: 'Nada foi alterado ainda.',
  moves: 'A partir de agora os webhooks vão para o novo endereço. O que está sendo enviado termina no antigo.',
  movesWaiting: (count, waiting) =>
    plural(
      count,
      'O webhook que espera vai para o novo endereço na próxima tentativa.',
      `Os ${waiting} webhooks que esperam vão para o novo endereço na próxima tentativa.`,
    ) + ' O que está sendo enviado termina no antigo.',
  movesHeld: (count, waiting) =>
    plural(
      count,
      'O webhook retido vai para o novo endereço quando este endpoint for ativado.',
      `Os ${waiting} webhooks retidos vão para o novo endereço quando este endpoint for ativado.`,
    ),
  named: (name) => (name === null ? 'É mostrado pelo seu endereço.' : `É mostrado como ${name}.`),
  secretStays: 'O segredo continua: o novo servidor confere os webhooks com o que você já tem.',
  tells: (events) =>
    `A partir de agora ele é avisado ${events === undefined ? 'dos eventos padrão' : `de: ${events}`}. O que já ` +
    'espera ainda chega.',
  signs: (client) => `Os eventos são assinados com o segredo de ${client} a partir da próxima tentativa.`,
  carries: (name) => `Os webhooks levam ${name} com este valor a partir da próxima tentativa.`,
  carriesNone: 'Os webhooks não levam nenhum cabeçalho personalizado a partir da próxima tentativa.',
};

import type { settingsEn } from './settings-en.js';

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
    url_taken: 'Outro endpoint seu tem este endereço.',
    header_again: 'O valor foi dado para o servidor de antes. Para este, dê de novo, ou não envie nenhum.',
    pace_range: 'Um número inteiro de 1 a 1000, ou nada.',
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
    `A partir de agora ele é avisado ${events === undefined ? 'dos eventos padrão' : `de: ${events}`}. O que já espera ainda chega.`,
  signs: (client) => `Os eventos são assinados com o segredo de ${client} a partir da próxima tentativa.`,
  carries: (name) => `Os webhooks levam ${name} com este valor a partir da próxima tentativa.`,
  carriesNone: 'Os webhooks não levam nenhum cabeçalho seu a partir da próxima tentativa.',
  paced: (perSecond) => `Recebe no máximo ${perSecond} por segundo; o resto espera a vez.`,
  paceless: 'Os webhooks saem conforme surgem.',
};

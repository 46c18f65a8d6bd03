import type { ReasonName } from '../dead-letters/rules/name-reason.js';
import type { deadLettersEn } from './dead-letters-en.js';

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** Why a message was refused. */
export const reasonsPt: Readonly<Record<ReasonName, (...parts: string[]) => string>> = {
  notJson: () => 'O corpo não é JSON',
  newer: (version, known) => `schema_version ${version} é mais nova que ${known}, a mais nova conhecida aqui`,
  shape: (faults) => `Não tem a forma esperada: ${faults}`,
  noMerchant: () => 'merchant_id não é de um lojista deste serviço',
  exchange: (type, exchange) => `${type} deve ser publicada na exchange ${exchange}, mas veio de outra`,
  noUser: (type) => `${type} deve ter a propriedade user_id, o usuário de quem publica, que diz de quem é o relato`,
  otherOrder: () => 'order_id não corresponde a merchant_id e external_id',
  farAhead: () => 'occurred_at está mais de um dia no futuro',
  database: (what) => `Recusada pelo banco de dados: ${what}`,
  unanswered: (times) =>
    `Entregue ${times} vezes sem resposta: cada vez o tratamento falhou, ou o processo caiu ou perdeu a conexão`,
  deliveryLimit: () => 'Limite de entregas atingido: nenhuma delas terminou com ack ou nack',
  sealed: (what) => `Não pôde ser aberto: ${what}`,
  unknown: () => 'Motivo desconhecido',
};

export const deadLettersPt: typeof deadLettersEn = {
  reasons: reasonsPt,
  origin: ({ exchange, key, times }) =>
    `Publicada na exchange ${exchange ?? 'padrão'} como ${key}; reentregue ${plural(times, 'uma vez', `${times} vezes`)}.`,
  title: 'Mensagens recusadas',
  lead: 'Mensagens entre os nossos serviços que não puderam ser tratadas. O servidor de um lojista nunca causa uma.',
  none: 'Nenhuma mensagem recusada',
  noneText: 'Todas as mensagens puderam ser tratadas.',
  count: (count: number) => plural(count, 'Uma mensagem', `${count} mensagens`),
  message: 'Mensagem',
  type: 'Tipo',
  refused: 'Recusada',
  times: (count: number) => plural(count, 'uma vez', `${count} vezes`),
  last: 'Última vez',
  detail: 'Detalhe',
  look: 'Ver a mensagem',
  unreadable: 'Não é JSON.',
  erased: 'Apagada com os dados do cliente: não pode ser reenviada.',
  replay: 'Reenviar',
  replayAll: 'Reenviar todas',
  remove: 'Apagar',
  replayTitle: 'Devolver à fila?',
  replayText: 'Cada uma volta para a sua fila. O que for recusado de novo reaparece aqui com o novo motivo.',
  removeTitle: 'Apagar para sempre?',
  removeText: 'O que é apagado se perde. Só faça isto quando se sabe que não tem valor.',
  messages: (count: number, text: string) => plural(count, 'uma mensagem', `${text} mensagens`),
  putsBack: (messages: string) => `Devolve ${messages} à fila.`,
  deletes: (messages: string) => `Apaga ${messages} para sempre.`,
  erasedLeft: (count: number, text: string) =>
    plural(
      count,
      'Mais uma foi apagada com os dados do cliente, e fica.',
      `Mais ${text} foram apagadas com dados de clientes, e ficam.`,
    ),
  between: (first: string, last: string) =>
    `Recusadas entre ${first} e ${last}. O que for recusado a partir de agora fica.`,
  replayed: (count: number) =>
    plural(count, 'Uma mensagem voltou para a fila.', `${count} mensagens voltaram para a fila.`),
  removed: (count: number) => plural(count, 'Uma mensagem foi apagada.', `${count} mensagens foram apagadas.`),
  removeAll: 'Apagar todas',
};

import type { ReasonName } from '../dead-letters/rules/name-reason.js';

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

import type { replicasEn } from './replicas-en.js';

export const replicasPt: typeof replicasEn = {
  title: 'O que está rodando',
  none: 'Ainda não chegou nenhum sinal de vida.',
  service: 'Serviço, máquina e porta',
  version: 'Versão',
  started: 'Iniciado',
  seen: 'Último sinal de vida',
  state: 'Estado',
  states: { running: 'Rodando', silent: 'Mudo', unknown: 'Não se sabe' },
  unknownText: 'Os sinais de vida de webhook-dispatcher vêm pelo RabbitMQ, que está fora do ar.',
};

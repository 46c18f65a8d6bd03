import { sharedPt } from '../../text/shared-pt.js';
import type { endpointFactsEn, endpointsEn } from './endpoints-en.js';

export const endpointsPt: typeof endpointsEn = {
  ...sharedPt.endpoints,
  lead: 'Servidores dos lojistas que recebem webhooks, o maior acúmulo primeiro.',
  none: 'Nenhum endpoint aqui',
  noneText: 'O lojista adiciona um com sua URL de webhook.',
  merchant: 'Lojista',
  inFlight: 'Em envio',
  windowValue: (used: string, size: string) => `${used} de ${size}`,
  disabledAt: 'Desativado desde',
  testTitle: 'Enviar um webhook de teste?',
  testText:
    'Um exemplo assinado, marcado como teste. É enviado mesmo com o endpoint desativado e não atrasa outros webhooks.',
  deleted: 'Apagado',
  reason: {
    gone: 'o servidor respondeu 410 Gone',
    failing: 'cinco dias sem nenhum sucesso',
    operator: 'por um operador',
    requested: 'pelo lojista',
    system_disabled: 'com o sistema de entregas',
    platform_disabled: 'com a sua plataforma',
  },
};

export const endpointFactsPt: typeof endpointFactsEn = {
  signature: 'Assinado com',
  secret: 'Segredo criado',
  secretOld: 'mais antigo que o registro',
  older: 'O segredo anterior também assina até',
  fault: 'Falha pedida',
  lastFault: 'Última falha',
};

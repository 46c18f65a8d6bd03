import { sharedPt } from '../../text/shared-pt.js';
import type { searchEn } from './search-en.js';

export const searchPt: typeof searchEn = {
  ...sharedPt.search,
  label: 'Encontrar um pedido, endpoint ou lojista',
  lead: 'Um pedido pelo número, ID, ID externo, um webhook-id ou o telefone inteiro do cliente; um endpoint pelo ID ou parte do endereço; um lojista pelo nome ou ID.',
  ask: 'Digite o que você tem e aperte Enter.',
  none: (q) => `Nada se chama “${q}”`,
  noneText:
    'Números e IDs devem estar completos. Entre os pedidos de um lojista bastam os quatro últimos dígitos do telefone.',
  purgedText: 'Nada acontecia com ele há mais tempo do que os pedidos são guardados.',
  ofMerchant: { label: 'Número, ID ou telefone', submit: 'Buscar' },
  within: 'Só entre os pedidos e endpoints de',
  updated: 'Alterado',
};

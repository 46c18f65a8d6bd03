import { sharedEs } from '../../text/shared-es.js';
import type { searchEn } from './search-en.js';

export const searchEs: typeof searchEn = {
  ...sharedEs.search,
  label: 'Buscar un pedido, endpoint o comercio',
  lead: 'Un pedido por su número, ID, ID externo, un webhook-id o el teléfono completo del cliente; un endpoint por su ID o una parte de su dirección; un comercio por su nombre o ID.',
  ask: 'Escribe un número, un ID, una dirección o un nombre y pulsa Enter.',
  none: (q) => `Nada coincide con “${q}”`,
  noneText:
    'Escribe números e ID enteros. Entre los pedidos de un comercio bastan los últimos cuatro dígitos del teléfono.',
  purgedText: 'Llevaba sin actividad más tiempo del que se guardan los pedidos.',
  ofMerchant: { label: 'Número, ID o teléfono', submit: 'Buscar' },
  within: 'Solo entre los pedidos y endpoints de',
  updated: 'Cambiado',
};

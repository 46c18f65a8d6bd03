import type { portalEn } from './portal-en.js';

export const portalPt: typeof portalEn = {
  title: 'O portal da loja',
  none: 'Ninguém está conectado ao portal',
  begunWith: 'Entrou com',
  begun: { link: 'um link', token: 'chave e token', platform: 'um link da plataforma para a sua equipe' },
  scopes: { full: 'tudo', read: 'só ver' },
  endText: 'Quem a usa terá de entrar de novo, ou precisará de um novo link.',
  create: 'Criar um link',
  createTitle: 'Criar um link para o portal?',
  createText: 'Ele entra no portal desta loja uma vez, em até 15 minutos, e mostra pedidos com dados de clientes.',
  scope: 'O que se pode fazer com ele?',
  scopeChoices: { read: 'Só ver', full: 'Tudo o que o portal pode: para o dono' },
  open: 'Abrir aqui',
  link: {
    title: 'O link',
    text: 'Ele funciona uma vez. Abra aqui, ou copie e envie ao dono do restaurante e a mais ninguém.',
    place: 'O link',
  },
};

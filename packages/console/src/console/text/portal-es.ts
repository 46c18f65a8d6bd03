import type { portalEn } from './portal-en.js';

export const portalEs: typeof portalEn = {
  title: 'Su portal',
  none: 'Nadie ha entrado al portal',
  begunWith: 'Entró con',
  begun: { link: 'un enlace', token: 'clave y token', platform: 'un enlace de la plataforma para su gente' },
  scopes: { full: 'todo', read: 'solo mirar' },
  endText: 'Quien la usa tiene que entrar de nuevo, o necesita un enlace nuevo.',
  create: 'Crear un enlace',
  createTitle: '¿Crear un enlace al portal?',
  createText: 'Entra una vez al portal de este comercio, en 15 minutos, y muestra pedidos con datos de clientes.',
  scope: '¿Qué se puede hacer con él?',
  scopeChoices: { read: 'Solo mirar', full: 'Todo lo que el portal permite: para el dueño' },
  open: 'Abrirlo aquí',
  link: {
    title: 'El enlace',
    text: 'Funciona una vez. Ábrelo aquí, o cópialo y envíalo al dueño del restaurante y a nadie más.',
    place: 'El enlace',
  },
};

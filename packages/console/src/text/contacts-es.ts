import type { contactsEn } from './contacts-en.js';

export const contactsEs: typeof contactsEn = {
  title: 'Avisados por correo',
  lead: 'Reciben un correo cuando un endpoint falla durante quince minutos, cuando un TPV no retira, cuando se desactiva un endpoint por eso, y cuando vuelve a funcionar.',
  sandbox: 'Este comercio es un sandbox: la lista se puede probar, pero nadie recibe correos.',
  none: 'Todavía no se avisa a nadie',
  email: 'Correo electrónico',
  emailHint: 'Por ejemplo ana@tienda.example',
  language: 'Idioma',
  languages: { en: 'Inglés', pt: 'Portugués', es: 'Español' },
  add: 'Añadir un contacto',
  addTitle: '¿A quién hay que avisar?',
  changeTitle: 'Cambiar este contacto',
  remove: 'Quitar',
  removeTitle: '¿Quitar este contacto?',
  removeText: (email) => `${email} ya no recibe avisos.`,
  taken: 'Esta dirección ya está en la lista.',
  full: 'Son cinco como máximo: quita uno para añadir otro.',
};

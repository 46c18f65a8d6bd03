import type { contactsEn } from './contacts-en.js';

export const contactsPt: typeof contactsEn = {
  title: 'Avisados por e-mail',
  lead: 'Recebem um e-mail quando um endpoint falha por quinze minutos, quando um PDV não busca, quando um endpoint é desativado por isso, e quando ele volta a funcionar.',
  sandbox: 'Esta loja é um sandbox: a lista pode ser experimentada, mas ninguém recebe e-mails.',
  none: 'Ninguém é avisado ainda',
  email: 'E-mail',
  emailHint: 'Por exemplo ana@loja.example',
  language: 'Idioma',
  languages: { en: 'Inglês', pt: 'Português', es: 'Espanhol' },
  add: 'Adicionar contato',
  addTitle: 'Quem deve ser avisado?',
  changeTitle: 'Alterar este contato',
  remove: 'Remover',
  removeTitle: 'Remover este contato?',
  removeText: (email) => `${email} não recebe mais avisos.`,
  taken: 'Este endereço já está na lista.',
  full: 'São no máximo cinco: remova um para adicionar outro.',
};

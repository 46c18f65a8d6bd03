import type { peopleEn } from './people-en.js';

export const peoplePt: typeof peopleEn = {
  role: 'Papel',
  roles: { full: 'Acesso completo', read: 'Somente leitura' },
  roleChoices: { full: 'Acesso completo: tudo o que o portal faz', read: 'Somente leitura: olhar, sem alterar nada' },
  lastSignIn: 'Último acesso',
  never: 'Nunca',
  invitedAt: 'Convite',
  none: 'Nenhuma pessoa ainda',
  invite: 'Convidar uma pessoa',
  inviteText:
    'A pessoa recebe um e-mail com um link de acesso, e pode pedir novos links para o endereço quando quiser.',
  invited: (email: string) => `Um convite vai para ${email}.`,
  makeRole: { full: 'Dar acesso completo', read: 'Deixar só leitura' },
  changeTitle: 'Alterar o papel?',
  changeText: (email: string, role: string) => `${email} passa a ter o papel “${role}” e precisa entrar de novo.`,
  removeTitle: 'Remover esta pessoa?',
  removeText: (email: string) => `A sessão de ${email} termina em todos os aparelhos, e a pessoa não pode mais entrar.`,
};

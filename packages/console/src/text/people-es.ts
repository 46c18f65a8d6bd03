import type { peopleEn } from './people-en.js';

export const peopleEs: typeof peopleEn = {
  role: 'Rol',
  roles: { full: 'Acceso completo', read: 'Solo lectura' },
  roleChoices: { full: 'Acceso completo: todo lo que hace el portal', read: 'Solo lectura: mirar, sin cambiar nada' },
  lastSignIn: 'Último acceso',
  never: 'Nunca',
  invitedAt: 'Invitación',
  none: 'Aún no hay personas',
  invite: 'Invitar a una persona',
  inviteText:
    'La persona recibe un correo con un enlace de acceso, y puede pedir enlaces nuevos a su dirección cuando quiera.',
  invited: (email: string) => `Se envía una invitación a ${email}.`,
  makeRole: { full: 'Dar acceso completo', read: 'Dejar solo lectura' },
  changeTitle: '¿Cambiar el rol?',
  changeText: (email: string, role: string) => `${email} pasa a tener el rol “${role}” y debe entrar de nuevo.`,
  removeTitle: '¿Quitar a esta persona?',
  removeText: (email: string) => `Se cierra la sesión de ${email} en todos los dispositivos, y ya no puede entrar.`,
};

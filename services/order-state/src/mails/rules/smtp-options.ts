/** How to reach a mail server. A login goes over TLS alone. */
export type SmtpOptions = {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  auth?: { user: string; pass: string };
};

/** `smtps:` speaks TLS from the start, `smtp:` after STARTTLS where the server offers it. */
export const toSmtpOptions = (smtpUrl: string): SmtpOptions => {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const auth = username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && auth !== undefined,
    ...(auth && { auth }),
  };
};

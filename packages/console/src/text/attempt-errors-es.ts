import type { AttemptErrorCode, attemptErrors } from '@delivery/contracts/attempt-errors';

type Words = Readonly<Record<keyof (typeof attemptErrors)['gone'], string>>;

const comesAgain = 'Nada: vuelve a salir en segundos y no se gastó ningún intento.';
const ofOurProxy = { short: 'aplazado', remedy: comesAgain };

/** The words of `attemptErrors` in Spanish. */
export const attemptErrorsEs: Readonly<Record<AttemptErrorCode, Words>> = {
  dns_not_found: {
    short: 'nombre no encontrado',
    meaning: 'El nombre del servidor en la URL no existe o no tiene dirección.',
    remedy: 'Busca un error de escritura en la URL y revisa los registros A y AAAA del nombre.',
  },
  dns_failure: {
    short: 'falló el DNS',
    meaning: 'Los servidores de DNS del nombre respondieron con un error.',
    remedy: 'Revisa la zona en tu proveedor de DNS: la delegación y DNSSEC son las causas habituales.',
  },
  dns_timeout: {
    short: 'el DNS no responde',
    meaning: 'Los servidores de DNS del nombre no respondieron a tiempo.',
    remedy: 'Revisa que todos los servidores de DNS de la zona respondan desde fuera de tu red.',
  },
  address_refused: {
    short: 'dirección no permitida',
    meaning: 'El nombre lleva a una dirección que no es de la internet pública; el detalle dice cuál.',
    remedy: 'Indica una URL cuyas direcciones sean todas públicas.',
  },
  url_refused: {
    short: 'URL no permitida',
    meaning: 'La URL tiene un esquema, un puerto o un usuario que no se admite para webhooks.',
    remedy: 'Indica una URL `https` sin usuario y sin un puerto de otro protocolo.',
  },
  connection_refused: {
    short: 'conexión rechazada',
    meaning: 'Se llegó al servidor, pero nada escucha en el puerto.',
    remedy: 'Inicia el receptor y revisa el puerto de la URL y el firewall.',
  },
  connection_timeout: {
    short: 'sin conexión a tiempo',
    meaning: 'La conexión, TLS incluido, no se completó a tiempo.',
    remedy: 'Revisa que el firewall deje pasar nuestras direcciones y que el servidor no esté sobrecargado.',
  },
  connection_reset: {
    short: 'conexión interrumpida',
    meaning: 'El servidor cerró la conexión antes de completar la respuesta.',
    remedy:
      'Mira los registros del servidor y del balanceador: suele ser una caída, o un límite de tamaño o de tiempo.',
  },
  host_unreachable: {
    short: 'servidor inaccesible',
    meaning: 'Ninguna ruta lleva a la dirección del servidor.',
    remedy: 'Revisa la dirección en el DNS y quita los registros AAAA si el servidor no tiene IPv6.',
  },
  connection_failed: {
    short: 'sin conexión',
    meaning: 'La conexión falló por un motivo sin código propio.',
    remedy: 'Envía un webhook de prueba y escribe a nuestro soporte si también falla.',
  },
  not_tls: {
    short: 'sin TLS en este puerto',
    meaning: 'La URL dice `https`, pero el puerto no habla TLS; casi siempre habla HTTP simple.',
    remedy: 'Configura TLS en ese puerto o indica el puerto que lo tiene.',
  },
  tls_version_unsupported: {
    short: 'TLS demasiado antiguo',
    meaning: 'El servidor no habla TLS 1.2 ni TLS 1.3.',
    remedy: 'Habilita TLS 1.2 o 1.3 en el servidor.',
  },
  client_certificate_required: {
    short: 'pide certificado de cliente',
    meaning: 'El servidor nos pide un certificado de cliente y no tenemos ninguno.',
    remedy: 'Quita esa exigencia de la ruta de los webhooks: la firma dice quién los envía.',
  },
  tls_failure: {
    short: 'sin conexión TLS',
    meaning: 'Falló la negociación TLS; el detalle tiene el motivo que dio la biblioteca TLS.',
    remedy:
      'Prueba el servidor con `openssl s_client -connect host:443`. Un “handshake failure” puede ser la ' +
      'exigencia de un certificado de cliente.',
  },
  certificate_expired: {
    short: 'certificado vencido',
    meaning: 'Un certificado del servidor venció.',
    remedy: 'Renuévalo y haz que el servidor cargue el nuevo.',
  },
  certificate_not_yet_valid: {
    short: 'certificado aún no válido',
    meaning: 'La validez de un certificado del servidor empieza en el futuro.',
    remedy: 'Revisa el reloj de la máquina que lo emitió, o espera.',
  },
  certificate_self_signed: {
    short: 'certificado autofirmado',
    meaning: 'El certificado está firmado por el propio servidor.',
    remedy: 'Usa un certificado de una autoridad pública, como Let’s Encrypt.',
  },
  certificate_authority_unknown: {
    short: 'certificado de autoridad desconocida',
    meaning: 'La cadena de certificados termina en una autoridad que no está entre las públicas.',
    remedy: 'Usa un certificado de una autoridad pública, como Let’s Encrypt.',
  },
  certificate_chain_incomplete: {
    short: 'falta el certificado intermedio',
    meaning: 'El servidor no envía los certificados entre el suyo y el de una autoridad pública.',
    remedy: 'Configura la cadena entera (`fullchain.pem`), no solo el certificado del servidor.',
  },
  certificate_wrong_host: {
    short: 'certificado de otro servidor',
    meaning: 'El certificado es de otros nombres que el de la URL; el detalle dice de cuáles.',
    remedy: 'Usa un certificado que tenga ese nombre entre los alternativos, o el nombre que el certificado tiene.',
  },
  response_timeout: {
    short: 'sin respuesta a tiempo',
    meaning: 'El servidor recibió la solicitud, pero no respondió por completo a tiempo.',
    remedy: 'Responde primero y haz el trabajo después.',
  },
  invalid_response: {
    short: 'respuesta no válida',
    meaning: 'Lo que llegó no es una respuesta HTTP/1.1; el detalle dice qué regla incumple.',
    remedy: 'Mira la respuesta con `curl --http1.1 -v` y lo que hay entre el servidor e internet.',
  },
  answer_too_large: {
    short: 'respuesta demasiado grande',
    meaning: 'Las cabeceras de la respuesta, o la división del cuerpo en partes, superan 256 KiB.',
    remedy: 'Responde con un estado, pocas cabeceras y un cuerpo corto.',
  },
  redirect_refused: {
    short: 'respondió con una redirección',
    meaning: 'El servidor respondió con una redirección, que no se sigue; el detalle dice adónde, sin la consulta.',
    remedy: 'Cambia la URL del endpoint por la nueva.',
  },
  gone: {
    short: 'ya no existe (410)',
    meaning: 'El servidor respondió 410 o `webhook-delivery: disable`, lo que desactiva el endpoint.',
    remedy: 'Activa el endpoint cuando el servidor vuelva a recibir webhooks.',
  },
  aborted_by_receiver: {
    short: 'descartado por el servidor',
    meaning: 'El servidor respondió `webhook-delivery: abort-message`: no quiere este webhook, ni ahora ni después.',
    remedy: 'Nada: los webhooks siguientes del pedido salen. Reenvíalo si el servidor debía aceptarlo.',
  },
  rate_limited: {
    short: 'demasiadas solicitudes (429)',
    meaning: 'El servidor respondió 429; se respeta su `Retry-After`.',
    remedy: 'Permite más, o define `max_per_second` en el endpoint.',
  },
  unavailable: {
    short: 'no disponible (503)',
    meaning: 'El servidor respondió 503; se respeta su `Retry-After`.',
    remedy: 'Nada, si vuelve pronto; si no, mira sus registros.',
  },
  http_status: {
    short: 'respondió con un error',
    meaning: 'El servidor respondió con un estado que no es 2xx.',
    remedy: 'Mira el estado y el comienzo de la respuesta, y los registros del servidor.',
  },
  not_acked: {
    short: 'consultado y no confirmado',
    meaning: 'El mensaje se consultó de un endpoint de pull y no se confirmó antes de que acabara su visibilidad.',
    remedy: 'Confirma lo que consultas, o pide una `visibility` mayor.',
  },
  too_many_in_flight: {
    short: 'aplazado: demasiados en curso',
    meaning: 'Había demasiados webhooks en curso hacia este servidor.',
    remedy: `${comesAgain} Con respuestas más rápidas pasan más.`,
  },
  proxy_unreachable: { ...ofOurProxy, meaning: 'Nuestro propio proxy no respondió.' },
  proxy_refused: { ...ofOurProxy, meaning: 'Nuestro propio proxy rechazó la conexión.' },
  proxy_login_failed: { ...ofOurProxy, meaning: 'Nuestro propio proxy pidió otras credenciales.' },
  dispatcher_died: {
    short: 'terminó el proceso de envío',
    meaning: 'Nuestro proceso terminó varias veces mientras enviaba este webhook.',
    remedy: 'Nada: se intenta de nuevo según el calendario. Avisa a nuestro soporte si vuelve a pasar.',
  },
};

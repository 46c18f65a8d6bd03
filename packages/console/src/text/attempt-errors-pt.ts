import type { AttemptErrorCode, attemptErrors } from '@delivery/contracts/attempt-errors';

type Words = Readonly<Record<keyof (typeof attemptErrors)['gone'], string>>;

const comesAgain = 'Nada: ele sai de novo em segundos, e nenhuma tentativa foi gasta.';
const ofOurProxy = { short: 'adiado', remedy: comesAgain };

/** The words of `attemptErrors` in Portuguese. */
export const attemptErrorsPt: Readonly<Record<AttemptErrorCode, Words>> = {
  dns_not_found: {
    short: 'nome não encontrado',
    meaning: 'O nome do servidor na URL não existe ou não tem endereço.',
    remedy: 'Procure um erro de digitação na URL e confira os registros A e AAAA do nome.',
  },
  dns_failure: {
    short: 'o DNS falhou',
    meaning: 'Os servidores de DNS do nome responderam com erro.',
    remedy: 'Confira a zona no seu provedor de DNS: delegação e DNSSEC são as causas comuns.',
  },
  dns_timeout: {
    short: 'o DNS não responde',
    meaning: 'Os servidores de DNS do nome não responderam a tempo.',
    remedy: 'Confira se todos os servidores de DNS da zona respondem de fora da sua rede.',
  },
  address_refused: {
    short: 'endereço não permitido',
    meaning: 'O nome leva a um endereço que não é da internet pública; o detalhe diz qual.',
    remedy: 'Informe uma URL cujos endereços sejam todos públicos.',
  },
  url_refused: {
    short: 'URL não permitida',
    meaning: 'A URL tem um esquema, uma porta ou uma parte para onde webhooks não são enviados.',
    remedy: 'Informe uma URL `https` sem usuário e sem porta de outro protocolo.',
  },
  connection_refused: {
    short: 'conexão recusada',
    meaning: 'O servidor foi alcançado e nada escuta na porta.',
    remedy: 'Inicie o receptor e confira a porta da URL e o firewall.',
  },
  connection_timeout: {
    short: 'sem conexão a tempo',
    meaning: 'A conexão, TLS incluído, não se completou a tempo.',
    remedy: 'Confira se o firewall deixa passar os nossos endereços e se o servidor não está sobrecarregado.',
  },
  connection_reset: {
    short: 'conexão interrompida',
    meaning: 'O servidor fechou a conexão antes de completar a resposta.',
    remedy: 'Veja os logs do servidor ou do balanceador: uma queda ou um limite de tamanho ou tempo são comuns.',
  },
  host_unreachable: {
    short: 'servidor inacessível',
    meaning: 'Nenhuma rota leva ao endereço do servidor.',
    remedy: 'Confira o endereço no DNS e retire os registros AAAA se o servidor não tem IPv6.',
  },
  connection_failed: {
    short: 'sem conexão',
    meaning: 'A conexão falhou por um motivo sem código próprio.',
    remedy: 'Envie um webhook de teste e fale com o nosso suporte se ele também falhar.',
  },
  not_tls: {
    short: 'sem TLS nesta porta',
    meaning: 'A URL diz `https`, e a porta responde com algo que não é TLS, quase sempre HTTP simples.',
    remedy: 'Configure TLS nessa porta ou informe a porta que o tem.',
  },
  tls_version_unsupported: {
    short: 'TLS antigo demais',
    meaning: 'O servidor não fala nenhuma versão de TLS a partir da 1.2.',
    remedy: 'Habilite TLS 1.2 ou 1.3 no servidor.',
  },
  client_certificate_required: {
    short: 'pede certificado de cliente',
    meaning: 'O servidor nos pede um certificado de cliente, e não temos nenhum.',
    remedy: 'Retire essa exigência do caminho dos webhooks: a assinatura diz quem os envia.',
  },
  tls_failure: {
    short: 'sem conexão TLS',
    meaning: 'A negociação TLS falhou; o detalhe tem o motivo da biblioteca TLS.',
    remedy:
      'Teste o servidor com `openssl s_client -connect host:443`. Uma “handshake failure” pode ser a exigência ' +
      'de um certificado de cliente.',
  },
  certificate_expired: {
    short: 'certificado vencido',
    meaning: 'Um certificado do servidor venceu.',
    remedy: 'Renove-o e faça o servidor carregar o novo.',
  },
  certificate_not_yet_valid: {
    short: 'certificado ainda não válido',
    meaning: 'A validade de um certificado do servidor começa no futuro.',
    remedy: 'Confira o relógio da máquina que o emitiu, ou espere.',
  },
  certificate_self_signed: {
    short: 'certificado autoassinado',
    meaning: 'O certificado foi assinado pelo próprio servidor.',
    remedy: 'Use um certificado de uma autoridade pública, como a Let’s Encrypt.',
  },
  certificate_authority_unknown: {
    short: 'certificado de autoridade desconhecida',
    meaning: 'A cadeia de certificados termina em uma autoridade que não está entre as públicas.',
    remedy: 'Use um certificado de uma autoridade pública, como a Let’s Encrypt.',
  },
  certificate_chain_incomplete: {
    short: 'falta o certificado intermediário',
    meaning: 'O servidor não envia os certificados entre o seu e o de uma autoridade pública.',
    remedy: 'Configure a cadeia inteira (`fullchain.pem`), e não só o certificado do servidor.',
  },
  certificate_wrong_host: {
    short: 'certificado de outro servidor',
    meaning: 'O certificado é de outros nomes que não o da URL; o detalhe diz de quais.',
    remedy: 'Use um certificado que tenha esse nome entre os nomes alternativos, ou o nome que ele tem.',
  },
  response_timeout: {
    short: 'sem resposta a tempo',
    meaning: 'O servidor recebeu a requisição e não respondeu por completo a tempo.',
    remedy: 'Responda primeiro e faça o trabalho depois.',
  },
  invalid_response: {
    short: 'resposta inválida',
    meaning: 'O que veio não é uma resposta HTTP/1.1; o detalhe diz qual regra foi quebrada.',
    remedy: 'Veja a resposta com `curl --http1.1 -v` e o que há entre o servidor e a internet.',
  },
  answer_too_large: {
    short: 'resposta grande demais',
    meaning: 'O cabeçalho da resposta, ou a divisão do corpo em partes, passa de 256 KiB.',
    remedy: 'Responda com um status, poucos cabeçalhos e um corpo curto.',
  },
  redirect_refused: {
    short: 'respondeu com redirecionamento',
    meaning: 'O servidor respondeu com um redirecionamento, que não é seguido; o detalhe diz para onde, sem a query.',
    remedy: 'Troque a URL do endpoint pela nova.',
  },
  gone: {
    short: 'não existe mais (410)',
    meaning: 'O servidor respondeu 410, o que desabilita o endpoint.',
    remedy: 'Habilite o endpoint quando o servidor voltar a receber webhooks.',
  },
  aborted_by_receiver: {
    short: 'descartado pelo servidor',
    meaning: 'O servidor respondeu `webhook-delivery: abort-message`: não quer este webhook, nem agora nem depois.',
    remedy: 'Nada: os webhooks seguintes do pedido saem. Reenvie-o se o servidor deveria tê-lo aceitado.',
  },
  rate_limited: {
    short: 'requisições demais (429)',
    meaning: 'O servidor respondeu 429; o `Retry-After` é respeitado.',
    remedy: 'Permita mais, ou defina `max_per_second` no endpoint.',
  },
  unavailable: {
    short: 'indisponível (503)',
    meaning: 'O servidor respondeu 503; o `Retry-After` é respeitado.',
    remedy: 'Nada, se ele voltar logo; se não, veja os logs dele.',
  },
  http_status: {
    short: 'respondeu com erro',
    meaning: 'O servidor respondeu com um status que não é 2xx.',
    remedy: 'Veja o status e o começo da resposta, e os logs do servidor.',
  },
  not_acked: {
    short: 'buscado e não confirmado',
    meaning: 'A mensagem foi buscada em um endpoint de pull e não foi confirmada antes de a visibilidade acabar.',
    remedy: 'Confirme o que foi buscado, ou peça uma `visibility` maior.',
  },
  too_many_in_flight: {
    short: 'adiado: muitos em curso',
    meaning: 'Muitos webhooks para este servidor estavam em curso.',
    remedy: `${comesAgain} Com respostas mais rápidas passam mais.`,
  },
  proxy_unreachable: { ...ofOurProxy, meaning: 'O nosso próprio proxy não respondeu.' },
  proxy_refused: { ...ofOurProxy, meaning: 'O nosso próprio proxy recusou a conexão.' },
  proxy_login_failed: { ...ofOurProxy, meaning: 'O nosso próprio proxy pediu outro login.' },
  dispatcher_died: {
    short: 'o processo de envio terminou',
    meaning: 'O nosso processo terminou várias vezes enquanto enviava este webhook.',
    remedy: 'Nada: ele é tentado de novo conforme o cronograma. Avise o nosso suporte se acontecer outra vez.',
  },
};

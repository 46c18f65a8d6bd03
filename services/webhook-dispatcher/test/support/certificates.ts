import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM, the leaf first where there are several. */
export type Certificate = { key: string; cert: string };
type Issuer = Certificate & { keys: webcrypto.CryptoKeyPair; issued: X509Certificate };

const dayMs = 24 * 3_600_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

type Wanted = {
  name: string;
  /** Subject alternative names; absent: none. */
  hosts?: readonly string[];
  /** Absent: signed by itself. */
  issuer?: Issuer;
  isAuthority?: true;
  validFrom?: Date;
  validUntil?: Date;
};

export const makeCertificate = async (wanted: Wanted): Promise<Issuer> => {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const issued = await X509CertificateGenerator.create(
    {
      subject: `CN=${wanted.name}`,
      issuer: wanted.issuer?.issued.subject ?? `CN=${wanted.name}`,
      notBefore: wanted.validFrom ?? new Date(Date.now() - dayMs),
      notAfter: wanted.validUntil ?? new Date(Date.now() + dayMs),
      publicKey: keys.publicKey,
      signingKey: (wanted.issuer?.keys ?? keys).privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(wanted.isAuthority === true, undefined, true),
        ...(wanted.hosts
          ? [new SubjectAlternativeNameExtension(wanted.hosts.map((value) => ({ type: 'dns', value })))]
          : []),
      ],
    },
    webcrypto,
  );
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  return { keys, issued, key, cert: issued.toString('pem') };
};

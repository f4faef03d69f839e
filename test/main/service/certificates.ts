import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/**
 * Makes X.509 certificates (RFC 5280) for tests: Node can read them and cannot write them, and keys kept as files would expire and
 * alarm secret scanners. ECDSA P-256 with SHA-256; only the fields a handshake looks at.
 */

export interface Authority {
  readonly name: string;
  readonly privateKey: KeyObject;
  readonly certificatePem: string;
}

export interface ServerCredentials {
  readonly key: string;
  readonly cert: string;
}

export interface LeafOptions {
  /** DNS names it is for. */
  names?: string[];
  /** IPv4 addresses it is for. */
  addresses?: string[];
  notBefore?: string;
  notAfter?: string;
}

export function makeAuthority(name: string): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificatePem = certificate({
    subject: name,
    issuer: name,
    publicKey,
    signWith: privateKey,
    extensions: [extension(oid.basicConstraints, sequence(boolean(true)), true)],
  });
  return { name, privateKey, certificatePem };
}

/** Key and certificate of a server, issued by that authority; for localhost and 127.0.0.1 by default. */
export function issueFor(authority: Authority, options: LeafOptions = {}): ServerCredentials {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { names = ['localhost'], addresses = ['127.0.0.1'] } = options;
  const alternativeNames = sequence(
    ...names.map((name) => tagged(0x82, Buffer.from(name, 'ascii'))),
    ...addresses.map((address) => tagged(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const cert = certificate({
    ...options,
    subject: 'test server',
    issuer: authority.name,
    publicKey,
    signWith: authority.privateKey,
    extensions: [extension(oid.subjectAltName, alternativeNames, false)],
  });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

const oid = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
};

interface CertificateParts extends LeafOptions {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signWith: KeyObject;
  extensions: Buffer[];
}

function certificate(parts: CertificateParts): string {
  const publicKey = parts.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(objectId(oid.ecdsaWithSha256));
  const serial = createHash('sha256').update(publicKey).digest().subarray(0, 8);
  serial[0] = 0x01; // positive, and no leading zero
  const toBeSigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))), // version 3
    tagged(0x02, serial),
    algorithm,
    distinguishedName(parts.issuer),
    sequence(
      generalizedTime(parts.notBefore ?? '20200101000000Z'),
      generalizedTime(parts.notAfter ?? '21200101000000Z'),
    ),
    distinguishedName(parts.subject),
    publicKey,
    tagged(0xa3, sequence(...parts.extensions)),
  );
  const signature = sign('sha256', toBeSigned, parts.signWith);
  const der = sequence(toBeSigned, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  if (length < 256) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 0xff : 0]));
const generalizedTime = (text: string): Buffer => tagged(0x18, Buffer.from(text, 'ascii'));
const distinguishedName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId(oid.commonName), tagged(0x0c, Buffer.from(name)))));

function extension(id: string, value: Buffer, critical: boolean): Buffer {
  return sequence(objectId(id), ...(critical ? [boolean(true)] : []), tagged(0x04, value));
}

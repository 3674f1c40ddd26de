import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, sign } from 'node:crypto'
import type { Secrets } from '../platform/crypto/crypto.ts'

/**
 * Web push: RFC 8291 (encryption) and RFC 8292 (who sends). Here rather than from a library: the established one has no types, brings a
 * client of its own that would connect to private addresses, and twelve packages for what is one key agreement and one signature.
 */

/** Unpadded base64url, as browsers give it. */
export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const CURVE = 'prime256v1'
const RECORD_BYTES = 4_096
/** Marks the last record. */
const LAST = 2

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

const newKeys = (): ECDH => {
  const keys = createECDH(CURVE)
  keys.generateKeys()
  return keys
}

/** Encrypts for one browser (aes128gcm, RFC 8188). Each message has its own keys and salt; only tests pass them. */
export const encryptPush = (
  text: string,
  { p256dh, auth }: Omit<PushSubscription, 'endpoint'>,
  { salt, keys = newKeys() }: { readonly salt: Uint8Array; readonly keys?: ECDH },
): Buffer => {
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), keys.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const shared = derive(keys.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const cipher = createCipheriv('aes-128-gcm', key, derive(shared, salt, 'Content-Encoding: nonce\0', 12))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    ...[salt, size, Buffer.of(ours.length), ours],
    ...[cipher.update(text), cipher.update(Buffer.of(LAST)), cipher.final(), cipher.getAuthTag()],
  ])
}

/** Whether it is a point of the curve, to which one can encrypt. */
export const isPushKey = (p256dh: string): boolean => {
  try {
    newKeys().computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

const encoded = (bytes: Buffer): string => bytes.toString('base64url')

const TOKEN_SECONDS = 12 * 60 * 60

export interface PushSender {
  /** In base64url. */
  readonly publicKey: string
  /** The header that says who sends (VAPID). `contact` is a URL of the operator. */
  authorization(endpoint: string, contact: string, now: Date): string
}

/** Derives the key from the data key of the installation, so that every process has the same one, and a restored backup too. */
export const createPushSender = (secrets: Secrets): PushSender => {
  const keys = createECDH(CURVE)
  keys.setPrivateKey(secrets.subkey('web push'))
  const point = keys.getPublicKey()
  const key = createPrivateKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: encoded(point.subarray(1, 33)),
      y: encoded(point.subarray(33)),
      d: encoded(keys.getPrivateKey()),
    },
    format: 'jwk',
  })
  const publicKey = encoded(point)
  return {
    publicKey,
    authorization(endpoint, contact, now) {
      const exp = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS
      const claims = { aud: new URL(endpoint).origin, exp, sub: contact }
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims]
        .map((part) => encoded(Buffer.from(JSON.stringify(part))))
        .join('.')
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${encoded(signature)}, k=${publicKey}`
    },
  }
}

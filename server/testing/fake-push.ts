import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { type FakeProvider, type FakeReply, type FakeRequest, startFakeProvider } from './fake-provider.ts'

/** A browser's subscription, with the keys that only the browser has. */
interface Browser {
  readonly keys: ECDH
  readonly auth: Buffer
  /** From the application server key of the subscription. */
  readonly senderKey: string
}

export interface Pushed {
  readonly endpoint: string
  readonly atMs: number
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
  readonly lang: string
}

export interface FakePush extends Omit<FakeProvider, 'requests'> {
  /** What was accepted and could be decrypted, in its order. */
  readonly pushed: Pushed[]
  /** Each request that was refused as wrong. */
  readonly wrong: string[]
  subscribe(senderKey: string): { endpoint: string; p256dh: string; auth: string }
  /** From now on the subscription is gone. */
  unsubscribe(endpoint: string): void
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** RFC 8291, as a browser does it. */
const decrypted = ({ keys, auth }: Browser, message: Buffer): string => {
  const [salt, idBytes] = [message.subarray(0, 16), message.readUInt8(20)]
  const [sender, body] = [message.subarray(21, 21 + idBytes), message.subarray(21 + idBytes)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = derive(keys.computeSecret(sender), auth, info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
  if (padded.at(-1) !== 2) throw new Error('the last record is not marked as such')
  return padded.subarray(0, -1).toString('utf8')
}

/** RFC 8292: signed by the key that the browser subscribed with, for this push service, for at most a day. */
const senderProblem = (senderKey: string, header: string | undefined, origin: string): string | undefined => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header ?? '') ?? []
  if (key !== senderKey) return 'another sender'
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'a wrong signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  if (aud !== origin) return `for ${aud}`
  if (!Number.isInteger(exp) || !/^(https?:|mailto:)/.test(sub)) return 'without end or contact'
  return undefined
}

const reply = (status: number): FakeReply => ({ status, json: {} })

/** A push service for browsers: takes what their subscription's sender signed and encrypted. */
export const startFakePush = async (): Promise<FakePush> => {
  const browsers = new Map<string, Browser>()
  const pushed: Pushed[] = []
  const wrong: string[] = []
  const answer = ({ url, headers, bytes }: FakeRequest): FakeReply => {
    const browser = browsers.get(url.pathname)
    if (browser === undefined) return reply(410)
    const { origin } = new URL(provider.url)
    const problem =
      senderProblem(browser.senderKey, headers.authorization, origin) ??
      (/^\d+$/.test(headers.ttl ?? '') ? undefined : 'no TTL') ??
      (headers['content-encoding'] === 'aes128gcm' ? undefined : 'another encoding') ??
      (bytes.length <= 4_096 ? undefined : 'too long')
    if (problem !== undefined) {
      wrong.push(problem)
      return reply(403)
    }
    const message = JSON.parse(decrypted(browser, bytes))
    pushed.push({ endpoint: `${provider.url}${url.pathname}`, atMs: performance.now(), ...message })
    return reply(201)
  }
  const provider = await startFakeProvider(answer)
  return {
    ...provider,
    pushed,
    wrong,
    subscribe(senderKey) {
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      browsers.set(path, { keys, auth, senderKey })
      return {
        endpoint: `${provider.url}${path}`,
        p256dh: keys.generateKeys().toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    unsubscribe: (endpoint) => void browsers.delete(new URL(endpoint).pathname),
  }
}

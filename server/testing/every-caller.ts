import { KEY_SCOPES, type KeyScope, MAIN_KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import { expect } from 'vitest'
import { insertApiKey } from '../src/api-keys/api-key-store.ts'
import { keyTextFrom } from '../src/api-keys/key-text.ts'
import { keyHashOf } from '../src/api-keys/main-keys.ts'
import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { randomIds } from '../src/platform/ids.ts'
import { SHOP_START, type Shop, type ShopCaller, type ShopMerchant } from './shop.ts'

/** Every kind of caller: a stranger, two merchants, a key of each kind, the operator, the device of a counter. */
export const CALLERS = [
  'visitor',
  'merchant',
  'other',
  'key',
  'createKey',
  'readKey',
  'wideKey',
  'operator',
  'counter',
] as const
export type Caller = (typeof CALLERS)[number]

/** Of the callers that are keys. */
export const SCOPES_OF_KEY: Readonly<Partial<Record<Caller, readonly KeyScope[]>>> = {
  key: MAIN_KEY_SCOPES,
  createKey: ['orders:create'],
  readKey: ['orders:read', 'events:read'],
  wideKey: KEY_SCOPES,
}

const ORIGIN = 'http://localhost:3000'
const KEY_BYTES = 32

export interface EveryCaller {
  readonly merchant: ShopMerchant
  readonly integrator: ShopMerchant
  /** The merchant that the operator suspends and resumes. */
  readonly judged: ShopMerchant
  readonly operator: ShopCaller
  headersOf(caller: Caller): Record<string, string>
}

export const everyCaller = async (shop: Shop): Promise<EveryCaller> => {
  const merchant = await shop.merchant()
  const other = await shop.merchant()
  const integrator = await shop.merchant()
  const judged = await shop.merchant()
  const operator = await shop.operator()
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const restricted = async (caller: Caller) =>
    bearer(await restrictedKey(shop, integrator.merchantId, SCOPES_OF_KEY[caller] ?? []))
  const session = ({ cookie }: ShopCaller) => ({ cookie, origin: ORIGIN })
  const headers: Readonly<Record<Caller, Record<string, string>>> = {
    visitor: {},
    merchant: session(merchant),
    other: session(other),
    operator: session(operator),
    counter: { cookie: await counterCookie(shop, merchant), origin: ORIGIN },
    key: bearer(integrator.key),
    createKey: await restricted('createKey'),
    readKey: await restricted('readKey'),
    wideKey: await restricted('wideKey'),
  }
  return { merchant, integrator, judged, operator, headersOf: (caller) => headers[caller] }
}

/** The cookie of a device that logs in at a new counter. */
export const counterCookie = async (shop: Shop, merchant: ShopCaller): Promise<string> => {
  const pin = '4711'
  const created = await merchant.post('/user/counters', { name: 'Front desk', pin })
  expect(created.statusCode, created.body).toBe(200)
  const token = new URL(created.json().data.loginUrl).hash.slice(1)
  return logInAtCounter(shop, token, pin)
}

export const logInAtCounter = async (shop: Shop, token: string, pin: string): Promise<string> => {
  const login = await shop.call({
    method: 'POST',
    url: '/api/v1/counter/login',
    payload: { token, pin },
    headers: { origin: ORIGIN },
  })
  expect(login.statusCode, login.body).toBe(200)
  return login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

export const restrictedKey = async (
  shop: Shop,
  merchantId: string,
  scopes: readonly KeyScope[],
): Promise<string> => {
  const secrets = secretsFrom(new Uint8Array(KEY_BYTES).fill(7))
  const text = keyTextFrom('test', randomIds.bytes(KEY_BYTES))
  await shop.db.transaction((tx) =>
    insertApiKey(tx, {
      merchantId,
      keyId: `key_${randomIds.ulid(SHOP_START)}`,
      mode: 'test',
      scopes,
      isMain: false,
      name: '',
      addresses: [],
      keyHash: keyHashOf(secrets, text),
      keySealed: new Uint8Array(KEY_BYTES),
      createdAt: SHOP_START,
      expiresAt: null,
    }),
  )
  return text
}

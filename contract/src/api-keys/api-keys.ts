import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_LENGTH } from '../field-lengths.ts'
import { count, instant, istDate, requiredText } from '../fields.ts'
import { KEY_SCOPES } from './key-scopes.ts'

/** After a rotation, the old key works for this long, so that merchants have time to change their servers. */
export const PREVIOUS_KEY_SECONDS = 24 * 3600
/** The maximum number of active additional keys in a mode. */
export const FURTHER_KEYS_MAX = 20
export const ADDRESSES_MAX = 20

const KEY_NAME_REQUIRED = 'Name is required'
export const ADDRESS_WRONG = 'Please enter IP addresses or networks, such as 203.0.113.7 or 203.0.113.0/24'

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/

const isV4Network = (text: string): boolean => {
  const match = V4.exec(text)
  if (match === null) return false
  const bytes = match.slice(1, 5).map(Number)
  const bits = Number(match[5] ?? 32)
  if (bytes.some((byte) => byte > 255) || bits > 32) return false
  // The bits after the prefix must be zero: otherwise the merchant probably meant another network.
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return value % 2 ** (32 - bits) === 0
}

const isV6Network = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  if (more.length > 0 || !z.ipv6().safeParse(address).success || address.includes('.')) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= 128 && hasZeroHostBits(address, Number(bits))
}

const hasZeroHostBits = (address: string, bits: number): boolean => {
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const right = tail === undefined ? [] : groups(tail)
  const left = groups(head)
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  const value = all.reduce((sum, group) => sum * 65_536n + BigInt(Number.parseInt(group, 16)), 0n)
  return value % 2n ** BigInt(128 - bits) === 0n
}

/** An IP address or a network in CIDR form, version 4 or 6. */
export const isNetwork = (text: string): boolean => isV4Network(text) || isV6Network(text)

/** The networks that may use a key. Empty: any address. */
const addresses = z
  .array(z.string({ error: ADDRESS_WRONG }).trim().max(49, ADDRESS_WRONG).refine(isNetwork, ADDRESS_WRONG), {
    error: ADDRESS_WRONG,
  })
  .max(ADDRESSES_MAX, `Please enter at most ${ADDRESSES_MAX} addresses`)

const SCOPES_WRONG = 'Please choose what the key may do'

/** Each once, in the order of the list. */
const scopes = z
  .array(z.enum(KEY_SCOPES, { error: SCOPES_WRONG }), { error: SCOPES_WRONG })
  .min(1, SCOPES_WRONG)
  .max(100, SCOPES_WRONG)
  .transform((chosen) => KEY_SCOPES.filter((scope) => chosen.includes(scope)))

const id = z.string().regex(/^[0-9A-Za-z_]{1,64}$/)

const apiKeyRow = z.object({
  id,
  name: z.string(),
  /** Its first and last characters. */
  masked: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  isMain: z.boolean(),
  addresses: z.array(z.string()),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Until when a replaced key, or one with a last day, works. */
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** Refused uses: of an ended key, from another address, or without permission. */
  refused: z
    .object({
      count,
      lastAt: instant,
      why: z.enum(['bad_key', 'forbidden', 'address_not_allowed']),
      address: z.string(),
    })
    .nullable(),
})
export type ApiKeyRow = z.output<typeof apiKeyRow>

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/user/api-keys',
  auth: 'session',
  summary: "List the API keys of the session's mode, with last use and refused calls",
  reply: z.object({ data: z.array(apiKeyRow) }),
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/user/api-keys',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Create an additional API key; only this reply shows it',
  body: z.object({
    name: requiredText(KEY_NAME_REQUIRED, MAX_LENGTH.name),
    scopes,
    addresses: addresses.optional(),
    lastDay: istDate
      .nullable()
      .default(null)
      .meta({ description: 'The last day of the key in India; null if it has no end.' }),
  }),
  reply: z.object({ data: apiKeyRow.extend({ apiKey: z.string() }) }),
  refusals: ['too_many_keys'],
})

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/user/api-keys/:id/revoke',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Revoke an additional or rotated key immediately; revoking it again changes nothing',
  params: z.object({ id }),
  reply: z.object({ data: apiKeyRow }),
  refusals: ['not_found', 'main_key'],
})

export const setKeyAddresses = endpoint({
  method: 'POST',
  path: '/user/api-keys/:id/addresses',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Set the IP addresses that may use a key; an empty list allows all',
  params: z.object({ id }),
  body: z.object({ addresses }),
  reply: z.object({ data: apiKeyRow }),
  refusals: ['not_found'],
})

const password = z.string({ error: 'Please enter your current password' }).max(MAX_LENGTH.password)

export const setKeySettings = endpoint({
  method: 'POST',
  path: '/user/api-key-settings',
  auth: 'session',
  summary: 'Choose whether the API key is shown only once; turning this off needs the password',
  body: z.object({ showOnce: z.boolean(), password: password.optional() }),
  reply: z.object({ data: z.object({ showOnce: z.boolean() }) }),
  refusals: ['wrong_password', 'too_many_attempts'],
})

export const revealApiKey = endpoint({
  method: 'POST',
  path: '/user/reveal-api-key',
  auth: 'session',
  summary: "Reveal the main API key of the session's mode; needs the password",
  body: z.object({ password }),
  reply: z.object({ data: z.object({ apiKey: z.string() }) }),
  refusals: ['wrong_password', 'too_many_attempts'],
})

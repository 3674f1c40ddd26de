import { Resolver } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { serverUrls } from './database/server-urls.ts'
import { parseS3Location, S3_FORM } from './files/s3-location.ts'

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)

export const urlOf = (...protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))

const DATABASE = urlOf('postgres:', 'postgresql:')
/** One URL, or a list of servers that are all named. */
export const databaseUrl = z.string().refine((text) => {
  const urls = serverUrls(text)
  return urls.every(
    (url) => DATABASE.safeParse(url).success && (urls.length === 1 || new URL(url).hostname !== ''),
  )
})

const SWITCH: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  '1': true,
  off: false,
  false: false,
  '0': false,
}
export const onOff = z
  .string()
  .toLowerCase()
  .refine((text) => text in SWITCH)
  .transform((text) => SWITCH[text] === true)

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** Whether Fastify accepts such a proxy. It refuses every other text, and a network of all addresses, with an error. */
export const isNetwork = (text: string): boolean =>
  NAMED_NETWORKS.has(text) || ipaddr.isValid(text) || (ipaddr.isValidCIDR(text) && !text.endsWith('/0'))

/** Addresses, with or without a port. */
export const areNameServers = (servers: readonly string[]): boolean => {
  try {
    new Resolver().setServers(servers)
    return true
  } catch {
    return false
  }
}

const APP_KEY_BYTES = 32

const decodeAppKey = (text: string): Uint8Array | undefined => {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex')
  const bytes = Buffer.from(text, 'base64')
  const canonical = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '')
  return bytes.length === APP_KEY_BYTES && bytes.toString('base64').replace(/(?<!=)=+$/, '') === canonical
    ? bytes
    : undefined
}

export const APP_KEY_READER = [
  z.string().transform((text, context) => {
    const bytes = decodeAppKey(text)
    if (bytes !== undefined) return bytes
    context.addIssue('not a key')
    return z.NEVER
  }),
  '32 random bytes, as 64 hexadecimal digits or in base64',
] as const

/** Where files go: a folder, or an S3-compatible store. */
export const FILE_STORE_READER = [
  z
    .string()
    .refine(
      (text) =>
        parseS3Location(text) !== undefined ||
        (URL.canParse(text) && new URL(text).protocol === 'file:' && new URL(text).hostname === ''),
    ),
  `the file:// URL of a folder, or ${S3_FORM}`,
] as const

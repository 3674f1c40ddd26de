import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { hmacSha256, open, seal, secretsFrom, UnsealError } from '../crypto/crypto.ts'
import { parseJson } from '../json.ts'
import { ArchiveError } from './tar.ts'

export const MANIFEST = 'manifest.json'
/** The last file of an archive: checksums of everything before it. */
export const SUMS = 'sums.json'
const FORMAT = 'galla backup 1'

const sealedKey = z.object({ salt: z.base64(), sealed: z.base64() })
const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bound: z.string() })),
  /** Identifies the key that encrypted the secrets, and reveals nothing else about it. */
  keyMark: z.string(),
  key: sealedKey.nullable(),
})
export type Manifest = z.output<typeof manifest>

export const manifestText = (content: Omit<Manifest, 'format'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, ...content }, null, 2)}\n`)

export const readManifest = (content: Buffer): Manifest => {
  const read = manifest.safeParse(parseJson(content))
  if (!read.success) throw new ArchiveError('This is not a backup that this version of Galla can read')
  return read.data
}

const sums = z.object({
  /** The hash of all bytes before this file. */
  sha256: z.string(),
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
})
export type Sums = z.output<typeof sums>

export const sumsText = (content: Sums): Buffer => Buffer.from(`${JSON.stringify(content)}\n`)

export const readSums = (content: Buffer): Sums => {
  const read = sums.safeParse(parseJson(content))
  if (!read.success) throw new ArchiveError('The backup was altered')
  return read.data
}

export const keyMarkOf = (appKey: Uint8Array): string =>
  hmacSha256(secretsFrom(appKey).subkey('backup'), 'mark').toString('hex')

const ASSOCIATED_DATA = 'galla backup key'
const SALT_BYTES = 16
/** One guess takes about a third of a second and 128 MB. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const derive = promisify<string, Uint8Array, number, typeof SCRYPT, Buffer>(scrypt)

export const sealKey = async (
  appKey: Uint8Array,
  passphrase: string,
): Promise<NonNullable<Manifest['key']>> => {
  const salt = randomBytes(SALT_BYTES)
  const sealed = seal(await derive(passphrase, salt, appKey.length, SCRYPT), appKey, ASSOCIATED_DATA)
  return { salt: salt.toString('base64'), sealed: sealed.toString('base64') }
}

const KEY_BYTES = 32

export const openKey = async (
  { salt, sealed }: NonNullable<Manifest['key']>,
  passphrase: string,
): Promise<Uint8Array> => {
  const key = await derive(passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, SCRYPT)
  try {
    return open(key, Buffer.from(sealed, 'base64'), ASSOCIATED_DATA)
  } catch (error) {
    if (error instanceof UnsealError) throw new ArchiveError('The passphrase is wrong for this backup')
    throw error
  }
}

import { createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'

interface KeySet {
  readonly keys: readonly Readonly<Record<string, string>>[]
}

const KEYS_PATH = '/.well-known/galla-receipts.json'

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

/** The text of a genuine receipt; undefined where it was changed, or was signed with none of these keys. */
export const verifiedReceipt = (link: string, { keys }: KeySet): Record<string, unknown> | undefined => {
  try {
    const [head = '', body = '', signature = ''] = (link.trim().split('#').at(-1) ?? '').split('.')
    const { alg, kid } = decoded(head) as { alg?: string; kid?: string }
    const key = keys.find((each) => each.kid === kid)
    if (alg !== 'EdDSA' || key === undefined) return undefined
    const publicKey = createPublicKey({ key, format: 'jwk' })
    const isGenuine = verify(
      null,
      Buffer.from(`${head}.${body}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    )
    return isGenuine ? (decoded(body) as Record<string, unknown>) : undefined
  } catch {
    // Whatever cannot be read is no receipt.
    return undefined
  }
}

/** Reads the published keys from a file, or from the Galla at this address. */
export const readKeys = async (from: string): Promise<KeySet> => {
  if (!/^https?:/.test(from)) return JSON.parse(await readFile(from, 'utf8'))
  const reply = await fetch(new URL(KEYS_PATH, from))
  if (!reply.ok) throw new TypeError(`${KEYS_PATH} answered HTTP ${reply.status}`)
  return (await reply.json()) as KeySet
}

import { LOGO_FILE_BYTES_MAX, type PageLook, pageLookFields } from '@galla/contract/payment-page/page-look'
import type { FileInspector } from '../kyc/file-inspector.ts'
import { countRequest, type LimitDeps } from '../merchants/limit-attempts.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { UploadedFile } from '../platform/http/receive-upload.ts'
import { Refusal } from '../platform/refusal.ts'
import { logoAddress } from './logo-address.ts'
import { findLogo, findPageLook, savePageLook as saveRow } from './page-look-store.ts'

export interface PageLookDeps extends LimitDeps {
  readonly inspector: FileInspector
}

export const LOOK_FORM_LIMITS = { files: 1, fileBytes: LOGO_FILE_BYTES_MAX, fields: 2, fieldBytes: 20 }
const HASH_CHARACTERS = 16

export const readLook = async ({ db }: Pick<PageLookDeps, 'db'>, merchantId: string): Promise<PageLook> => {
  const { colour, logoHash } = (await findPageLook(db, merchantId)) ?? { colour: null, logoHash: null }
  return { colour, logo: logoHash === null ? null : logoAddress(merchantId, logoHash) }
}

export const readLogo = ({ db }: Pick<PageLookDeps, 'db'>, merchantId: string, hash: string) =>
  findLogo(db, merchantId, hash)

/** Keeps the colour and the picture, which a sandboxed process encodes again: what the merchant sent is never served. */
export const savePageLook = async (
  deps: PageLookDeps,
  merchantId: string,
  receive: (onFile: (file: UploadedFile) => Promise<void>) => Promise<ReadonlyMap<string, string>>,
): Promise<PageLook> => {
  await countRequest(deps, { name: 'page-look', key: merchantId })
  let sent: { readonly name: string; readonly bytes: Buffer } | undefined
  const fields = await receive(async (file) => {
    const pieces: Uint8Array[] = []
    for await (const piece of file.content) pieces.push(piece)
    if (file.field !== 'logo')
      throw invalid(file.field.slice(0, 50), 'The picture belongs into the field logo')
    sent = { name: file.name, bytes: Buffer.concat(pieces) }
  })
  const form = pageLookFields.safeParse({ colour: fields.get('colour'), logo: fields.get('logo') })
  if (!form.success) {
    const [issue] = form.error.issues
    throw invalid(String(issue?.path[0]), issue?.message ?? '')
  }
  const { colour, logo: kept } = form.data
  const made = sent === undefined ? undefined : await encoded(deps, merchantId, sent)
  const logo = made ?? (kept === 'remove' ? null : undefined)
  await saveRow(deps.db, merchantId, colour === '' ? null : colour, logo)
  return readLook(deps, merchantId)
}

const encoded = async (
  { inspector }: PageLookDeps,
  merchantId: string,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
) => {
  const read = async () => ({ bytes, password: undefined, isLogo: true })
  const clean = await inspector.inspect(merchantId, name, read, 'logo')
  return { bytes: clean.bytes, hash: sha256(clean.bytes).toString('hex').slice(0, HASH_CHARACTERS) }
}

const invalid = (field: string, msg: string): Refusal =>
  new Refusal('invalid_fields', { msg, errors: [{ field, msg }] })

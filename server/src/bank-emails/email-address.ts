import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { openText, type Secrets, seal, sha256 } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { findAddress, findAddressByHash, saveAddress } from './email-address-store.ts'

export interface AddressDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  /** The host name at which this installation receives e-mail; undefined where it does not. */
  readonly mailHost: string | undefined
}

/** The token is hexadecimal, because some mail servers convert addresses to lower case. */
const TOKEN_BYTES = 20
const ADDRESS = /^alerts\+([0-9a-f]{40})@(.+)$/

const associatedDataOf = ({ merchantId, accountId }: AccountKey) =>
  `bank_email_addresses token ${merchantId} ${accountId}`
const keyOf = (secrets: Secrets) => secrets.subkey('bank email addresses')
const addressOf = (token: string, host: string) => `alerts+${token}@${host}`

/** Reads the account's e-mail address here, and the address that its bank writes to. */
export const readAddress = async (
  { db, secrets, mailHost }: AddressDeps,
  key: AccountKey,
): Promise<{ address: string; recipient: string } | undefined> => {
  const row = mailHost === undefined ? undefined : await findAddress(db, key)
  if (row === undefined || mailHost === undefined) return undefined
  const token = openText(keyOf(secrets), row.sealed, associatedDataOf(key))
  return { address: addressOf(token, mailHost), recipient: row.recipient }
}

/** Creates a new address for the account. E-mails to the old one are refused from now on. */
export const rotateAddress = async (
  tx: Transaction,
  deps: AddressDeps,
  { merchantId, client, mode }: SessionCaller,
  { accountId, upiId }: { readonly accountId: string; readonly upiId: string },
  bankWritesTo: string,
): Promise<void> => {
  if (deps.mailHost === undefined) throw new Refusal('not_found')
  const token = Buffer.from(deps.ids.bytes(TOKEN_BYTES)).toString('hex')
  const key = { merchantId, accountId }
  await saveAddress(tx, {
    ...key,
    hash: sha256(token),
    sealed: seal(keyOf(deps.secrets), token, associatedDataOf(key)),
    recipient: bankWritesTo.toLowerCase(),
    createdAt: deps.clock.now(),
  })
  const subject = `${mode} mode, ${upiId}`
  await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'email_address_replaced', subject })
}

export interface AddressedAccount extends AccountKey {
  /** The addresses that e-mails for this account may be sent to. */
  readonly recipients: readonly string[]
}

/** Finds the account of an address. */
export const findAddressedAccount = async (
  { db, mailHost }: Pick<AddressDeps, 'db' | 'mailHost'>,
  address: string,
): Promise<AddressedAccount | undefined> => {
  const lowerCase = address.toLowerCase()
  const [, token, host] = ADDRESS.exec(lowerCase) ?? []
  if (token === undefined || host !== mailHost) return undefined
  const row = await findAddressByHash(db, sha256(token))
  return (
    row && { merchantId: row.merchantId, accountId: row.accountId, recipients: [row.recipient, lowerCase] }
  )
}

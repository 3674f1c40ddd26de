import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { openText, type Secrets, seal, sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  findCurrentAccount,
  findToken,
  insertToken,
  type NewToken,
  replaceToken,
} from './alert-token-store.ts'

export interface AlertTokenDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  /** The public address that a phone sends to. */
  readonly alertUrl: (token: string) => string
}

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

const TOKEN_BYTES = 24

const associatedDataOf = (merchantId: string, accountId: string) =>
  `alert_tokens token ${merchantId} ${accountId}`
const keyOf = (secrets: Secrets) => secrets.subkey('alert tokens')

const newToken = (
  deps: AlertTokenDeps,
  merchantId: string,
  accountId: string,
): NewToken & { text: string } => {
  const text = deps.ids.token(TOKEN_BYTES)
  return {
    text,
    merchantId,
    accountId,
    hash: sha256(text),
    sealed: seal(keyOf(deps.secrets), text, associatedDataOf(merchantId, accountId)),
    createdAt: deps.clock.now(),
  }
}

/** Builds the alert URL of a stored token. */
export const openAlertUrl = (
  { secrets, alertUrl }: Pick<AlertTokenDeps, 'secrets' | 'alertUrl'>,
  merchantId: string,
  accountId: string,
  tokenSealed: Buffer,
): string => alertUrl(openText(keyOf(secrets), tokenSealed, associatedDataOf(merchantId, accountId)))

interface AlertAddress {
  readonly url: string
  readonly since: Date
  /** Since when its messages must be signed; null if they need not be. */
  readonly signedSince: Date | null
}

export const findAlertAddress = async (
  deps: Pick<AlertTokenDeps, 'db' | 'secrets' | 'alertUrl'>,
  merchantId: string,
  accountId: string,
): Promise<AlertAddress | undefined> => {
  const token = await findToken(deps.db, merchantId, accountId)
  return (
    token && {
      url: openAlertUrl(deps, merchantId, accountId, token.token_sealed),
      since: token.created_at,
      signedSince: token.signed_since,
    }
  )
}

/** Gets the account's alert URL. Creates it on first use. */
export const alertUrlOf = async (
  deps: AlertTokenDeps,
  merchantId: string,
  accountId: string,
): Promise<string> => {
  const known = await findAlertAddress(deps, merchantId, accountId)
  if (known === undefined) await insertToken(deps.db, newToken(deps, merchantId, accountId))
  const created = known ?? (await findAlertAddress(deps, merchantId, accountId))
  if (created === undefined) throw new Error('an alert token vanished as it was created')
  return created.url
}

/** Returns the alert URL of the mode's current account, or null without an account. Creates it on first use. */
export const currentAlertUrl = async (
  deps: AlertTokenDeps,
  { merchantId, mode }: Caller,
): Promise<string | null> => {
  const account = await findCurrentAccount(deps.db, merchantId, mode)
  return account === undefined ? null : alertUrlOf(deps, merchantId, account.account_id)
}

/** Replaces the alert address. Messages to the old one are refused from now on. */
export const rotateAlertToken = async (
  deps: AlertTokenDeps,
  { merchantId, mode, client }: SessionCaller,
): Promise<string> => {
  const account = await findCurrentAccount(deps.db, merchantId, mode)
  if (account === undefined) throw new Refusal('no_account')
  const token = newToken(deps, merchantId, account.account_id)
  await deps.db.transaction(async (tx) => {
    await replaceToken(tx, token)
    const subject = `${mode} mode, ${account.upi_id}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'alert_address_replaced', subject })
  })
  return deps.alertUrl(token.text)
}

import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { openText, type Secrets, seal, sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { currentAccount, findToken, insertToken, type NewToken, replaceToken } from './alert-token-store.ts'

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

export const knownAlertUrl = async (
  deps: Pick<AlertTokenDeps, 'db' | 'secrets' | 'alertUrl'>,
  merchantId: string,
  accountId: string,
): Promise<{ url: string; since: Date } | undefined> => {
  const token = await findToken(deps.db, merchantId, accountId)
  if (token === undefined) return undefined
  const text = openText(keyOf(deps.secrets), token.token_sealed, associatedDataOf(merchantId, accountId))
  return { url: deps.alertUrl(text), since: token.created_at }
}

/** Where the phone of the mode's current account sends to; null without an account. Made the first time that anybody asks. */
export const findAlertUrl = async (
  deps: AlertTokenDeps,
  { merchantId, mode }: Caller,
): Promise<string | null> => {
  const account = await currentAccount(deps.db, merchantId, mode)
  if (account === undefined) return null
  const known = await knownAlertUrl(deps, merchantId, account.account_id)
  if (known === undefined) await insertToken(deps.db, newToken(deps, merchantId, account.account_id))
  const made = known ?? (await knownAlertUrl(deps, merchantId, account.account_id))
  if (made === undefined) throw new Error('an alert token vanished as it was made')
  return made.url
}

/** Messages to the old address are refused from then on. */
export const rotateAlertToken = async (
  deps: AlertTokenDeps,
  { merchantId, mode, client }: SessionCaller,
): Promise<string> => {
  const account = await currentAccount(deps.db, merchantId, mode)
  if (account === undefined) throw new Refusal('no_account')
  const token = newToken(deps, merchantId, account.account_id)
  await deps.db.transaction(async (tx) => {
    await replaceToken(tx, token)
    const subject = `${mode} mode, ${account.upi_id}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'alert_address_replaced', subject })
  })
  return deps.alertUrl(token.text)
}

import type { NewAlertSecret } from '@galla/contract/bank-alerts/alert-signing'
import { rulesUrl } from '@galla/contract/bank-alerts/alerts'
import { recordSecurityEvent } from '../../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { AccountKey } from '../../payment-accounts/account-source.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type AlertTokenDeps, alertUrlOf, openAlertUrl } from '../alert-token.ts'
import { findCurrentAccount } from '../alert-token-store.ts'
import { sealSigningSecret } from './alert-signing.ts'
import { updateSigningSecret } from './alert-signing-store.ts'
import { pingKey, rulesCode } from './forwarder-signature.ts'

const SECRET_BYTES = 24

const changeSecret = async (
  deps: AlertTokenDeps,
  { merchantId, mode, client }: SessionCaller,
  secretOf: (account: AccountKey) => Uint8Array | null,
): Promise<string> => {
  const account = await findCurrentAccount(deps.db, merchantId, mode)
  if (account === undefined) throw new Refusal('no_account')
  const key = { merchantId, accountId: account.account_id }
  // Messages can be signed only if an address exists. It may be replaced before the secret is saved.
  await alertUrlOf(deps, merchantId, key.accountId)
  const sealed = secretOf(key)
  return deps.db.transaction(async (tx) => {
    const tokenSealed = await updateSigningSecret(tx, key, sealed, deps.clock.now())
    const kind = sealed === null ? 'alert_secret_removed' : 'alert_secret_replaced'
    await recordSecurityEvent(tx, deps, {
      merchantId,
      client,
      kind,
      subject: `${mode} mode, ${account.upi_id}`,
    })
    return openAlertUrl(deps, merchantId, key.accountId, tokenSealed)
  })
}

/** Creates a new signing secret. From now on only messages that are signed with it are accepted. */
export const rotateAlertSecret = async (
  deps: AlertTokenDeps,
  caller: SessionCaller,
): Promise<NewAlertSecret> => {
  const secret = deps.ids.token(SECRET_BYTES)
  const alertUrl = await changeSecret(deps, caller, (account) =>
    sealSigningSecret(deps.secrets, secret, account),
  )
  return {
    signingSecret: secret,
    rulesUrl: `${rulesUrl(alertUrl)}?code=${rulesCode(secret, deps.clock.now())}`,
    pingUrl: `${alertUrl}?ping=${pingKey(secret)}`,
  }
}

/** Accepts unsigned messages again. */
export const removeAlertSecret = async (deps: AlertTokenDeps, caller: SessionCaller): Promise<void> => {
  await changeSecret(deps, caller, () => null)
}

import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { AccountKey, Verification } from '../payment-accounts/account-source.ts'
import { findVerification, listReplacedVerifications } from '../payment-accounts/account-source-store.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { CloseQrResult, StatusResult } from '../providers/connector.ts'

export interface QrCredentials {
  readonly verification: Verification
  /** False: they were replaced, so that their failures say nothing about the connected provider. */
  readonly isConnected: boolean
}

/**
 * Returns the credentials that made a QR, and then the connected ones of the same provider: new keys may be of the same account there, where the
 * old ones are refused. Empty: the provider is no longer known.
 */
export const listCredentialsOfQr = async (
  db: Queryable,
  secrets: Secrets,
  key: AccountKey,
  { source, madeAt }: { readonly source: VerificationSource; readonly madeAt: Date },
): Promise<QrCredentials[]> => {
  const connected = await findVerification(db, secrets, key)
  const replaced = (await listReplacedVerifications(db, secrets, key)).find(
    ({ replacedAt }) => replacedAt > madeAt,
  )
  return [
    ...(replaced === undefined ? [] : [{ verification: replaced.verification, isConnected: false }]),
    ...(connected === undefined ? [] : [{ verification: connected, isConnected: true }]),
  ].filter(({ verification }) => verification.source === source)
}

/** Asks with each credentials until some are not refused. */
export const askWith = async <Reply extends StatusResult | CloseQrResult>(
  credentials: readonly QrCredentials[],
  ask: (credentials: QrCredentials) => Promise<Reply>,
): Promise<Reply | undefined> => {
  let reply: Reply | undefined
  for (const each of credentials) {
    reply = await ask(each)
    if (reply.kind !== 'unknown' || reply.error?.kind !== 'credentials') return reply
  }
  return reply
}

import type { AccountKey } from '../payment-accounts/account-source.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { ProviderError } from './connector.ts'
import { pauseAfter } from './provider-rate-limit.ts'
import { pauseSource, recordFailure, recordSuccess } from './provider-rate-limit-store.ts'

/** Records the outcome of a call, and pauses a source whose provider is down, sends invalid responses or refuses the credentials. */
export const recordProviderHealth = async (
  db: Queryable,
  account: AccountKey,
  { message, error }: { readonly message: string; readonly error: ProviderError | null },
  now: Date,
): Promise<void> => {
  if (error?.kind === 'not_sent') return
  const kind = error === null ? 'answer' : 'failure'
  await recordHeartbeat(db, { ...account, source: 'provider', kind }, now)
  if (error === null) {
    await recordSuccess(db, account, message, now)
    return
  }
  const failures = await recordFailure(db, account, message, now)
  const until = pauseAfter(failures, error.retryAfterSeconds, now)
  if (until !== null) await pauseSource(db, account, until)
}

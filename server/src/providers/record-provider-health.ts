import type { AccountKey } from '../payment-accounts/account-source.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Trouble } from './connector.ts'
import { pauseAfter } from './source-pace.ts'
import { noteFailed, noteWorked, pauseSource } from './source-pace-store.ts'

/** A provider that is down, talks nonsense or refuses the credentials is asked less, and shown as such. */
export const noteHealth = async (
  db: Queryable,
  account: AccountKey,
  { said, trouble }: { readonly said: string; readonly trouble: Trouble | null },
  now: Date,
): Promise<void> => {
  if (trouble?.kind === 'ours') return
  if (trouble === null) {
    await noteWorked(db, account, said, now)
    return
  }
  const failures = await noteFailed(db, account, said, now)
  const until = pauseAfter(failures, trouble.retryAfterSeconds, now)
  if (until !== null) await pauseSource(db, account, until)
}

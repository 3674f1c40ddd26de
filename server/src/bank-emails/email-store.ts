import type { AlertChannel, AlertOutcome } from '@galla/contract/reconciliation/alerts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface NewEmailAlert {
  readonly alertId: string
  readonly receivedAt: Date
  readonly occurredAt: Date
  readonly dedupKey: Uint8Array
  readonly sealed: Uint8Array
  readonly outcome: AlertOutcome
  /** Where the account keeps money of other rails. */
  readonly outcomeIfKept: AlertOutcome
}

/** Adds e-mails to the account's received messages. One that came before, by whichever way, is not stored twice. */
export const insertEmailAlerts = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  channel: Exclude<AlertChannel, 'phone'>,
  alerts: readonly NewEmailAlert[],
): Promise<AlertOutcome[]> => {
  const added: AlertOutcome[] = []
  for (const alert of alerts) {
    const row = await db.maybeOne<{ outcome: AlertOutcome }>(sql`
      insert into alerts (merchant_id, alert_id, account_id, mode, channel, received_at, occurred_at, dedup_key, sealed, outcome, pending)
      select ${merchantId}, ${alert.alertId}, account_id, mode, ${channel}, ${alert.receivedAt}, ${alert.occurredAt},
        ${alert.dedupKey}, ${alert.sealed}, read.outcome, read.outcome = 'credit'
      from accounts, lateral (
        select case when keeps_other_rails then ${alert.outcomeIfKept} else ${alert.outcome} end::text as outcome) read
      where merchant_id = ${merchantId} and account_id = ${accountId}
      on conflict do nothing returning outcome`)
    if (row !== undefined) added.push(row.outcome)
  }
  return added
}

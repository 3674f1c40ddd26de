import type { OperatorActName } from '@galla/contract/operator/operator-merchants'
import { sql, type Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'

/** An action of an operator. The states before and after contain no secrets, because other operators read them. */
export interface OperatorAct {
  readonly operatorId: string
  readonly act: OperatorActName
  readonly aboutMerchantId: string | null
  /** A description of the subject, at most 255 characters. */
  readonly subject: string
  readonly reason: string | null
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export const insertAct = async (
  tx: Transaction,
  act: OperatorAct & { readonly actId: string; readonly at: Date },
): Promise<void> => {
  await tx.run(sql`
    insert into operator_acts (act_id, operator_id, at, act, about_merchant_id, subject, reason, before, after)
    values (${act.actId}, ${act.operatorId}, ${act.at}, ${act.act}, ${act.aboutMerchantId}, ${act.subject}, ${act.reason},
            ${act.before}, ${act.after})`)
}

type RecordActDeps = Pick<Platform, 'clock' | 'ids'>

/** Records what an operator does, in the transaction that does it, so that no action is missing from the log. */
export const recordAct = async (
  tx: Transaction,
  { clock, ids }: RecordActDeps,
  act: OperatorAct,
): Promise<void> => {
  const at = clock.now()
  await insertAct(tx, { ...act, actId: ids.ulid(at), at })
}

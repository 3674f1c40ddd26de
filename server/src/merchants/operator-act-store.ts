import { sql, type Transaction } from '../platform/database/database.ts'
import type { RecordedAct } from './operator-act.ts'

export const insertAct = async (tx: Transaction, act: RecordedAct): Promise<void> => {
  await tx.run(sql`
    insert into operator_acts (act_id, operator_id, at, act, about_merchant_id, subject, reason, before, after)
    values (${act.actId}, ${act.operatorId}, ${act.at}, ${act.act}, ${act.aboutMerchantId}, ${act.subject}, ${act.reason},
            ${act.before}, ${act.after})`)
}

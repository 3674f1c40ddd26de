import type { Clock } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Ids } from '../platform/ids.ts'
import type { OperatorAct } from './operator-act.ts'
import { insertAct } from './operator-act-store.ts'

export interface RecordActDeps {
  readonly clock: Clock
  readonly ids: Ids
}

/** Records what an operator does, in the transaction that does it, so that no action is missing from the log. */
export const recordAct = async (
  tx: Transaction,
  { clock, ids }: RecordActDeps,
  act: OperatorAct,
): Promise<void> => {
  const at = clock.now()
  await insertAct(tx, { ...act, actId: ids.ulid(at), at })
}

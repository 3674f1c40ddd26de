import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { insertAct, type OperatorAct } from './operator-act-store.ts'

export type RecordActDeps = Pick<Platform, 'clock' | 'ids'>

/** Records what an operator does, in the transaction that does it, so that no action is missing from the log. */
export const recordAct = async (
  tx: Transaction,
  { clock, ids }: RecordActDeps,
  act: OperatorAct,
): Promise<void> => {
  const at = clock.now()
  await insertAct(tx, { ...act, actId: ids.ulid(at), at })
}

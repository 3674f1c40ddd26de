import type { Queryable } from '../../platform/database/database.ts'
import type { EndpointKey, WalkedTo } from './endpoint.ts'
import { findWalkEnd } from './endpoint-health-store.ts'

/** Endpoints of one step. */
const STEP_MAX = 2_000

const WALK_START: WalkedTo = { merchantId: '', mode: '' }

/** Walks through all endpoints, some at each step, and after the last from the first again. A sweep then never reads all at once. */
export const createEndpointWalk = (db: Queryable) => {
  let after = WALK_START
  /** Lists what is found among the next endpoints. */
  return async <Found>(
    list: (after: WalkedTo, to: EndpointKey | undefined, max: number) => Promise<Found[]>,
  ): Promise<Found[]> => {
    const to = await findWalkEnd(db, after, STEP_MAX)
    const found = await list(after, to, STEP_MAX)
    after = to ?? WALK_START
    return found
  }
}

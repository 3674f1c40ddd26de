import {
  type Counter,
  type LimitDeps,
  reserveAttempt,
  returnAttempt,
} from '../../merchants/limit-attempts.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Proof, parseCode, useCode } from './second-factor.ts'
import type { SecondFactorRow } from './second-factor-store.ts'

/** From where a code comes: a browser that the account does not know, or a known one (a session counts as known). */
export type CodeFrom = 'unknown' | 'known'

const triesOf = (merchantId: string, from: CodeFrom): Counter => ({
  name: from === 'known' ? 'code-known' : 'code-unknown',
  key: merchantId,
})

/**
 * What a typed code is good for; undefined when for nothing. Each code that is judged takes one of the account's tries of the
 * day, before it is looked at, so that many at once are no more than one after the other. `useVerifiedCode` gives it back.
 */
export const verifyCode = async (
  deps: LimitDeps,
  merchantId: string,
  from: CodeFrom,
  factor: SecondFactorRow,
  code: string,
): Promise<Proof | undefined> => {
  await reserveAttempt(deps, triesOf(merchantId, from))
  return parseCode(deps.secrets, merchantId, factor, code, deps.clock.now())
}

/** Uses a proof up; false when somebody else was faster, or there is no such recovery code. */
export const useVerifiedCode = async (
  tx: Transaction,
  deps: LimitDeps,
  merchantId: string,
  from: CodeFrom,
  proof: Proof,
): Promise<boolean> => {
  if (!(await useCode(tx, merchantId, proof))) return false
  await returnAttempt(tx, deps, triesOf(merchantId, from))
  return true
}

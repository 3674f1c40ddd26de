import {
  type AttemptCounter,
  type LimitDeps,
  reserveAttempt,
  returnAttempt,
} from '../../merchants/limit-attempts.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Proof, parseCode, useCode } from './second-factor.ts'
import type { SecondFactorRow } from './second-factor-store.ts'

/** The browser that sent a code: unknown to the account, or known. A session is known. */
export type CodeFrom = 'unknown' | 'known'

const triesOf = (merchantId: string, from: CodeFrom): AttemptCounter => ({
  name: from === 'known' ? 'code-known' : 'code-unknown',
  key: merchantId,
})

/**
 * Verifies a typed code; undefined when it is wrong. Each attempt takes one of the account's daily attempts before the code is checked, so
 * that many at once get no more than one after the other. `useVerifiedCode` returns the attempt.
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

/** Uses a verified code; false when it was used in the meantime, or there is no such recovery code. */
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

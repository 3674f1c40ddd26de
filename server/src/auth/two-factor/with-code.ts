import type { LimitDeps } from '../../merchants/limit-attempts.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { invalidField } from '../../platform/refusal.ts'
import { findSecondFactor, isConfirmedFactor } from './second-factor-store.ts'
import { useVerifiedCode, verifyCode } from './verify-code.ts'

const CODE_MISSING = 'Enter the code from your authenticator app'
const CODE_WRONG = 'The code is not correct or was already used'

/** Runs the work in the transaction that uses up a code of the merchant's app, or a recovery code. */
export const withCode = async <T>(
  deps: LimitDeps,
  merchantId: string,
  typed: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  if (typed === '') throw invalidField('code', CODE_MISSING)
  const factor = await findSecondFactor(deps.db, merchantId)
  const proof = isConfirmedFactor(factor)
    ? await verifyCode(deps, merchantId, 'known', factor, typed)
    : undefined
  if (proof === undefined) throw invalidField('code', CODE_WRONG)
  return deps.db.transaction(async (tx) => {
    if (!(await useVerifiedCode(tx, deps, merchantId, 'known', proof))) throw invalidField('code', CODE_WRONG)
    return work(tx)
  })
}

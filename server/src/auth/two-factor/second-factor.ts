import { openText, type Secrets, seal } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { recoveryCodeFrom, recoveryHash } from './recovery-code.ts'
import { consumeRecoveryCode, consumeStep, type SecondFactorRow } from './second-factor-store.ts'
import { stepOfCode } from './totp.ts'

const associatedDataOf = (merchantId: string): string => `second_factors.secret_sealed ${merchantId}`

export const sealFactor = (secrets: Secrets, merchantId: string, secret: Uint8Array): Buffer =>
  seal(secrets.subkey('second factors'), Buffer.from(secret).toString('hex'), associatedDataOf(merchantId))

const openFactor = (secrets: Secrets, merchantId: string, { secret_sealed }: SecondFactorRow): Buffer =>
  Buffer.from(openText(secrets.subkey('second factors'), secret_sealed, associatedDataOf(merchantId)), 'hex')

/** What a valid code proves. `useCode` consumes it. */
export type Proof =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'recovery'; readonly codeHash: Uint8Array }

/**
 * Parses a typed code: six digits, with or without a space, are the app's; anything else may be a recovery code. Undefined when it is
 * invalid.
 */
export const parseCode = (
  secrets: Secrets,
  merchantId: string,
  factor: SecondFactorRow,
  typed: string,
  now: Date,
): Proof | undefined => {
  const digits = typed.replace(/\s/g, '')
  if (/^[0-9]{6}$/.test(digits)) {
    const step = stepOfCode(openFactor(secrets, merchantId, factor), digits, now, factor.last_step)
    return step === undefined ? undefined : { kind: 'step', step }
  }
  return recoveryCodeFrom(typed) === undefined
    ? undefined
    : { kind: 'recovery', codeHash: recoveryHash(secrets, merchantId, typed) }
}

/** Consumes a code. Returns false if it was used in the meantime, or if there is no such recovery code. */
export const useCode = (tx: Transaction, merchantId: string, proof: Proof): Promise<boolean> =>
  proof.kind === 'step'
    ? consumeStep(tx, merchantId, proof.step)
    : consumeRecoveryCode(tx, merchantId, proof.codeHash)

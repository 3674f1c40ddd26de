import { HOTP, Secret, TOTP } from 'otpauth'
import { equalInConstantTime } from '../../platform/crypto/crypto.ts'

const STEP_SECONDS = 30
const DIGITS = 6
/** Clocks differ, and people type slowly: the previous and the next step are valid too. */
const DRIFT_STEPS = 1
const ISSUER = 'Galla'
/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20

const secretFrom = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

const codeOfStep = (secret: Uint8Array, step: number): string =>
  HOTP.generate({ secret: secretFrom(secret), counter: step, digits: DIGITS, algorithm: 'SHA1' })

/** Returns what the app shows at an instant. */
export const codeAt = (secret: Uint8Array, at: Date): string => codeOfStep(secret, stepAt(at))

/** Returns the step of a code if it is later than `after`. All steps are computed and compared, so that the time taken reveals nothing. */
export const stepOfCode = (
  secret: Uint8Array,
  code: string,
  now: Date,
  lastStep: number,
): number | undefined => {
  let found: number | undefined
  for (let step = stepAt(now) - DRIFT_STEPS; step <= stepAt(now) + DRIFT_STEPS; step += 1) {
    const matches = equalInConstantTime(code, codeOfStep(secret, step))
    if (matches && step > lastStep) found = step
  }
  return found
}

/** Returns the secret for the app: to type in, and as the link of the QR code. */
export const enrolmentOf = (
  secret: Uint8Array,
  account: string,
): { readonly secret: string; readonly uri: string } => {
  const totp = new TOTP({
    issuer: ISSUER,
    label: account,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
    secret: secretFrom(secret),
  })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../jobs/fair-queue.ts'

/** The cost of one argon2id hash: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's minimum for argon2id with one lane. About 28 ms of one core. */
const OWASP_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
const ARGON2ID = { algorithm: 2, parallelism: 1 } as const

/** Two would be both processors of a small machine, and everything else would wait. */
const AT_ONCE_MAX = 1
/** Half a second of work: one user never logs in more often from one place. */
const WAITING_PER_CALLER_MAX = 16
/** Under four seconds of work. */
const WAITING_MAX = 128
const RETRY_AFTER_SECONDS = 2
/** All new passwords together are one caller among those who log in. */
const NEW_PASSWORDS = 'new passwords'

export interface Passwords {
  /** `caller` is the address or account that takes a turn: see `createFairQueue`. */
  hashPassword(password: string, caller: string): Promise<string>
  /** Without a hash (an unknown user) it takes the same time and returns false. */
  verifyPassword(hash: string | undefined, password: string, caller: string): Promise<boolean>
}

/**
 * Hashes passwords for one process: one at once, callers take turns, and waiting calls are bounded per caller and in total. New passwords
 * wait in a line of their own, so that a crowd of strangers who register delays a login by one hash.
 */
export const createPasswords = (cost: PasswordCost = OWASP_COST): Passwords => {
  const limits = {
    atOnceMax: AT_ONCE_MAX,
    waitingPerKeyMax: WAITING_PER_CALLER_MAX,
    waitingMax: WAITING_MAX,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  }
  const queue = createFairQueue(limits)
  const newPasswords = createFairQueue(limits)
  const parameters = { ...ARGON2ID, ...cost }
  /** The hash of unknown random bytes, with which the password of an unknown user is compared. */
  const unknownHash = hash(randomBytes(32), parameters)
  return {
    hashPassword: (password, caller) =>
      newPasswords.run(caller, () =>
        queue.run(NEW_PASSWORDS, () => hash(password.normalize('NFKC'), parameters)),
      ),
    async verifyPassword(known, password, caller) {
      const matches = await queue.run(caller, async () =>
        verify(known ?? (await unknownHash), password.normalize('NFKC')),
      )
      return known !== undefined && matches
    },
  }
}

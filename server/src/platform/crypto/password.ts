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

/** More hashes at once would starve everything else. */
const AT_ONCE_MAX = 2
/** Half a second of work: one user never logs in more often from one place. */
const WAITING_PER_CALLER_MAX = 32
const WAITING_MAX = 256
const RETRY_AFTER_SECONDS = 2

export interface Passwords {
  /** `caller` is the address or account that takes a turn: see `createFairQueue`. */
  hashPassword(password: string, caller: string): Promise<string>
  /** Without a hash (an unknown user) it takes the same time and returns false. */
  verifyPassword(hash: string | undefined, password: string, caller: string): Promise<boolean>
}

/** Hashes passwords for one process: at most two at once, callers take turns, and waiting calls are bounded per caller and in total. */
export const createPasswords = (cost: PasswordCost = OWASP_COST): Passwords => {
  const queue = createFairQueue({
    atOnceMax: AT_ONCE_MAX,
    waitingPerKeyMax: WAITING_PER_CALLER_MAX,
    waitingMax: WAITING_MAX,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  const parameters = { ...ARGON2ID, ...cost }
  /** The hash of unknown random bytes, with which the password of an unknown user is compared. */
  const unknownHash = hash(randomBytes(32), parameters)
  return {
    hashPassword: (password, caller) => queue.run(caller, () => hash(password.normalize('NFKC'), parameters)),
    async verifyPassword(known, password, caller) {
      const matches = await queue.run(caller, async () =>
        verify(known ?? (await unknownHash), password.normalize('NFKC')),
      )
      return known !== undefined && matches
    },
  }
}

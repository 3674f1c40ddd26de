import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '../jobs/fair-queue.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 28 ms of one core. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** More at once starve everything else. */
const AT_ONCE_MAX = 2
/** Half a second of work: nobody logs in more often from one place. */
const WAITING_PER_CALLER_MAX = 32
const WAITING_MAX = 256
const RETRY_AFTER_SECONDS = 2

/** argon2id of 32 random bytes that nobody kept: what an unknown user's password is compared with. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XUkOn2APM0e8XPPMNQs05Q$TDD4aLTlNX2Zd3Nq0D620eWK3GDRPktAJP7BCde+bY4'

export interface Passwords {
  /** `caller` is the address, or the account, whose turn it is: see `createFairQueue`. */
  hashPassword(password: string, caller: string): Promise<string>
  /** Without a hash (an unknown user) it takes the same time and answers false. */
  verifyPassword(hash: string | undefined, password: string, caller: string): Promise<boolean>
}

/** Hashing for one process: at most two at once, callers take turns, and what waits is bounded for each and in all. */
export const createPasswords = (): Passwords => {
  const queue = createFairQueue({
    atOnceMax: AT_ONCE_MAX,
    waitingPerKeyMax: WAITING_PER_CALLER_MAX,
    waitingMax: WAITING_MAX,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return {
    hashPassword: (password, caller) => queue.run(caller, () => hash(password.normalize('NFKC'), PARAMETERS)),
    async verifyPassword(known, password, caller) {
      const matches = await queue.run(caller, () => verify(known ?? NOBODYS_HASH, password.normalize('NFKC')))
      return known !== undefined && matches
    },
  }
}

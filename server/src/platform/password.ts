import { hash, verify } from '@node-rs/argon2'
import { Refusal } from './refusal.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 28 ms of one core. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** More at once starve everything else. */
const AT_ONCE_MAX = 2
/** About a second of work; whoever comes beyond it is told to come again. */
const WAITING_MAX = 64
const RETRY_AFTER_SECONDS = 2

/** argon2id of 32 random bytes that nobody kept: what an unknown user's password is compared with. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XUkOn2APM0e8XPPMNQs05Q$TDD4aLTlNX2Zd3Nq0D620eWK3GDRPktAJP7BCde+bY4'

export interface Passwords {
  hashPassword(password: string): Promise<string>
  /** Without a hash (an unknown user) it takes the same time and answers false. */
  verifyPassword(hash: string | undefined, password: string): Promise<boolean>
}

/** Hashing for one process: at most two at once, the others wait their turn, and not without end. */
export const createPasswords = (): Passwords => {
  let running = 0
  const waiting: (() => void)[] = []

  const taking = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE_MAX) {
      if (waiting.length >= WAITING_MAX)
        throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The turn is handed on, so that nobody new slips in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    hashPassword: (password) => taking(() => hash(password.normalize('NFKC'), PARAMETERS)),
    async verifyPassword(known, password) {
      const matches = await taking(() => verify(known ?? NOBODYS_HASH, password.normalize('NFKC')))
      return known !== undefined && matches
    },
  }
}

import { MINUTE_MS } from '@galla/contract/durations'
import type { Clock } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { FoundSession } from './find-session.ts'

const REMEMBERED_MS = 15 * MINUTE_MS
const REMEMBERED_MAX = 1_000

/**
 * The operators' sessions that this process has just found in the database, for the one call that is answered without it. They are
 * forgotten with each call here that ends sessions; one that ended in another process is remembered until its time is over.
 */
export interface RememberedOperators {
  /** Called before a session is looked up: what ends meanwhile is not remembered. */
  mark(): number
  add(session: FoundSession, mark: number): void
  find(token: string): FoundSession | undefined
  /** Forgets all sessions of a person; undefined: of nobody known. */
  forget(personId: string | undefined): void
  forgetAll(): void
}

export const createRememberedOperators = (clock: Clock): RememberedOperators => {
  const known = new Map<string, { readonly session: FoundSession; readonly untilMs: number }>()
  let marked = 0
  const nameOf = (tokenHash: Uint8Array): string => Buffer.from(tokenHash).toString('hex')
  const find = (token: string): FoundSession | undefined => {
    const found = known.get(nameOf(sha256(token)))
    return found !== undefined && clock.now().getTime() < found.untilMs ? found.session : undefined
  }
  return {
    mark: () => marked,
    add(session, mark) {
      if (mark !== marked) return
      const name = nameOf(session.tokenHash)
      known.delete(name)
      const untilMs = Math.min(clock.now().getTime() + REMEMBERED_MS, session.expiresAt.getTime())
      known.set(name, { session, untilMs })
      const [oldest] = known.keys()
      if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest)
    },
    find,
    forget(personId) {
      marked += 1
      for (const [name, { session }] of known) if (session.personId === personId) known.delete(name)
    },
    forgetAll() {
      marked += 1
      known.clear()
    },
  }
}

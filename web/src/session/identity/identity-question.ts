import { useSyncExternalStore } from 'react'

interface Question {
  readonly answered: Promise<boolean>
  readonly answer: (confirmed: boolean) => void
}

let open: Question | undefined
const listeners = new Set<() => void>()
const tellListeners = (): void => {
  for (const listener of listeners) listener()
}

/**
 * Has the person at the screen asked who they are. Several calls that need it at once wait for one question. False when it was
 * put away, or where no screen can ask.
 */
export function askWhoIsThere(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (open === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    open = { answered: promise, answer: resolve }
    tellListeners()
  }
  return open.answered
}

export function answerWhoIsThere(confirmed: boolean): void {
  open?.answer(confirmed)
  open = undefined
  tellListeners()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Who waits for an answer that nobody can give any more goes on without it.
    if (listeners.size === 0) answerWhoIsThere(false)
  }
}

export const useIsAskedWhoIsThere = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => open !== undefined,
    () => false,
  )

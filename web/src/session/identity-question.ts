import { useSyncExternalStore } from 'react'

interface Question {
  readonly answered: Promise<boolean>
  readonly answer: (confirmed: boolean) => void
}

let open: Question | undefined
const listeners = new Set<() => void>()
const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm their identity; concurrent calls share one dialog. Resolves to false when it is dismissed or when nothing
 * can show it.
 */
export function askForIdentity(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (open === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    open = { answered: promise, answer: resolve }
    notifyListeners()
  }
  return open.answered
}

export function answerIdentityQuestion(confirmed: boolean): void {
  open?.answer(confirmed)
  open = undefined
  notifyListeners()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Nothing is left to show the dialog, so the waiting calls fail.
    if (listeners.size === 0) answerIdentityQuestion(false)
  }
}

export const useHasIdentityQuestion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => open !== undefined,
    () => false,
  )

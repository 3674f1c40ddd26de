/** The promises that are under way. */
export interface RunningWork {
  /** Returns the promise as it is; `idle` waits for it, whether it succeeds or fails. */
  track<T>(promise: Promise<T>): Promise<T>
  /** Resolves when nothing is under way, nor was started meanwhile. */
  idle(): Promise<void>
}

export const createRunningWork = (): RunningWork => {
  const running = new Set<Promise<unknown>>()
  return {
    track(promise) {
      const settled = promise.catch(() => undefined).finally(() => running.delete(settled))
      running.add(settled)
      return promise
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** 1 in `npm test`, more in `npm test -- --slow`. */
    fuzzTimes: number
  }
}

/** How many random cases a property is tried with: `runs` in `npm test`, several times as many in `npm test -- --slow`. */
export const fuzzRuns = (runs: number): number => runs * inject('fuzzTimes')

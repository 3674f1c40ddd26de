import type { EndpointKey } from './endpoint.ts'

/** Endpoints beyond this are left to the next sweep, which finds them by what they have due. */
const WOKEN_MAX = 10_000

export interface WokenEndpoints {
  readonly size: () => number
  /** Twice is once. */
  add(endpoint: EndpointKey): void
  /** The first `max`, in the order in which they were woken. */
  take(max: number): EndpointKey[]
}

/** The endpoints that may have something due, each once. */
export const wokenEndpoints = (): WokenEndpoints => {
  const woken = new Map<string, EndpointKey>()
  return {
    size: () => woken.size,
    add({ merchantId, mode }) {
      if (woken.size < WOKEN_MAX) woken.set(`${merchantId} ${mode}`, { merchantId, mode })
    },
    take(max) {
      const taken = [...woken].slice(0, max)
      for (const [name] of taken) woken.delete(name)
      return taken.map(([, key]) => key)
    },
  }
}

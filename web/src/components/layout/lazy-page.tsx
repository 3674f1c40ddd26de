import { type ComponentType, lazy, useState } from 'react'

export interface LazyPage {
  (): React.ReactNode
  /** Fetches its code, so that its next showing needs no waiting. */
  readonly prepare: () => Promise<void>
}

/**
 * A page whose code comes when it is shown. Once prepared it shows within the same render: what the server has sent as HTML
 * is then taken over without a moment in which the page is missing.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let ready: ComponentType | undefined
  const prepare = async () => {
    ready ??= await load()
  }
  const Loading = lazy(async () => ({ default: await load() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, when the routes are made
  function Page() {
    // Pinned: code that arrives in between must not mount the page a second time.
    const [Shown] = useState<ComponentType>(() => ready ?? Loading)
    return <Shown />
  }
  return Object.assign(Page, { prepare })
}

import { type ComponentType, lazy, useState } from 'react'

export interface LazyPage {
  (): React.ReactNode
  /** Loads the page's code, so that its next render does not suspend. */
  readonly prepare: () => Promise<void>
}

/**
 * A page whose code loads when it is first rendered. A prepared page renders synchronously, so that hydration keeps the server's
 * HTML on the screen.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let ready: ComponentType | undefined
  const prepare = async () => {
    ready ??= await load()
  }
  const Loading = lazy(async () => ({ default: await load() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, when the routes are created
  function Page() {
    // Pinned, so that code that arrives later does not mount the page a second time.
    const [Shown] = useState<ComponentType>(() => ready ?? Loading)
    return <Shown />
  }
  return Object.assign(Page, { prepare })
}

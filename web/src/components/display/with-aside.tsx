import type { ReactNode } from 'react'
import css from './display.module.css'

/** Two parts of a screen: at a desk the `aside` element among them stands at the right, elsewhere in its place. */
export function WithAside({ children }: { children: ReactNode }) {
  return <div className={css.columns}>{children}</div>
}

import type { ReactNode } from 'react'
import css from './display.module.css'

/** A two-column layout: on a desktop the `aside` element moves to the right, elsewhere it stays in the flow. */
export function WithAside({ children }: { children: ReactNode }) {
  return <div className={css.columns}>{children}</div>
}

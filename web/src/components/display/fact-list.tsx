import type { ReactNode } from 'react'
import css from './display.module.css'

/** Rows of names and values. `lines` draws a line between the rows. */
export function FactList({ lines, children }: { lines?: true; children: ReactNode }) {
  return (
    <dl className={css.facts} data-lines={lines}>
      {children}
    </dl>
  )
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'
import css from './display.module.css'

interface MoreProps {
  readonly summary: string
  readonly children: ReactNode
}

/** What few need, folded away below its summary. */
export function More({ summary, children }: MoreProps) {
  return (
    <details className={css.more}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

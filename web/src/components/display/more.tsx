import type { DetailsHTMLAttributes, ReactNode } from 'react'
import css from './display.module.css'

interface MoreProps extends Pick<DetailsHTMLAttributes<HTMLDetailsElement>, 'open' | 'onToggle'> {
  readonly summary: string
  readonly children: ReactNode
}

/** Rarely needed content, collapsed below its summary. */
export function More({ summary, children, ...details }: MoreProps) {
  return (
    <details className={css.more} {...details}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

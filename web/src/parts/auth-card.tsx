import type { ReactNode } from 'react'
import css from './auth-card.module.css'

interface AuthCardProps {
  readonly title: string
  readonly line: string
  readonly children: ReactNode
}

/** The frame of login and registration. */
export function AuthCard({ title, line, children }: AuthCardProps) {
  return (
    <div className={css.page}>
      <div className={css.card}>
        <div>
          <h1 className={css.title}>{title}</h1>
          <p className={css.line}>{line}</p>
        </div>
        <noscript>
          <p className={css.noscript}>
            This form needs JavaScript. The rest of the website works without it.
          </p>
        </noscript>
        {children}
      </div>
    </div>
  )
}

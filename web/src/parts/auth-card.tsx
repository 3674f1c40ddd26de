import type { ReactNode } from 'react'
import css from './auth-card.module.css'
import { useTabTitle } from './page-title.tsx'

interface AuthCardProps {
  readonly title: string
  readonly tab: string
  readonly line: string
  readonly children: ReactNode
}

/** The frame of login and registration. */
export function AuthCard({ title, tab, line, children }: AuthCardProps) {
  useTabTitle(tab)
  return (
    <div className={css.page}>
      <div className={css.card}>
        <div>
          <h1 className={css.title}>{title}</h1>
          <p className={css.line}>{line}</p>
        </div>
        {children}
      </div>
    </div>
  )
}

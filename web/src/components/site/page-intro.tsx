import type { ReactNode } from 'react'
import css from './page-intro.module.css'

interface PageIntroProps {
  readonly eyebrow: string
  readonly title: string
  readonly line: string
  readonly children?: ReactNode
}

/** How a page of the website begins. */
export function PageIntro({ eyebrow, title, line, children }: PageIntroProps) {
  return (
    <header className={css.intro}>
      <p className={css.eyebrow}>{eyebrow}</p>
      <h1>{title}</h1>
      <p className={css.line}>{line}</p>
      {children}
    </header>
  )
}

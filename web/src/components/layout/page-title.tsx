import { type ReactNode, useEffect } from 'react'
import css from './page-title.module.css'

interface PageTitleProps {
  readonly title: string
  readonly line?: ReactNode
  readonly actions?: ReactNode
}

/** The one h1 of a dashboard page, and the title of the browser's tab. */
export function PageTitle({ title, line, actions }: PageTitleProps) {
  useTabTitle(title)
  return (
    <div className={css.row}>
      <div>
        <h1 className={css.title}>{title}</h1>
        {line !== undefined && <p className={css.line}>{line}</p>}
      </div>
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

export function useTabTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Galla`
  }, [title])
}

import type { ReactNode } from 'react'
import css from './api-documentation-page.module.css'

interface DetailRowProps {
  readonly name: string
  readonly children: ReactNode
  readonly actions?: ReactNode
  readonly note?: ReactNode
}

export function DetailRow({ name, children, actions, note }: DetailRowProps) {
  return (
    <div className={css.row}>
      <dt>{name}</dt>
      <dd>
        <div className={css.value}>{children}</div>
        {actions !== undefined && <div className={css.actions}>{actions}</div>}
        {note !== undefined && <p className={css.note}>{note}</p>}
      </dd>
    </div>
  )
}

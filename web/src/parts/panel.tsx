import { type ReactNode, useId } from 'react'
import css from './panel.module.css'

interface PanelProps {
  readonly title?: string
  readonly note?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen on its own surface, under its own heading. */
export function Panel({ title, note, action, children }: PanelProps) {
  const id = useId()
  return (
    <section className={css.panel} {...(title === undefined ? {} : { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className={css.head}>
          <div>
            <h2 id={id} className={css.title}>
              {title}
            </h2>
            {note !== undefined && <p className={css.note}>{note}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
    </section>
  )
}

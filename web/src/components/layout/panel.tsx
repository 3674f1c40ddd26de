import { type ReactNode, useId } from 'react'
import { type Fold, FoldTitle } from './fold.tsx'
import css from './panel.module.css'

interface PanelProps {
  readonly title?: string
  readonly note?: ReactNode
  readonly action?: ReactNode
  /** What can be folded away on a phone shows its title only. */
  readonly fold?: Fold
  readonly children: ReactNode
}

/** A part of a screen on its own surface, under its own heading. */
export function Panel({ title, note, action, fold, children }: PanelProps) {
  const id = useId()
  const isFolded = fold !== undefined && !fold.isOpen
  return (
    <section className={css.panel} {...(title === undefined ? {} : { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className={css.head}>
          <div>
            <h2 id={id} className={css.title}>
              {fold === undefined ? title : <FoldTitle fold={fold} title={title} />}
            </h2>
            {note !== undefined && !isFolded && <p className={css.note}>{note}</p>}
          </div>
          {action}
        </header>
      )}
      {fold === undefined ? (
        children
      ) : (
        <div id={fold.id} hidden={isFolded}>
          {children}
        </div>
      )}
    </section>
  )
}

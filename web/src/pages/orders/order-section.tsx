import { type ReactNode, useId } from 'react'
import css from './order-detail.module.css'

export function OrderSection({
  title,
  note,
  children,
}: {
  title: string
  note?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id} className={css.heading}>
        {title}
        {note !== undefined && <small>{note}</small>}
      </h3>
      {children}
    </section>
  )
}

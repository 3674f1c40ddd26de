import { type ReactNode, useId } from 'react'
import css from './case-detail.module.css'

export function CaseSection({
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

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

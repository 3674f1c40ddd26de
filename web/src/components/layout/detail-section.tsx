import { Box } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { displayWhenInFull } from '../../format/indian-display.ts'
import css from './detail.module.css'

/** A titled part of a drawer. */
export function DetailSection({
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
        {note !== undefined && (
          <Box component="small" c="dimmed" fz="xs" fw={500} lts="0">
            {note}
          </Box>
        )}
      </h3>
      {children}
    </section>
  )
}

/** The time of a past or future timeline entry. */
export function TimelineTime({ at, children }: { at: string; children: ReactNode }) {
  return (
    <Box
      component="time"
      dateTime={at}
      title={displayWhenInFull(at)}
      c="dimmed"
      fz="xs"
      lh="21px"
      className="tabular"
    >
      {children}
    </Box>
  )
}

import type { ReactNode } from 'react'
import css from './facts.module.css'

/** What is known, each fact under its name. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TileProps {
  readonly name: string
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly tone?: 'failed' | 'pending'
}

/** One figure, large, and what it says. */
export function Tile({ name, value, note, tone }: TileProps) {
  return (
    <div className={css.tile}>
      <p className={css.name}>{name}</p>
      <p className={`${css.value} ${tone === undefined ? '' : css[tone]}`}>{value}</p>
      {note !== undefined && <p className={css.note}>{note}</p>}
    </div>
  )
}

/** Stands where a figure would that could not be fetched. */
export const UNKNOWN = <span className="muted">Unknown</span>

export function Tiles({ children }: { children: ReactNode }) {
  return <div className={css.tiles}>{children}</div>
}

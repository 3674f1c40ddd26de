import type { ReactNode } from 'react'
import { opensRow } from '../../components/table/row-click.ts'
import type { Tone } from '../../format/case-labels.ts'
import { displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import css from './cases-list.module.css'

interface CaseRowProps {
  /** What the drawer is called by; closed it gives the focus back to this row. */
  readonly name: string
  readonly label: string
  readonly isOpen: boolean
  readonly amount: string
  readonly first: ReactNode
  readonly second: ReactNode
  readonly badge: { readonly word: string; readonly tone: Tone }
  readonly at: string
  /** Where its time is less exact than an instant. */
  readonly when?: string
  readonly foot: string
  readonly onOpen: () => void
}

/** A case in one line at a desk, in a card on a phone. All of it opens the drawer. */
export function CaseRow(props: CaseRowProps) {
  const { name, label, isOpen, amount, first, second, badge, at, when, foot, onOpen } = props
  return (
    <li className={css.row} data-open={isOpen || undefined}>
      <button type="button" className={css.open} {...opensRow(name)} aria-label={label} onClick={onOpen}>
        <span className={css.amount}>{amount}</span>
        <span className={css.what}>
          <span className={css.first}>{first}</span>
          <span className={css.second}>{second}</span>
        </span>
        <span className={css.state}>
          <ToneBadge {...badge} />
        </span>
        <span className={css.when}>
          <time dateTime={at} title={displayWhenInFull(at)}>
            {when ?? displayWhen(at)}
          </time>
          <span className={css.second}>{foot}</span>
        </span>
      </button>
    </li>
  )
}

export function ToneBadge({ word, tone }: { word: string; tone: Tone }) {
  return <span className={`${css.badge} ${css[tone]}`}>{word}</span>
}

import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
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
        <Stack component="span" gap={0} miw={0} className={css.what}>
          <span className={css.first}>{first}</span>
          <span className={css.second}>{second}</span>
        </Stack>
        <span className={css.state}>
          <ToneBadge tone={badge.tone}>{badge.word}</ToneBadge>
        </span>
        <Stack component="span" gap={0} miw={0} className={`tabular ${css.when}`}>
          <time dateTime={at} title={displayWhenInFull(at)}>
            {when ?? displayWhen(at)}
          </time>
          <span className={css.second}>{foot}</span>
        </Stack>
      </button>
    </li>
  )
}

import { Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import type { Column } from '../../components/table/data-table.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import type { CaseBadge } from '../../format/case-labels.ts'
import { displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

/** A payment, claim or message as a row of its list. */
export interface CaseRow {
  /** The id of the drawer's opener; closing the drawer returns the focus to this row. */
  readonly name: string
  readonly label: string
  readonly isOpen: boolean
  readonly amount: string
  readonly first: ReactNode
  readonly second: ReactNode
  readonly badge: CaseBadge
  readonly at: string
  /** Replaces the time when only the day is known. */
  readonly when?: string
  readonly foot: string
  readonly onOpen: () => void
}

export const CASE_COLUMNS: readonly Column<CaseRow>[] = [
  {
    head: t('Amount'),
    width: { sm: 116, lg: 132 },
    end: true,
    card: 'start',
    cardOrder: 1,
    cell: ({ name, label, amount, onOpen }) => (
      <UnstyledButton
        mih={36}
        fz="md"
        fw={650}
        className="amount"
        {...opensRow(name)}
        aria-label={label}
        onClick={onOpen}
      >
        {amount}
      </UnstyledButton>
    ),
  },
  {
    head: t('Payment'),
    card: 'line',
    cardOrder: 3,
    cell: ({ first, second }) => (
      <>
        <Text lineClamp={2} c="var(--galla-text)" fw={550}>
          {first}
        </Text>
        <Text c="dimmed">{second}</Text>
      </>
    ),
  },
  {
    head: t('State'),
    width: { sm: 152, lg: 180 },
    card: 'end',
    cardOrder: 2,
    cell: ({ badge }) => <StateBadge {...badge} />,
  },
  {
    head: t('Received'),
    unit: t('IST'),
    width: { sm: 120, lg: 168 },
    card: 'line',
    cardOrder: 4,
    cell: ({ at, when, foot }) => (
      <>
        <time dateTime={at} title={displayWhenInFull(at)}>
          {when ?? displayWhen(at)}
        </time>
        <Text c="dimmed">{foot}</Text>
      </>
    ),
  },
]

/** The payer and the UTR. */
export function Named({ name, utr }: { name: string; utr: string }) {
  return (
    <>
      {name}{' '}
      <Text span c="dimmed" fw={500} className="mono">
        {utr}
      </Text>
    </>
  )
}

import { IconDots } from 'virtual:icons'
import { ActionIcon, Button, Checkbox, Group, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { StateBadge } from '../../components/feedback/tone-badge.tsx'
import type { MenuAction } from '../../components/overlay/action-menu.tsx'
import { useAnchor } from '../../components/overlay/anchored.tsx'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import type { Column } from '../../components/table/data-table.tsx'
import { opensRow, TICKS_ROW } from '../../components/table/row-click.ts'
import type { CaseBadge } from '../../format/case-labels.ts'
import { displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

/** What can be done to several cases at once. */
export type BulkAct = 'accept' | 'ignore' | 'dismiss'

/** A payment, claim or message as a row of its list. */
export interface CaseRow {
  /** The id of the drawer's opener; closing the drawer returns the focus to this row. */
  readonly name: string
  readonly label: string
  readonly isOpen: boolean
  readonly amount: string
  /** What happened, in one sentence. */
  readonly first: ReactNode
  readonly second: ReactNode
  readonly badge: CaseBadge
  readonly at: string
  /** Replaces the time when only the day is known. */
  readonly when?: string
  readonly foot: string
  readonly onOpen: () => void
  /** The most likely one first. Decided cases have none and show their state. */
  readonly actions: readonly MenuAction[]
  readonly bulk: Partial<Record<BulkAct, (note: string) => Promise<unknown>>>
}

export interface TickableRow extends CaseRow {
  readonly isTicked: boolean
  readonly onTick: () => void
}

export const canTick = ({ bulk }: CaseRow): boolean => Object.keys(bulk).length > 0

export const TICK_COLUMN: Column<TickableRow> = {
  head: t('Select'),
  hideHead: true,
  width: 44,
  card: 'none',
  cell: (row) => <Tick row={row} />,
}

function Tick({ row }: { row: TickableRow }) {
  if (!canTick(row)) return null
  return (
    <Checkbox
      {...TICKS_ROW}
      aria-label={t('Select {label}', { label: row.label })}
      checked={row.isTicked}
      onChange={row.onTick}
    />
  )
}

function Amount({ row: { name, label, amount, onOpen } }: { row: CaseRow }) {
  return (
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
  )
}

export const CASE_COLUMNS: readonly Column<TickableRow>[] = [
  {
    head: t('Amount'),
    width: { sm: 104, lg: 132 },
    end: true,
    card: 'start',
    cardOrder: 1,
    cell: (row) => <Amount row={row} />,
    cardCell: (row) => (
      <Group gap="sm">
        <Tick row={row} />
        <Amount row={row} />
      </Group>
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
    head: t('Received'),
    width: 152,
    wideOnly: true,
    card: 'end',
    cardOrder: 2,
    cell: ({ at, when, foot }) => (
      <>
        <time dateTime={at} title={displayWhenInFull(at)}>
          {when ?? displayWhen(at)}
        </time>
        <Text c="dimmed">{foot}</Text>
      </>
    ),
  },
  {
    head: t('What to do'),
    width: { sm: 220, lg: 252 },
    card: 'line',
    cardOrder: 4,
    cell: ({ actions, badge }) =>
      actions.length === 0 ? <StateBadge {...badge} /> : <RowActions actions={actions} />,
  },
]

const loadMenu = async () => (await import('../../components/overlay/action-menu.tsx')).ActionMenu
const ActionMenu = lazyDialog(loadMenu, {
  failed: t('The menu could not be opened. Try again.'),
  isOpen: ({ opened }) => opened,
})

/** The likely action of a case, and the others in a menu. Each opens its form in the drawer. */
function RowActions({ actions: [main, ...others] }: Pick<CaseRow, 'actions'>) {
  const { anchored, buttonProps } = useAnchor('menu', useState(false), loadMenu)
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      {main !== undefined && (
        <Button variant="default" px="sm" onClick={main.onAct}>
          {main.label}
        </Button>
      )}
      {others.length > 0 && (
        <>
          <ActionIcon {...buttonProps} size={36} c="var(--galla-muted)" aria-label={t('More actions')}>
            <IconDots size={20} />
          </ActionIcon>
          <ActionMenu {...anchored} actions={others} />
        </>
      )}
    </Group>
  )
}

/** The payer, the UTR and the order. */
export function Named({ name, utr, order }: { name: string; utr: string; order?: string | undefined }) {
  return (
    <>
      {name}{' '}
      <Text span c="dimmed" fw={500} className="mono">
        {utr}
      </Text>
      {order !== undefined && ` · ${order}`}
    </>
  )
}

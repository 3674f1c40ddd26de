import { IconCalendarOff } from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import type { dailyClosing } from '@galla/contract/reconciliation/closing'
import { type CreditState, WAITING_STATES } from '@galla/contract/reconciliation/credits'
import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ShareBar } from '../../components/display/share-bar.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { SOURCE_NAMES, STATE_LABELS } from '../../format/case-labels.ts'
import { displayAmount, displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { casesPath } from '../../paths.ts'

export type Closing = ReplyOf<typeof dailyClosing>['data']

export function ClosingFigures({ closing }: { closing: Closing }) {
  const isEmpty = closing.states.every(({ count }) => count === 0)
  if (isEmpty)
    return (
      <Panel>
        <ScreenMessage
          Icon={IconCalendarOff}
          title={t('No payments on this day')}
          text={t('Order amounts, payments received and open cases appear here.')}
        />
      </Panel>
    )
  return (
    <>
      <Totals closing={closing} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Outcomes closing={closing} />
        <Sources closing={closing} />
      </SimpleGrid>
    </>
  )
}

function Totals({ closing }: { closing: Closing }) {
  const { received, expected, difference, open, orders, sources, fees, reversed, refunds } = closing
  const payments = sources.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tiles>
      <Tile
        name={t('Expected')}
        value={displayAmount(expected)}
        note={t('{orders, plural, one {for # paid order} other {for # paid orders}}', { orders })}
      />
      <Tile
        name={t('Received [amount]')}
        value={displayAmount(received)}
        note={t('{payments, plural, one {in # payment} other {in # payments}}', { payments })}
      />
      <Tile
        name={t('Difference')}
        value={displayAmount(difference)}
        note={differenceNote(difference)}
        tone={difference === 0 ? 'success' : 'pending'}
      />
      {fees > 0 && (
        <Tile
          name={t('Fees')}
          value={displayAmount(fees)}
          note={t('{amount} reached your account', { amount: displayAmount(received - fees) })}
        />
      )}
      {reversed.count > 0 && (
        <Tile
          name={t('Reversed by the bank')}
          value={displayAmount(reversed.amount)}
          note={t('{count, plural, one {# reversal on this day} other {# reversals on this day}}', {
            count: reversed.count,
          })}
          tone="failed"
        />
      )}
      {refunds.count > 0 && (
        <Tile
          name={t('Refunds sent')}
          value={displayAmount(refunds.amount)}
          note={t('{count, plural, one {# refund on this day} other {# refunds on this day}}', {
            count: refunds.count,
          })}
        />
      )}
      <Tile
        name={t('Open cases')}
        value={displayCount(open)}
        note={open === 0 ? t('no open cases on this day') : t('wait for your decision')}
        tone={open === 0 ? 'success' : 'failed'}
      />
    </Tiles>
  )
}

const differenceNote = (difference: number): string => {
  if (difference === 0) return t('both amounts are equal')
  return difference > 0 ? t('more received than ordered') : t('less received than ordered')
}

const NOTES: Partial<Record<CreditState, string>> = {
  ignored: t('not counted'),
  refunded: t('refunded, not counted'),
}

interface Line {
  readonly name: string
  readonly label: ReactNode
  readonly count: number
  readonly amount: number
  /** The share of the total received. */
  readonly share?: number
}

const columnsOf = (head: string): readonly Column<Line>[] => [
  {
    head,
    card: 'start',
    cell: ({ label, share }) => (
      <>
        {label}
        {share !== undefined && <ShareBar share={share} />}
      </>
    ),
  },
  {
    head: t('Payments'),
    width: { sm: 76, lg: 96 },
    end: true,
    card: 'none',
    cell: ({ count }) => displayCount(count),
  },
  {
    head: t('Total'),
    width: { sm: 140, lg: 148 },
    end: true,
    card: 'end',
    cell: ({ amount }) => displayAmount(amount),
  },
]

const STATUS_COLUMNS = columnsOf(t('Status'))
const SOURCE_COLUMNS = columnsOf(t('Source'))

/** The total of each status; open cases link to their list. */
function Outcomes({ closing: { states } }: { closing: Closing }) {
  const lines = states
    .filter(({ count }) => count > 0)
    .map(({ state, count, amount }) => ({ name: state, label: <Outcome state={state} />, count, amount }))
  return (
    <Panel title={t('Payments by status')}>
      <DataTable
        label={t('Payments by status')}
        columns={STATUS_COLUMNS}
        rows={lines}
        keyOf={nameOf}
        inPanel
      />
    </Panel>
  )
}

const nameOf = ({ name }: Line): string => name

function Outcome({ state }: { state: CreditState }) {
  const waits = WAITING_STATES.some((waiting) => waiting === state)
  return (
    <>
      {waits ? <Link to={casesPath({ tab: state })}>{STATE_LABELS[state]}</Link> : STATE_LABELS[state]}
      {NOTES[state] !== undefined && (
        <Text c="dimmed" fz="xs">
          {NOTES[state]}
        </Text>
      )}
    </>
  )
}

/** The source that reported each payment first, with its share of the total. */
function Sources({ closing: { sources, received } }: { closing: Closing }) {
  const lines = sources.map(({ source, count, amount }) => ({
    name: source,
    label: SOURCE_NAMES[source],
    count,
    amount,
    share: received === 0 ? 0 : amount / received,
  }))
  return (
    <Panel title={t('By source')} note={t('Which source reported each payment first')}>
      {lines.length === 0 ? (
        <Text c="dimmed">{t('No payments were counted on this day.')}</Text>
      ) : (
        <DataTable label={t('By source')} columns={SOURCE_COLUMNS} rows={lines} keyOf={nameOf} inPanel />
      )}
    </Panel>
  )
}

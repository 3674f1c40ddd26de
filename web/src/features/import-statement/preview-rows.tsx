import type { StatementRecord } from '@galla/contract/reconciliation/statements'
import { Text, Title } from '@mantine/core'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { displayAmount, displayDay, displayWhen } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

type Row = StatementRecord['understood'][number] & { readonly line: string }

const DAY_LENGTH = 10
const COLOURS = { credit: 'var(--galla-text)', ignored: 'dimmed', error: 'var(--galla-failed)' } as const

const whenText = (at: string): string => (at.length === DAY_LENGTH ? displayDay(at) : displayWhen(at))

const meaningOf = ({ kind, utr, payer, fee, why }: Row): string =>
  kind === 'credit'
    ? [
        utr === null ? t('No UTR') : `UTR ${utr}`,
        payer,
        fee && Number(fee) > 0 && t('Fee {fee}', { fee: displayAmount(Number(fee)) }),
      ]
        .filter(Boolean)
        .join(' · ')
    : (why ?? '')

const COLUMNS: readonly Column<Row>[] = [
  {
    head: t('Date'),
    unit: t('IST'),
    width: { sm: 132, lg: 180 },
    card: 'start',
    cell: ({ at }) => (at === null ? t('Skipped') : whenText(at)),
  },
  {
    head: t('Payment'),
    card: 'line',
    cardOrder: 100,
    cell: (row) => (
      <Text span c={COLOURS[row.kind]}>
        {meaningOf(row)}
      </Text>
    ),
  },
  {
    head: t('Amount'),
    width: { sm: 116, lg: 140 },
    end: true,
    card: 'end',
    cell: ({ amount }) => (amount === null ? '-' : displayAmount(Number(amount))),
  },
]

/** The first rows, each as it would be imported. */
export function PreviewRows({ statement, isUpdating }: { statement: StatementRecord; isUpdating: boolean }) {
  // Rows of a file have no other name than their place, and never move.
  const rows = statement.understood.map((row, index) => ({ ...row, line: String(index) }))
  return (
    <section aria-label={t('The first rows')} aria-busy={isUpdating}>
      <Title order={3} fz="sm">
        {t('The first rows, as they will be understood')}
      </Title>
      <DataTable
        label={t('The first rows')}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ line }) => line}
        rowHeight={44}
        inPanel
      />
    </section>
  )
}

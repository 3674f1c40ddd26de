import type { StatementRecord } from '@galla/contract/reconciliation/statements'
import { Box, Text, Title } from '@mantine/core'
import { displayAmount, displayDay, displayWhen } from '../../format/indian-display.ts'
import css from './import-statement.module.css'

const DAY_LENGTH = 10

const whenText = (at: string): string =>
  at.length === DAY_LENGTH ? displayDay(`${at}T00:00:00+05:30`) : displayWhen(at)

/** The first rows, each as it would be imported. */
export function PreviewRows({ statement, isUpdating }: { statement: StatementRecord; isUpdating: boolean }) {
  return (
    <section aria-label="The first rows" aria-busy={isUpdating}>
      <Title order={3} mt={0} mb="sm" p={0} fz="sm" fw={600}>
        The first rows, as they will be understood. Times in India (IST).
      </Title>
      <Box
        component="ol"
        bd="1px solid var(--galla-line)"
        bdrs="md"
        className="plain-list"
        style={{ overflow: 'hidden' }}
      >
        {statement.understood.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name, and never move
          <li key={index} className={css.row} data-kind={row.kind}>
            <span>{row.at === null ? 'Skipped' : whenText(row.at)}</span>
            <span className={`breaks ${css.what}`}>
              {row.kind === 'credit'
                ? [row.utr === null ? 'No UTR' : `UTR ${row.utr}`, row.payer].filter(Boolean).join(' · ')
                : (row.why ?? '')}
            </span>
            <Text span ta="right" fw={600} className="tabular">
              {row.amount === null ? '-' : displayAmount(Number(row.amount))}
            </Text>
          </li>
        ))}
      </Box>
    </section>
  )
}

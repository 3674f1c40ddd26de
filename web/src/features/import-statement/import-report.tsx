import type { StatementRecord } from '@galla/contract/reconciliation/statements'
import { Box, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../components/feedback/banner.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import css from './import-statement.module.css'

const WHY = {
  debit: 'money out',
  unsuccessful: 'not successful',
  other: 'not UPI',
  blank: 'without an amount',
} as const

const ignoredText = ({ ignoredFor }: StatementRecord): string =>
  (Object.keys(WHY) as (keyof typeof WHY)[])
    .filter((why) => ignoredFor[why] > 0)
    .map((why) => `${displayCount(ignoredFor[why])} ${WHY[why]}`)
    .join(', ')

/** How far the import is, and what it found. */
export function ImportReport({ statement, actions }: { statement: StatementRecord; actions: ReactNode }) {
  const { state, rows, read, fileName, failure } = statement
  const waiting = statement.imported - statement.matched
  return (
    <Panel title={fileName} note={`For ${statement.upiId}`}>
      {state === 'importing' && (
        <div className={css.progress}>
          <label htmlFor="import-progress">
            Importing... {displayCount(read)} of {displayCount(rows)} rows
          </label>
          <progress id="import-progress" max={Math.max(rows, 1)} value={read} />
          <p className={css.small}>You may leave this page: the import goes on.</p>
        </div>
      )}
      {state === 'done' && (
        <Banner tone="success" message={`Imported: ${displayCount(rows)} rows were read.`} />
      )}
      {failure !== null && <Banner tone="failed" message={failure} />}
      <Box component="dl" mx={0} mt="lg" mb="md" className={css.facts}>
        <Fact label="Payments imported" value={statement.imported} />
        <Fact label="Matched to orders" value={statement.matched} />
        <Fact label="Known already" value={statement.duplicates} />
        <Fact label="Ignored" value={statement.ignored} note={ignoredText(statement)} />
        <Fact label="Not readable" value={statement.errorCount} />
      </Box>
      {state === 'done' && waiting > 0 && (
        <p className={css.small}>
          {displayCount(waiting)} imported {waiting === 1 ? 'payment' : 'payments'} matched no order by itself
          and wait in <Link to={paths.reconciliation}>Reconciliation</Link>.
        </p>
      )}
      {statement.errors.length > 0 && (
        <>
          <Title order={3} mt={0} mb="sm" p={0} fz="sm" fw={600}>
            Rows that could not be read
          </Title>
          <Box component="ul" m={0} pl={20} className="breaks">
            {statement.errors.map(({ row, msg }) => (
              <li key={row}>
                Row {displayCount(row)}: {msg}
              </li>
            ))}
          </Box>
        </>
      )}
      {state !== 'importing' && (
        <Group gap="sm" align="stretch" mt="lg">
          {actions}
        </Group>
      )}
    </Panel>
  )
}

function Fact({ label, value, note }: { label: string; value: number; note?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{displayCount(value)}</dd>
      {note !== undefined && note !== '' && <dd className={css.note}>{note}</dd>}
    </div>
  )
}

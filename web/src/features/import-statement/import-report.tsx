import type { StatementRecord } from '@galla/contract/reconciliation/statements'
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../components/feedback/banner.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { casesPath, paths } from '../../paths.ts'

const WHY = {
  debit: 'money out',
  unsuccessful: 'not successful',
  other: 'not UPI',
  blank: 'without an amount',
  reversal: 'taken back by the bank',
  returned: 'returned to you',
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
      {state === 'importing' && <Progress read={read} rows={rows} />}
      {state === 'done' && (
        <Banner tone="success" message={`Imported: ${displayCount(rows)} rows were read.`} />
      )}
      {failure !== null && <Banner tone="failed" message={failure} />}
      <Box my="md">
        <Tiles>
          <Tile name="Payments imported" value={displayCount(statement.imported)} />
          <Tile name="Matched to orders" value={displayCount(statement.matched)} />
          <Tile name="Known already" value={displayCount(statement.duplicates)} />
          <Tile name="Ignored" value={displayCount(statement.ignored)} note={ignoredText(statement)} />
          <Tile name="Not readable" value={displayCount(statement.errorCount)} />
        </Tiles>
      </Box>
      {state === 'done' && waiting > 0 && (
        <Text c="dimmed">
          {displayCount(waiting)} imported {waiting === 1 ? 'payment' : 'payments'} matched no order by itself
          and wait in <Link to={paths.reconciliation}>Reconciliation</Link>.
        </Text>
      )}
      {state === 'done' && statement.ignoredFor.reversal > 0 && (
        <Text c="dimmed">
          Where the bank took back the payment of an order, it waits in{' '}
          <Link to={casesPath({ tab: 'reversed' })}>Reversed by the bank</Link>.
        </Text>
      )}
      {statement.errors.length > 0 && (
        <>
          <Title order={3} mt="md" mb="xs" fz="sm">
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

function Progress({ read, rows }: { read: number; rows: number }) {
  return (
    <Stack gap="xs">
      <Text component="label" htmlFor="import-progress" fw={600}>
        Importing... {displayCount(read)} of {displayCount(rows)} rows
      </Text>
      <progress id="import-progress" style={{ width: '100%' }} max={Math.max(rows, 1)} value={read} />
      <Text c="dimmed">You may leave this page: the import goes on.</Text>
    </Stack>
  )
}

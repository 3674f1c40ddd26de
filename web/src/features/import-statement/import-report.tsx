import type { StatementRecord } from '@galla/contract/bank-statements/statements'
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Banner } from '../../components/feedback/banner.tsx'
import { Tile, Tiles } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { casesPath, paths } from '../../paths.ts'
import { rowText } from './statement-labels.ts'

const WHY = {
  debit: t('money out'),
  unsuccessful: t('not successful'),
  other: t('not UPI'),
  blank: t('without an amount'),
  reversal: t('reversed by the bank'),
  returned: t('returned to you'),
} as const

const ignoredText = ({ ignoredFor }: StatementRecord): string =>
  (Object.keys(WHY) as (keyof typeof WHY)[])
    .filter((why) => ignoredFor[why] > 0)
    .map((why) => `${displayCount(ignoredFor[why])} ${WHY[why]}`)
    .join(', ')

/** The progress and the result of an import. */
export function ImportReport({ statement, actions }: { statement: StatementRecord; actions: ReactNode }) {
  const { state, rows, read, fileName, failure } = statement
  const waiting = statement.imported - statement.matched
  return (
    <Panel title={fileName} note={t('For {upiId}', { upiId: statement.upiId })}>
      {state === 'importing' && <Progress read={read} rows={rows} />}
      {state === 'done' && (
        <Banner
          tone="success"
          message={t('Imported: {rows} rows were read.', { rows: displayCount(rows) })}
        />
      )}
      {failure !== null && <Banner tone="failed" message={failure} />}
      <Box my="md">
        <Tiles>
          <Tile name={t('Payments imported')} value={displayCount(statement.imported)} />
          <Tile name={t('Matched to orders')} value={displayCount(statement.matched)} />
          <Tile name={t('Already recorded')} value={displayCount(statement.duplicates)} />
          <Tile name={t('Ignored')} value={displayCount(statement.ignored)} note={ignoredText(statement)} />
          <Tile name={t('Not readable')} value={displayCount(statement.errorCount)} />
        </Tiles>
      </Box>
      {state === 'done' && waiting > 0 && (
        <Text c="dimmed">
          {richText(
            '{waiting, plural, one {# imported payment} other {# imported payments}} matched no order and wait in <link>Reconciliation</link>.',
            { link: (text) => <Link to={paths.reconciliation}>{text}</Link> },
            { waiting },
          )}
        </Text>
      )}
      {state === 'done' && statement.ignoredFor.reversal > 0 && (
        <Text c="dimmed">
          {richText('Reversals wait in <link>Reversed by the bank</link>.', {
            link: (text) => <Link to={casesPath({ tab: 'reversed' })}>{text}</Link>,
          })}
        </Text>
      )}
      {statement.errors.length > 0 && (
        <>
          <Title order={3} mt="md" mb="xs" fz="sm">
            {t('Rows that could not be read')}
          </Title>
          <Box component="ul" m={0} pl={20} className="breaks">
            {statement.errors.map(({ row, msg }) => (
              <li key={row}>{t('Row {row}: {msg}', { row: displayCount(row), msg: rowText(msg) })}</li>
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
        {t('Importing... {read} of {rows} rows', { read: displayCount(read), rows: displayCount(rows) })}
      </Text>
      <progress id="import-progress" style={{ width: '100%' }} max={Math.max(rows, 1)} value={read} />
      <Text c="dimmed">{t('You may leave this page. The import continues.')}</Text>
    </Stack>
  )
}

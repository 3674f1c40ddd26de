import { readStatement } from '@galla/contract/bank-statements/statements'
import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { useData } from '../../api/use-data.ts'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { ImportReport } from './import-report.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { STATEMENT_FAILURE } from './statement-labels.ts'
import { UploadPanel } from './upload-panel.tsx'

const POLL_MS = 1_000

/** Uploads a statement, previews it and imports it. The address contains its id. */
export function ImportStatementPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('statement') ?? undefined
  const show = (statement: string | undefined) =>
    setSearch(statement === undefined ? {} : { statement }, { replace: true })
  return (
    <>
      <PageTitle
        title={t('Import statement')}
        line={t(
          'Import payments from a file of your bank or provider. You can import the same file again. Nothing is counted twice.',
        )}
      />
      <Stack gap="lg">
        {id === undefined ? (
          <>
            <UploadPanel onSent={show} />
            <HowItGoes />
          </>
        ) : (
          <Statement key={id} id={id} onAnother={() => show(undefined)} />
        )}
      </Stack>
    </>
  )
}

const STEPS = [
  [
    t('Get the statement'),
    t(
      "In your bank's or provider's dashboard, download the account's transactions as CSV, Excel or PDF. CSV is the most reliable. You can choose any days. Payments that are already recorded are not counted twice.",
    ),
  ],
  [
    t('Check the columns'),
    t(
      'Galla finds the date, amount and reference columns. Check the first rows, and choose other columns if needed.',
    ),
  ],
  [
    t('Import'),
    t(
      'Each payment is matched to its order by reference, or by amount and time. Payments without a match wait in Reconciliation.',
    ),
  ],
] as const

/** Explains the steps before a file is chosen. */
function HowItGoes() {
  return (
    <SimpleGrid
      component="ol"
      cols={{ base: 1, sm: 3 }}
      spacing="lg"
      px="xs"
      className="plain-list"
      aria-label={t('Import steps')}
    >
      {STEPS.map(([title, text], index) => (
        <li key={title}>
          <Title order={2} mb={4} fz="sm">
            {index + 1}. {title}
          </Title>
          <Text c="dimmed">{text}</Text>
        </li>
      ))}
    </SimpleGrid>
  )
}

function Statement({ id, onAnother }: { id: string; onAnother: () => void }) {
  const statement = useData(
    queryKeys.statement(id),
    readStatement,
    { params: { id } },
    { refetchInterval: (query) => (query.state.data?.state === 'importing' ? POLL_MS : false) },
  )
  if (statement.isPending)
    return <Skeleton height={320} radius="lg" aria-label={t('Loading the statement')} />
  if (statement.isError)
    return (
      <Panel>
        <QueryError query={statement} failure={STATEMENT_FAILURE} />
        <Group gap="sm" align="stretch" mt="lg">
          <Button variant="default" onClick={onAnother}>
            {t('Choose another file')}
          </Button>
        </Group>
      </Panel>
    )
  const { data } = statement
  if (data.state === 'preview') return <PreviewPanel statement={data} onAnother={onAnother} />
  return (
    <ImportReport
      statement={data}
      actions={
        <>
          <Button onClick={onAnother}>{t('Import another')}</Button>
          <Button variant="default" component={Link} to={paths.reconciliation}>
            {t('See Reconciliation')}
          </Button>
          <Button variant="default" component={Link} to={paths.orders}>
            {t('See orders')}
          </Button>
        </>
      }
    />
  )
}

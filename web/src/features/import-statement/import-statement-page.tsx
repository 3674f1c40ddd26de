import { IconArrowLeft, IconFileSpreadsheet, IconUpload } from 'virtual:icons'
import {
  confirmStatement,
  readStatement,
  STATEMENT_EXTENSIONS,
  type StatementRecord,
  uploadStatement,
} from '@galla/contract/reconciliation/statements'
import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { sendForm } from '../../api/send-form.ts'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { AccountChoice } from './account-choice.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { ImportReport } from './import-report.tsx'
import css from './import-statement.module.css'
import { PreviewRows } from './preview-rows.tsx'
import { useColumns } from './use-columns.ts'

const WORDS = {
  failed: 'The statement could not be read. Please try again.',
  unreachable: 'The server could not be reached. Please check your connection and try again.',
}
const POLL_MS = 1_000

/** A statement's file is sent, looked at together, and imported; which one, the address says. */
export function ImportStatementPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('statement') ?? undefined
  const show = (statement: string | undefined) =>
    setSearch(statement === undefined ? {} : { statement }, { replace: true })
  return (
    <>
      <PageTitle
        title="Import statement"
        line="Recognise payments from a file of your bank or provider. The same file twice changes nothing."
        actions={
          <Button
            component={Link}
            to={paths.reconciliation}
            variant="default"
            h={40}
            leftSection={<IconArrowLeft size={18} aria-hidden />}
          >
            Reconciliation
          </Button>
        }
      />
      <div className={css.page}>
        {id === undefined ? (
          <>
            <UploadPanel onSent={show} />
            <HowItGoes />
          </>
        ) : (
          <Statement key={id} id={id} onAnother={() => show(undefined)} />
        )}
      </div>
    </>
  )
}

function UploadPanel({ onSent }: { onSent: (id: string) => void }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState(0)
  const [isOver, setIsOver] = useState(false)
  const [upiId, setUpiId] = useState('')
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      if (upiId !== '') form.append('upiId', upiId)
      form.append('file', file)
      setSent(0)
      return (await sendForm(uploadStatement, form, setSent)).data
    },
    onSuccess: (statement) => {
      client.setQueryData(queryKeys.statement(statement.id), statement)
      onSent(statement.id)
    },
  })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined && !upload.isPending) upload.mutate(file)
  }
  return (
    <Panel title="Choose a file" note="CSV or Excel (.xlsx), up to 20 MB and 2,00,000 rows.">
      {upload.isError && <Banner tone="failed" message={failureMessage(upload.error, WORDS)} />}
      <AccountChoice upiId={upiId} disabled={upload.isPending} onChange={setUpiId} />
      <section
        aria-label="Drop a statement here"
        className={css.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <IconFileSpreadsheet size={40} stroke={1.4} aria-hidden />
        <Text m={0} fz="lg" fw={600} c="var(--galla-text)">
          Drop your statement here
        </Text>
        <Text mt={0} mb="sm">
          HDFC, SBI, ICICI, Axis, Kotak, Paytm, PhonePe, Razorpay and most others.
        </Text>
        <input
          ref={input}
          type="file"
          className={css.file}
          aria-label="Statement file"
          accept={STATEMENT_EXTENSIONS.join(',')}
          onChange={(event) => {
            take(event.target.files)
            event.target.value = ''
          }}
        />
        <ActionButton
          busy={upload.isPending}
          busyLabel={sent > 0 && sent < 1 ? `Sending... ${Math.round(sent * 100)}%` : 'Reading...'}
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Choose file
        </ActionButton>
      </section>
      <p className={css.small}>
        The file is kept encrypted until it is imported, then deleted. Debits are ignored, and nothing is
        imported before you confirm.
      </p>
    </Panel>
  )
}

const STEPS = [
  [
    'Get the statement',
    "In your bank's or provider's dashboard, download the account's transactions as CSV or Excel. Any days will do: what is known already is not counted twice.",
  ],
  [
    'Check the columns',
    'Date, amount and reference are found by themselves. You see the first rows as they are understood, and can choose other columns.',
  ],
  [
    'Import',
    'Each payment finds its order by reference, or by amount and time. What fits none waits in Reconciliation for you.',
  ],
] as const

/** What will happen, before a file is chosen. */
function HowItGoes() {
  return (
    <Box component="ol" px="xs" py={0} className={`plain-list ${css.steps}`} aria-label="How it goes">
      {STEPS.map(([title, text]) => (
        <li key={title}>
          <Group component="h2" gap={10} wrap="nowrap" mb={6} fz="sm" fw={600}>
            {title}
          </Group>
          <Text c="dimmed" fz="sm">
            {text}
          </Text>
        </li>
      ))}
    </Box>
  )
}

function Statement({ id, onAnother }: { id: string; onAnother: () => void }) {
  const statement = useQuery({
    queryKey: queryKeys.statement(id),
    queryFn: async ({ signal }) => (await callEndpoint(readStatement, { params: { id }, signal })).data,
    refetchInterval: (query) => (query.state.data?.state === 'importing' ? POLL_MS : false),
  })
  if (statement.isPending) return <Skeleton height={320} radius="lg" aria-label="Loading the statement" />
  if (statement.isError)
    return (
      <Panel>
        <LoadError
          message={failureMessage(statement.error, WORDS)}
          onRetry={() => void statement.refetch()}
        />
        <Group gap="sm" align="stretch" mt="lg">
          <Button variant="default" onClick={onAnother}>
            Choose another file
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
          <Button onClick={onAnother}>Import another</Button>
          <Button variant="default" component={Link} to={paths.reconciliation}>
            See Reconciliation
          </Button>
          <Button variant="default" component={Link} to={paths.orders}>
            See orders
          </Button>
        </>
      }
    />
  )
}

function PreviewPanel({ statement, onAnother }: { statement: StatementRecord; onAnother: () => void }) {
  const client = useQueryClient()
  const { shown, isUpdating, choose, forget } = useColumns(statement, WORDS)
  const params = { id: statement.id }
  const confirm = useMutation({
    mutationFn: async () =>
      (await callEndpoint(confirmStatement, { params, body: { columns: shown.columns } })).data,
    onSuccess: (data) => {
      forget()
      client.setQueryData(queryKeys.statement(statement.id), data)
    },
  })
  return (
    <Panel
      title={statement.fileName}
      note={`${statement.rows.toLocaleString('en-IN')} rows for ${statement.upiId}. Check how they are understood.`}
    >
      {confirm.isError && <Banner tone="failed" message={failureMessage(confirm.error, WORDS)} />}
      <ColumnChoices headings={shown.preview.headings} columns={shown.columns} onChoose={choose} />
      <PreviewRows statement={shown} isUpdating={isUpdating} />
      <Group gap="sm" align="stretch" mt="lg">
        <ActionButton
          busy={confirm.isPending}
          busyLabel="Starting..."
          disabled={isUpdating}
          onClick={() => confirm.mutate()}
        >
          Import {statement.rows.toLocaleString('en-IN')} rows
        </ActionButton>
        <Button variant="default" onClick={onAnother}>
          Choose another file
        </Button>
      </Group>
    </Panel>
  )
}

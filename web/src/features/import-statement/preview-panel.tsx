import {
  confirmStatement,
  previewStatement,
  type StatementColumns,
  type StatementRecord,
  statementColumns,
} from '@galla/contract/bank-statements/statements'
import { Button, Group, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fetchData } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import { draftOwner, dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { displayDays } from '../../format/indian-days.ts'
import { displayAmount, displayDay, displayWhen } from '../../format/indian-display.ts'
import { intlLocale } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { rowText, STATEMENT_FAILURE } from './statement-labels.ts'

type Found = NonNullable<StatementRecord['found']>

/** "2 payments, ₹749.00, 28 Nov 2026; 1 debit is left out". */
const foundText = ({ payments, amount, days, debits, reversals, others, unreadable }: Found): string => {
  const parts = [
    [
      t('{payments, plural, =0 {No payments} one {# payment} other {# payments}}', { payments }),
      payments > 0 && displayAmount(Number(amount)),
      days && displayDays(days),
    ]
      .filter(Boolean)
      .join(', '),
    reversals > 0 && t('{reversals, plural, one {# reversal} other {# reversals}}', { reversals }),
    debits > 0 && t('{debits, plural, one {# debit is left out} other {# debits are left out}}', { debits }),
    others > 0 &&
      t('{others, plural, one {# other row is left out} other {# other rows are left out}}', { others }),
    unreadable > 0 &&
      t('{unreadable, plural, one {# row cannot be read} other {# rows cannot be read}}', { unreadable }),
  ]
  return parts.filter(Boolean).join('; ')
}

/** Previews the parsed file and imports it once the merchant confirms. */
export function PreviewPanel({
  statement,
  onAnother,
}: {
  statement: StatementRecord
  onAnother: () => void
}) {
  const client = useQueryClient()
  const { shown, isUpdating, unread, choose, forget } = useColumns(statement)
  const params = { id: statement.id }
  const confirm = useMutation({
    mutationFn: () => fetchData(confirmStatement, { params, body: { columns: shown.columns } }),
    onSuccess: (data) => {
      forget()
      client.setQueryData(queryKeys.statement(statement.id), data)
    },
  })
  const [areRecognised] = useState(shown.found?.unreadable === 0 && shown.found.payments > 0)
  const [fieldMessage] = Object.values(messagesFrom(confirm.error))
  return (
    <Panel
      title={statement.fileName}
      note={t('{rows} rows for {upiId}. Check the columns.', {
        rows: statement.rows.toLocaleString(intlLocale),
        upiId: statement.upiId,
      })}
    >
      {confirm.isError && (
        <Banner tone="failed" message={fieldMessage ?? failureMessage(confirm.error, STATEMENT_FAILURE)} />
      )}
      {shown.found !== null && (
        <Text fz="lg" fw={600} mb="md">
          {foundText(shown.found)}
        </Text>
      )}
      <ColumnChoices
        headings={shown.preview.headings}
        columns={shown.columns}
        dateQuestion={shown.dateQuestion}
        areRecognised={areRecognised}
        onChoose={choose}
      />
      {unread === undefined ? (
        <PreviewRows statement={shown} isUpdating={isUpdating} />
      ) : (
        <OldData query={unread} failure={STATEMENT_FAILURE} />
      )}
      <Group gap="sm" align="stretch" mt="lg">
        <ActionButton
          busy={confirm.isPending}
          busyLabel={t('Starting...')}
          disabled={isUpdating || unread !== undefined}
          onClick={() => confirm.mutate()}
        >
          {shown.found === null || shown.found.payments === 0
            ? t('Import {rows} rows', { rows: statement.rows.toLocaleString(intlLocale) })
            : t('{payments, plural, one {Import # payment} other {Import # payments}}', {
                payments: shown.found.payments,
              })}
        </ActionButton>
        <Button variant="default" onClick={onAnother}>
          {t('Choose another file')}
        </Button>
      </Group>
    </Panel>
  )
}

/** The merchant's choice of columns, which survives a failed call, an expired session and a reload. */
function useColumns(statement: StatementRecord) {
  const owner = draftOwner(useUser())
  const draft = `statement.${statement.id}`
  const [kept] = useState(() => columnsIn(storedDraft(draft, owner, { columns: '' }).columns))
  const [shown, setShown] = useState(
    kept === undefined ? statement : { ...statement, columns: kept, found: null },
  )
  // A reply for earlier choices may arrive late and must not be shown: the preview is what gets imported.
  const latest = useRef(kept)
  const {
    mutate: preview,
    mutateAsync,
    isPending,
    error,
  } = useMutation({
    mutationFn: (columns: StatementColumns) =>
      fetchData(previewStatement, { params: { id: statement.id }, body: { columns } }),
    onSuccess: (answer, columns) => {
      if (columns === latest.current) setShown(answer)
    },
  })
  useEffect(() => {
    if (kept !== undefined) preview(kept)
  }, [kept, preview])
  return {
    shown,
    isUpdating: isPending,
    /** The shown columns were not read, so nothing says what would be imported. */
    unread:
      error === null
        ? undefined
        : { error, refetch: () => mutateAsync(shown.columns).catch(() => undefined) },
    choose: (columns: StatementColumns) => {
      storeDraft(draft, owner, { columns: JSON.stringify(columns) })
      setShown({ ...shown, columns, found: null })
      latest.current = columns
      preview(columns)
    },
    forget: () => dropDraft(draft, owner),
  }
}

function columnsIn(text: string): StatementColumns | undefined {
  if (text === '') return undefined
  try {
    return statementColumns.safeParse(JSON.parse(text)).data
  } catch {
    // Not written by this app.
    return undefined
  }
}

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
    : rowText(why ?? '')

const COLUMNS: readonly Column<Row>[] = [
  {
    head: t('Date'),
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

/** The first rows, as they would be imported. */
function PreviewRows({ statement, isUpdating }: { statement: StatementRecord; isUpdating: boolean }) {
  // Rows of a file have no id and never move, so the index is the key.
  const rows = statement.understood.map((row, index) => ({ ...row, line: String(index) }))
  return (
    <section aria-label={t('The first rows')} aria-busy={isUpdating}>
      <Title order={3} fz="sm">
        {t('Preview of the first rows')}
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

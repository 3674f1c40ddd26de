import { confirmStatement, type StatementRecord } from '@galla/contract/reconciliation/statements'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fetchData } from '../../api/api.ts'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { ActionButton } from '../../components/form/action-button.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { intlLocale } from '../../locales/language.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { ColumnChoices } from './column-choices.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { STATEMENT_FAILURE } from './statement-labels.ts'
import { useColumns } from './use-columns.ts'

/** Shows how the file is understood, and imports it once the merchant confirms. */
export function PreviewPanel({
  statement,
  onAnother,
}: {
  statement: StatementRecord
  onAnother: () => void
}) {
  const client = useQueryClient()
  const { shown, isUpdating, choose, forget } = useColumns(statement, STATEMENT_FAILURE)
  const params = { id: statement.id }
  const confirm = useMutation({
    mutationFn: () => fetchData(confirmStatement, { params, body: { columns: shown.columns } }),
    onSuccess: (data) => {
      forget()
      client.setQueryData(queryKeys.statement(statement.id), data)
    },
  })
  return (
    <Panel
      title={statement.fileName}
      note={t('{rows} rows for {upiId}. Check how they are understood.', {
        rows: statement.rows.toLocaleString(intlLocale),
        upiId: statement.upiId,
      })}
    >
      {confirm.isError && <Banner tone="failed" message={failureMessage(confirm.error, STATEMENT_FAILURE)} />}
      <ColumnChoices headings={shown.preview.headings} columns={shown.columns} onChoose={choose} />
      <PreviewRows statement={shown} isUpdating={isUpdating} />
      <Group gap="sm" align="stretch" mt="lg">
        <ActionButton
          busy={confirm.isPending}
          busyLabel={t('Starting...')}
          disabled={isUpdating}
          onClick={() => confirm.mutate()}
        >
          {t('Import {rows} rows', { rows: statement.rows.toLocaleString(intlLocale) })}
        </ActionButton>
        <Button variant="default" onClick={onAnother}>
          {t('Choose another file')}
        </Button>
      </Group>
    </Panel>
  )
}

import {
  type AccountingSettings,
  exportMonth,
  GST_PERCENTS,
  MONTH_FORMATS,
  type MonthFormat,
  readAccounting,
  saveAccounting,
} from '@galla/contract/accounting/accounting'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { Checkbox, Group, NativeSelect, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { toastSuccess } from '../../components/feedback/toast.tsx'
import { BillingForm } from '../../components/form/billing-form.tsx'
import { useBilling } from '../../components/form/billing-query.ts'
import { messagesOf } from '../../components/form/form-errors.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { DownloadButton } from '../../components/layout/download-button.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayMonth } from '../../format/indian-days.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'

const MONTHS_OFFERED = 24

/** "2026-11" and the months before it, the last that has ended first chosen. */
const monthsUntil = (today: string): string[] => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: MONTHS_OFFERED }, (_each, n) =>
    new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7),
  )
}

const FILES: Readonly<Record<MonthFormat, { readonly label: string; readonly extension: string }>> = {
  tally: { label: t('For Tally'), extension: 'xml' },
  zoho: { label: t('For Zoho Books'), extension: 'csv' },
  gstr1: { label: t('For GSTR-1'), extension: 'xlsx' },
}

/** The files of a month that an accountant's programs import. */
export function AccountantPanel({ today }: { today: string }) {
  const months = monthsUntil(today)
  const [month, setMonth] = useState(months[1] ?? '')
  return (
    <Panel
      title={t('For the accountant')}
      note={t('A whole month: what was received, fees, refunds and what banks took back.')}
    >
      <Group gap="sm" align="end">
        <NativeSelect
          label={t('Month')}
          data={months.map((value) => ({ value, label: displayMonth(value) }))}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        {MONTH_FORMATS.map((format) => (
          <DownloadButton
            key={format}
            endpoint={exportMonth}
            query={{ month, format }}
            name={`galla-${format}-${month}.${FILES[format].extension}`}
          >
            {FILES[format].label}
          </DownloadButton>
        ))}
      </Group>
      <Accounting />
    </Panel>
  )
}

function Accounting() {
  const saved = useData(queryKeys.accounting, readAccounting)
  return (
    <details>
      <Text component="summary" mt="lg" py={8} fw={600} style={{ cursor: 'pointer' }}>
        {t('Ledger names and tax invoices')}
      </Text>
      {saved.data !== undefined ? (
        <AccountingForm saved={saved.data} />
      ) : saved.isError ? (
        <QueryError query={saved} failure={t('Failed to fetch the setting')} />
      ) : (
        <Skeleton h={160} aria-hidden />
      )}
    </details>
  )
}

const LEDGERS = {
  bankLedger: t('Ledger of the bank account'),
  feesLedger: t('Ledger of fees'),
  salesLedger: t('Ledger of sales'),
  suspenseLedger: t('Ledger of what is not decided'),
} as const

const PERCENTS = GST_PERCENTS.map((percent) => ({ value: String(percent), label: `${percent}%` }))
type Percent = (typeof GST_PERCENTS)[number]

function AccountingForm({ saved }: { saved: AccountingSettings }) {
  const { form, formProps, showFailure, clear } = useCheckedForm<AccountingSettings>({
    initialValues: saved,
    validate: (fields) => messagesOf(saveAccounting.body, fields),
  })
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: AccountingSettings) => callEndpoint(saveAccounting, { body }),
    onSuccess: ({ data }) => {
      // The form mounts with it when the page is opened again.
      queryClient.setQueryData(queryKeys.accounting, data)
      clear(data)
      toastSuccess(t('Saved'))
    },
    onError: (error) => showFailure(error, t('This could not be saved')),
  })
  const { issuesInvoices } = form.values
  return (
    <Stack gap="md" mt="sm">
      <form {...formProps((fields) => save.mutate(fields))}>
        <Text c="dimmed" mb="sm">
          {t(
            'Write the names as they are in Tally. A voucher whose ledger is missing there is not imported.',
          )}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {(Object.keys(LEDGERS) as (keyof typeof LEDGERS)[]).map((name) => (
            <TextInput
              key={name}
              label={LEDGERS[name]}
              maxLength={MAX_LENGTH.name}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <Checkbox
          mt="lg"
          label={t('Issue a tax invoice for every paid order')}
          description={t(
            'Live orders get an invoice with a number without gaps, and their receipts link to it. Customers are taxed in your state.',
          )}
          {...form.getInputProps('issuesInvoices', { type: 'checkbox' })}
        />
        {issuesInvoices && (
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" mt="md">
            <TextInput
              label={t('HSN code or SAC')}
              inputMode="numeric"
              maxLength={8}
              {...form.getInputProps('hsn')}
            />
            <NativeSelect
              label={t('GST rate in your prices')}
              data={PERCENTS}
              value={String(form.values.gstPercent)}
              onChange={(event) =>
                form.setFieldValue('gstPercent', Number(event.currentTarget.value) as Percent)
              }
            />
            <TextInput
              label={t('Start of invoice numbers')}
              maxLength={3}
              autoCapitalize="characters"
              {...form.getInputProps('invoicePrefix')}
            />
          </SimpleGrid>
        )}
        <ActionButton type="submit" mt={20} busy={save.isPending} busyLabel={t('Saving...')}>
          {t('Save')}
        </ActionButton>
      </form>
      {issuesInvoices && <Seller />}
    </Stack>
  )
}

/** Invoices name the seller as the billing details do, which are on no other screen of a single shop. */
function Seller() {
  const { data } = useBilling()
  const may = useMay()
  return data === undefined || !may('POST /user/billing-details') ? null : (
    <>
      <Text component="h3" fw={600} mt="md">
        {t('The seller on your invoices')}
      </Text>
      <BillingForm saved={data} />
    </>
  )
}

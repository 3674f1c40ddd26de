import {
  type DataDuties,
  findCustomer,
  KEEP_DAYS,
  NOTICE_LENGTH_MAX,
  readDataDuties,
  saveDataNotice,
  updateKeepDays,
} from '@galla/contract/customer-data/customer-data'
import { NativeSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { displayWhen } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { FoundCustomer } from './found-customer.tsx'

/** What the law on personal data asks of a shop: a term, a notice, and one customer's data on request. */
export function CustomerDataPage() {
  const duties = useData(queryKeys.customerData, readDataDuties)
  return (
    <>
      <PageTitle title={t('Customer data')} />
      {duties.data !== undefined ? (
        <Stack gap="lg">
          <KeepPanel keepDays={duties.data.keepDays} />
          <CustomerPanel />
          <NoticePanel notice={duties.data.notice} />
        </Stack>
      ) : duties.isError ? (
        <LoadError message={t('This page could not be loaded')} onRetry={() => void duties.refetch()} />
      ) : (
        <Skeleton h={240} radius="lg" aria-hidden />
      )}
    </>
  )
}

function KeepPanel({ keepDays }: Pick<DataDuties, 'keepDays'>) {
  const [chosen, setChosen] = useState(String(keepDays ?? ''))
  const save = useAction({
    act: (days: string) =>
      callEndpoint(updateKeepDays, {
        body: { keepDays: KEEP_DAYS.find((each) => String(each) === days) ?? null },
      }),
    failed: t('This could not be saved'),
    done: t('Saved. What is older goes within a few hours.'),
    answers: queryKeys.customerData,
  })
  return (
    <Panel title={t('How long customers are kept')}>
      <Stack gap="md" maw={520} align="flex-start">
        <Text c="dimmed">
          {t(
            'After this time, the name, mobile number and e-mail address of the customer leave an order that has ended, and what they wrote in a reusable link. Amounts, UTRs, and who paid according to the bank stay. This cannot be undone.',
          )}
        </Text>
        <NativeSelect
          label={t('After the order ended')}
          data={[
            { value: '', label: t('Keep') },
            ...KEEP_DAYS.map((days) => ({ value: String(days), label: t('{days} days', { days }) })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <ActionButton busy={save.isPending} busyLabel={t('Saving...')} onClick={() => save.mutate(chosen)}>
          {t('Save the term')}
        </ActionButton>
      </Stack>
    </Panel>
  )
}

function NoticePanel({ notice }: Pick<DataDuties, 'notice'>) {
  const { form, formProps, showFailure } = useCheckedForm({
    initialValues: { text: notice?.text ?? '' },
    validate: (fields) => messagesOf(saveDataNotice.body, fields),
  })
  const failed = t('This could not be saved')
  const save = useAction({
    act: (body: { text: string }) => callEndpoint(saveDataNotice, { body }),
    failed,
    done: t('Saved. New visitors see it at once.'),
    answers: queryKeys.customerData,
    onFailed: (error) => {
      showFailure(error, failed)
      return true
    },
  })
  return (
    <Panel
      title={t('Notice on the payment page')}
      note={
        notice === null
          ? t('None is shown.')
          : t('Version {version}, since {at}', { version: notice.version, at: displayWhen(notice.at) })
      }
    >
      <form {...formProps((values) => save.mutate(values))}>
        <Stack gap="md" maw={720} align="flex-start">
          <Textarea
            w="100%"
            label={t('What you do with the data of customers')}
            description={t(
              'Plain text, in the language of your customers. Each order keeps the version that its page showed. Without a text, none is shown.',
            )}
            maxLength={NOTICE_LENGTH_MAX}
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps('text')}
          />
          <ActionButton type="submit" busy={save.isPending} busyLabel={t('Saving...')}>
            {t('Save the notice')}
          </ActionButton>
        </Stack>
      </form>
    </Panel>
  )
}

function CustomerPanel() {
  const { form, formProps, showFailure } = useCheckedForm({
    initialValues: { contact: '' },
    validate: (fields) => messagesOf(findCustomer.body, fields),
  })
  const find = useMutation({
    mutationFn: ({ contact }: { contact: string }) =>
      callEndpoint(findCustomer, { body: { contact: contact.trim() } }),
    onError: (error) => showFailure(error, t('The customer could not be looked up')),
  })
  return (
    <Panel title={t('One customer')}>
      <form {...formProps((values) => find.mutate(values))}>
        <Stack gap="md" maw={520} align="flex-start">
          <TextInput
            w="100%"
            label={t('Mobile number or e-mail address')}
            description={t('When a customer asks what you have, or asks you to delete it.')}
            autoComplete="off"
            {...form.getInputProps('contact')}
          />
          <ActionButton type="submit" variant="default" busy={find.isPending} busyLabel={t('Searching...')}>
            {t('Find the customer')}
          </ActionButton>
        </Stack>
      </form>
      {find.isSuccess && (
        <FoundCustomer
          contact={find.variables.contact.trim()}
          found={find.data.data}
          onChanged={() => find.mutate(find.variables)}
        />
      )}
    </Panel>
  )
}

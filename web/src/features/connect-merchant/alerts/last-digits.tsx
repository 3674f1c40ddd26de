import { updateLastDigits } from '@galla/contract/bank-alerts/account-digits'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import type { FieldMessages } from '../../../components/form/form-errors.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import { FoldedPart } from './folded-part.tsx'

const WRONG = t('Please enter the last 2 to 6 digits of the account number')

function useSaveLastDigits() {
  const { mode } = useUser()
  return useAction({
    act: (lastDigits: string | null) => callEndpoint(updateLastDigits, { body: { lastDigits } }),
    failed: t('Failed to save the digits'),
    done: t('Saved'),
    refreshes: queryKeys.alertSource(mode),
  })
}

/** The last digits of the account number: messages that name another account are not payments to this one. */
export function LastDigits({ saved }: { saved: string | null }) {
  const save = useSaveLastDigits()
  const { form, formProps } = useCheckedForm({
    initialValues: { lastDigits: saved ?? '' },
    validate: ({ lastDigits }): FieldMessages =>
      /^(\d{2,6})?$/.test(lastDigits.trim()) ? {} : { lastDigits: WRONG },
  })
  return (
    <FoldedPart id="last-digits" title={t('Messages about several bank accounts')}>
      <form
        aria-label={t('Account number')}
        {...formProps(({ lastDigits }) => save.mutate(lastDigits.trim() || null))}
      >
        <Stack gap="md" miw={0}>
          <Text c="dimmed">
            {t(
              "Does this phone or mailbox also get messages about your other bank accounts? Enter the last digits of this account's number. A message that names another account is then listed in Reconciliation and does not pay an order. This applies to SMS and emails.",
            )}
          </Text>
          <Group gap="xs" align="flex-end" wrap="wrap">
            <TextInput
              {...form.getInputProps('lastDigits')}
              label={t('Last digits of the account number')}
              description={t(
                "2 to 6 digits, as shown in your bank's messages. Leave empty to accept all messages.",
              )}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              flex="1 1 240px"
            />
            <ActionButton type="submit" variant="default" busy={save.isPending} busyLabel={t('Saving...')}>
              {t('Save')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </FoldedPart>
  )
}

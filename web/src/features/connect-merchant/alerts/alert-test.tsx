import { IconSend } from 'virtual:icons'
import { ALERT_TEXT_CHARS_MAX } from '@galla/contract/bank-alerts/alerts'
import { SAMPLE_ALERT } from '@galla/contract/bank-alerts/forwarders'
import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { isNotFound } from '../../../api/api.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { t } from '../../../locales/translate.ts'
import { useUser } from '../../../session/session.tsx'
import { tryAlert } from './alert-source-query.ts'
import { AlertTestResult } from './alert-test-result.tsx'
import { FoldedPart } from './folded-part.tsx'

const FAILURE = {
  failed: t('The test could not be sent'),
  unreachable: t('The test could not be sent. Check your connection and try again.'),
}
const GONE = t('This address was replaced and no longer works. Reload the page to see the new one.')
const INITIAL = { sender: SAMPLE_ALERT.sender as string, text: SAMPLE_ALERT.text as string }
const EMPTY = t('Please paste a message')

const failed = (error: unknown): string => (isNotFound(error) ? GONE : failureMessage(error, FAILURE))

/** Sends a test message through the real address and parser; nothing is recorded. */
export function AlertTest({ alertUrl }: { alertUrl: string }) {
  return (
    <FoldedPart id="alert-test" title={t('Try it')}>
      <Stack gap="xs">
        <Text c="dimmed">
          {t(
            'Sends this message to the address above. Paste a message from your own bank. The test records no payment and stores nothing.',
          )}
        </Text>
        <TestForm alertUrl={alertUrl} />
      </Stack>
    </FoldedPart>
  )
}

function TestForm({ alertUrl }: { alertUrl: string }) {
  const { id: owner } = useUser()
  const { form, formProps } = useCheckedForm({
    initialValues: INITIAL,
    validate: ({ text }) => (text.trim() === '' ? { text: EMPTY } : {}),
    draft: { name: 'alert-test', owner },
  })
  const test = useMutation({ mutationFn: (message: typeof INITIAL) => tryAlert(alertUrl, message) })
  return (
    <form {...formProps((message) => test.mutate(message))}>
      <Stack gap="md">
        <Textarea
          label={t('Message')}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={ALERT_TEXT_CHARS_MAX}
          {...form.getInputProps('text')}
        />
        <TextInput
          label={t('Sender')}
          description={t('As the phone shows it, such as VM-HDFCBK')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('sender')}
        />
        <Group>
          <ActionButton
            type="submit"
            variant="default"
            busy={test.isPending}
            busyLabel={t('Sending...')}
            leftSection={<IconSend />}
          >
            {t('Send test alert')}
          </ActionButton>
        </Group>
        <div role="status">
          {test.isError && (
            <Text c="var(--galla-failed)" fw={550}>
              {failed(test.error)}
            </Text>
          )}
          {test.isSuccess && <AlertTestResult read={test.data} />}
        </div>
      </Stack>
    </form>
  )
}

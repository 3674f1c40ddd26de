import { IconSend } from 'virtual:icons'
import { ALERT_TEXT_CHARS_MAX, type Understood } from '@galla/contract/bank-alerts/alerts'
import { SAMPLE_ALERT } from '@galla/contract/bank-alerts/forwarders'
import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { isNotFound } from '../../../api/api.ts'
import { Fact, FactList } from '../../../components/display/fact-list.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { readingText } from '../../../format/alert-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { tryAlert } from './alert-source-query.ts'
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
  const { form, formProps } = useCheckedForm({
    initialValues: INITIAL,
    validate: ({ text }) => (text.trim() === '' ? { text: EMPTY } : {}),
    draft: { name: 'alert-test' },
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

const OUTCOMES = {
  credit: {
    tone: 'success',
    title: t('Read as a payment'),
    text: t('Galla would match this payment to your orders at once.'),
  },
  untrusted: {
    tone: 'pending',
    title: t('Read, but not trusted'),
    text: t(
      'The sender is not the registered header of a bank, or the message does not match a known format of that bank. Such messages wait in Reconciliation until you confirm them.',
    ),
  },
  ignored: { tone: 'calm', title: t('Not a payment'), text: t('Galla ignores messages like this one.') },
  unread: {
    tone: 'pending',
    title: t('Could not be read'),
    text: t(
      'Messages like this wait in Reconciliation for your review. If this one is about a payment, please send it to support.',
    ),
  },
} as const

const WITHOUT_UTR = t(
  'The message has no UTR. Such a payment waits in Reconciliation until you assign it to an order.',
)

/** What Galla read in the test message, and what it would do with it. */
function AlertTestResult({ read }: { read: Understood }) {
  const { outcome, amount, utr } = read
  const { tone, title, text } = OUTCOMES[outcome]
  return (
    <Notice tone={tone} title={title}>
      {amount !== null && (
        <FactList>
          <Fact name={t('Amount')}>{displayAmount(amount)}</Fact>
          <Fact name={t('UTR')}>{utr ?? t('None')}</Fact>
          <Fact name={t('Payer')}>
            <span dir="auto">{read.payerName ?? read.payerUpiId ?? t('Unknown')}</span>
          </Fact>
        </FactList>
      )}
      <p>{readingText(read.reading)}</p>
      <p>{outcome === 'credit' && utr === null ? WITHOUT_UTR : text}</p>
    </Notice>
  )
}

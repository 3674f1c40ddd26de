import { IconSend } from 'virtual:icons'
import { ALERT_TEXT_CHARS_MAX, type Understood } from '@galla/contract/reconciliation/alerts'
import { SAMPLE_ALERT } from '@galla/contract/reconciliation/forwarders'
import { Box, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailure } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { useDraft } from '../../../components/form/use-draft.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { tryAlert } from './alert-source-query.ts'
import css from './alerts-panel.module.css'
import { FoldedPart } from './folded-part.tsx'

const WORDS = {
  failed: 'The test could not be sent',
  unreachable: 'The test could not be sent. Check your connection and try again.',
}
const GONE = 'This address no longer works: it was replaced. Reload the page to see the new one.'
const BEGIN = { sender: SAMPLE_ALERT.sender as string, text: SAMPLE_ALERT.text as string }
const EMPTY = 'Please paste a message'

const failed = (error: unknown): string =>
  error instanceof CallFailure && error.status === 404 ? GONE : failureMessage(error, WORDS)

/** A message goes the whole way, to the real address and through the real parser, and nothing comes of it. */
export function AlertTest({ alertUrl }: { alertUrl: string }) {
  const draft = useDraft('alert-test', BEGIN)
  const { sender, text } = draft.values
  const [isEmpty, setEmpty] = useState(false)
  const test = useMutation({ mutationFn: () => tryAlert(alertUrl, { sender, text }) })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() === '') event.currentTarget.querySelector('textarea')?.focus()
    else test.mutate()
  }
  return (
    <FoldedPart id="alert-test" title="Try it">
      <Stack gap="xs" miw={0} className={css.part}>
        <p className={css.aside}>
          Sends this message to the address above. Paste one of your own bank's: no payment comes of it, and
          nothing is kept.
        </p>
        <form noValidate onSubmit={send}>
          <Stack gap="md">
            <Textarea
              label="Message"
              autosize
              minRows={3}
              maxRows={8}
              maxLength={ALERT_TEXT_CHARS_MAX}
              value={text}
              error={isEmpty ? EMPTY : undefined}
              onChange={(event) => {
                draft.set('text', event.currentTarget.value)
                setEmpty(false)
              }}
            />
            <TextInput
              label="Sender"
              description="As the phone shows it, such as VM-HDFCBK"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={sender}
              onChange={(event) => draft.set('sender', event.currentTarget.value)}
            />
            <div>
              <ActionButton
                type="submit"
                variant="default"
                h={40}
                busy={test.isPending}
                busyLabel="Sending..."
                leftSection={<IconSend size={16} aria-hidden />}
              >
                Send test alert
              </ActionButton>
            </div>
          </Stack>
        </form>
        <div role="status">
          {test.isError && <p className={css.failed}>{failed(test.error)}</p>}
          {test.isSuccess && <Result read={test.data} />}
        </div>
      </Stack>
    </FoldedPart>
  )
}

const SENTENCES = {
  credit: ['Understood: a payment', 'It would be matched with your orders at once.'],
  untrusted: [
    'Understood, but not trusted',
    "Its sender is not the registered header of a bank, or it is none of that bank's known sentences. Such a message waits in Reconciliation until you say that it is true.",
  ],
  ignored: ['Not a payment', 'Messages like this one are left alone.'],
  unread: [
    'Not understood',
    'Such a message waits in Reconciliation for you to read. If it is about a payment, please send it to support.',
  ],
} as const

const WITHOUT_UTR =
  'The message has no UTR. Such a payment waits in Reconciliation until you assign it to its order.'

function Result({ read }: { read: Understood }) {
  const [title, text] = SENTENCES[read.outcome]
  const payer = read.payerName ?? read.payerUpiId
  return (
    <div className={css.result} data-outcome={read.outcome}>
      <strong className={css.read}>{title}</strong>
      {read.amount !== null && (
        <dl>
          <Box component="dt" c="var(--galla-text)">
            Amount
          </Box>
          <Box component="dd" fw={600} className="tabular breaks">
            {displayAmount(read.amount)}
          </Box>
          <Box component="dt" c="var(--galla-text)">
            UTR
          </Box>
          <Box component="dd" fw={600} className="tabular breaks">
            {read.utr ?? 'None'}
          </Box>
          <Box component="dt" c="var(--galla-text)">
            Payer
          </Box>
          <Box dir="auto" component="dd" fw={600} className="tabular breaks">
            {payer ?? 'Unknown'}
          </Box>
        </dl>
      )}
      <p>{read.outcome === 'credit' && read.utr === null ? WITHOUT_UTR : text}</p>
    </div>
  )
}

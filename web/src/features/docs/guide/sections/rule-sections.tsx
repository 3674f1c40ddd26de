import {
  EXAMPLE_FAILURE,
  WEBHOOK_ANSWER,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/api-reference/integrator-examples'
import { EXPIRY_SECONDS } from '@galla/contract/orders/order-status'
import { Stack } from '@mantine/core'
import { JsonBlock } from '../code/code-sample.tsx'
import { CodeName } from '../code-name.tsx'
import { durationWords } from '../duration-labels.ts'
import { FactTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { GuidePart, GuideSection } from '../guide-section.tsx'
import { integratorRefusals, type KnownRefusal } from './refusal-advice.ts'

export const IMPORTANT_NOTES = { id: 'important-notes', title: 'Important notes' }
export const STATUS_CODES = { id: 'status-codes', title: 'Status codes' }

export function ImportantNotes() {
  return (
    <GuideSection {...IMPORTANT_NOTES}>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          <code>client_txn_id</code> must be unique. A second order with the same one is refused.
        </li>
        <li>Amounts are in Indian rupees (INR), with up to 2 decimals.</li>
        <li>
          The payment URL expires in {durationWords(EXPIRY_SECONDS)}. Money that comes later still makes the
          order a success, marked <code>paidLate</code>.
        </li>
        <li>Your webhook must answer HTTP {WEBHOOK_ANSWER.status}.</li>
        <li>
          The redirect carries <code>client_txn_id</code> and <code>txn_id</code>, but no status: anybody
          could write one there. Ask check-order-status, or wait for the webhook.
        </li>
        <li>
          A key that starts with <code>key_test_</code> creates test orders, one that starts with{' '}
          <code>key_live_</code> real ones. The two never mix.
        </li>
      </Stack>
    </GuideSection>
  )
}

export function StatusCodes({ title = STATUS_CODES.title }: { title?: string }) {
  return (
    <GuideSection id={STATUS_CODES.id} title={title}>
      <p>
        Every failure has the right HTTP status and the same shape: <code>msg</code> is a sentence for people,{' '}
        <code>code</code> a stable word for programs, <code>errors</code> one entry for each wrong field.
        Quote the <code>requestId</code> when you write to us.
      </p>
      <JsonBlock title="A failure, 400" json={EXAMPLE_FAILURE} />
      <FactTable
        caption="Status codes of our replies"
        heads={['Status and code', 'What it says, and what to do']}
        rows={[SUCCESS, ...integratorRefusals().map(refusalRow)]}
      />
      <GuidePart id="webhook-status-codes" title="What your webhook answers">
        <FactTable
          caption="Status codes of your webhook"
          heads={['Status', 'What it means to us']}
          rows={YOUR_ANSWERS.map(([status, means]) => ({
            key: status,
            left: <strong>{status}</strong>,
            right: means,
          }))}
        />
      </GuidePart>
    </GuideSection>
  )
}

const SUCCESS = {
  key: '200',
  left: <strong>200</strong>,
  right: (
    <>
      <code>success</code> is true and <code>data</code> has what you asked for.
    </>
  ),
}

export const refusalRow = ({ code, status, msg, advice }: KnownRefusal) => ({
  key: code,
  left: (
    <>
      <strong>{status}</strong> <CodeName name={code} />
    </>
  ),
  right: (
    <>
      <q className={css.message}>{msg}</q>
      <span className={css.limit}>{advice}</span>
    </>
  ),
})

const YOUR_ANSWERS = [
  [String(WEBHOOK_ANSWER.status), 'Delivered. Nothing else is.'],
  [
    String(WEBHOOK_ANSWER_UNKNOWN.status),
    `Unknown transaction, with success false and message '${WEBHOOK_ANSWER_UNKNOWN.body.message}'. We try again.`,
  ],
  ['410', 'Nobody is there any more. The webhook is paused.'],
  ['401', 'What the examples answer to a wrong signature. We try again.'],
  ['Anything else', 'We try again, as the retry policy says.'],
] as const

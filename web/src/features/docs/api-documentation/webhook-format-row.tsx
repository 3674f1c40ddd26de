import {
  type ApiDetails,
  updateWebhookUrl,
  type WEBHOOK_FORMAT_CHOICES,
  WEBHOOK_FORMATS,
} from '@galla/contract/api-keys/api-details'
import { Checkbox, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../guide/code/code-sample.tsx'
import { formSample, jsonSample } from '../guide/code/webhook-samples.ts'
import { FAILURE_SWITCH } from '../guide/failure-switch.ts'
import { SOURCE_SWITCH } from '../guide/source-switch.ts'
import css from './api-documentation-page.module.css'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'

type FormatChoice = (typeof WEBHOOK_FORMAT_CHOICES)[number]

const FORMATS = {
  auto: {
    label: 'Automatic',
    means:
      'The webhook of each order has the format of the API that created it: JSON for our own calls, a form for calls in the format of UPIGateway, EKQR or CutePe.',
  },
  standard: {
    label: 'Standard JSON',
    means: 'Signed JSON with every field, as the guide below describes. The right one for new receivers.',
  },
  ekqr: {
    label: 'UPIGateway / EKQR form',
    means:
      'A form in the names and words of EKQR, for receivers that read $_POST. It comes when an order is paid, and at its failure where you turn that on.',
  },
  cutepe: {
    label: 'CutePe form',
    means:
      'A form as the shop plugins of CutePe read it. It comes when an order is paid, and at its failure where you turn that on.',
  },
} as const satisfies Record<FormatChoice, { label: string; means: string }>

const TEXTS = {
  done: 'Webhook format updated',
  failed: 'Failed to update the webhook format',
  unreachable: 'Something went wrong while updating the webhook format',
}
const OPTIONS = (['auto', ...WEBHOOK_FORMATS] as const).map((value) => ({
  value,
  label: FORMATS[value].label,
}))

const FAILURES =
  'Turn it on only if your receiver reads the status: some take every notification for a payment.'
const FAILURES_IN_FORMS = `For the forms of other gateways; JSON has them always. ${FAILURES}`

/** What the notifications to the webhook URL look like. A choice is saved at once: there is nothing to lose by it. */
export function WebhookFormatRow({ details }: { details: ApiDetails }) {
  const change = useDetailsChange(updateWebhookUrl, TEXTS)
  const {
    webHookUrl: webhookUrl,
    webhookFormat,
    webhookFormatChosen,
    webhookTellsFailures,
    webhookTellsSources,
  } = details
  const saved: FormatChoice = webhookFormatChosen ? webhookFormat : 'auto'
  const chosen = change.isPending ? (change.variables.format ?? saved) : saved
  const isForm = chosen === 'ekqr' || chosen === 'cutepe'
  const blocked = webhookUrl === '' || change.isPending
  return (
    <DetailRow name="Format">
      <NativeSelect
        maw={280}
        fw={400}
        aria-label="Notification format"
        data={OPTIONS}
        value={chosen}
        disabled={blocked}
        onChange={(event) => change.mutate({ webhookUrl, format: event.currentTarget.value as FormatChoice })}
      />
      <Text maw="62ch" c="dimmed" fz="sm" fw={400} mt={6}>
        {webhookUrl === '' ? 'Set a webhook URL first, then choose.' : FORMATS[chosen].means}
      </Text>
      {chosen !== 'standard' && (
        <Checkbox
          mt="sm"
          fw={400}
          label={FAILURE_SWITCH}
          description={chosen === 'auto' ? FAILURES_IN_FORMS : FAILURES}
          checked={
            change.isPending ? (change.variables.tellsFailures ?? webhookTellsFailures) : webhookTellsFailures
          }
          disabled={blocked}
          onChange={(event) => change.mutate({ webhookUrl, tellsFailures: event.currentTarget.checked })}
        />
      )}
      {!isForm && (
        <Checkbox
          className={css.failures ?? ''}
          label={SOURCE_SWITCH}
          description="source.silent when your phone, mailbox or provider stops reporting payments, source.back when it does again. Turn it on only if your receiver leaves events alone that it does not know."
          checked={
            change.isPending ? (change.variables.tellsSources ?? webhookTellsSources) : webhookTellsSources
          }
          disabled={blocked}
          onChange={(event) => change.mutate({ webhookUrl, tellsSources: event.currentTarget.checked })}
        />
      )}
      <Samples key={chosen} first={isForm ? chosen : 'standard'} />
    </DetailRow>
  )
}

const SAMPLE_NAMES = { standard: 'JSON', ekqr: 'EKQR', cutepe: 'CutePe' } as const
type Sample = keyof typeof SAMPLE_NAMES

function Samples({ first }: { first: Sample }) {
  const [shown, setShown] = useState<Sample>(first)
  return (
    <details className={css.samples}>
      <summary>See a notification in each format</summary>
      <SegmentedControl
        aria-label="Sample"
        size="xs"
        data={Object.entries(SAMPLE_NAMES).map(([value, label]) => ({ value, label }))}
        value={shown}
        onChange={(value) => setShown(value as Sample)}
      />
      {shown === 'standard' ? (
        <CodeBlock title="application/json" text={jsonSample()} language="json" />
      ) : (
        <CodeBlock title="application/x-www-form-urlencoded" text={formSample(shown)} language="curl" />
      )}
      <Text c="dimmed" fz="xs">
        Every one is signed in its headers over the exact bytes. Send test sends the chosen format.
      </Text>
    </details>
  )
}

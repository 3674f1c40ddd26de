import { WEBHOOKS } from './chapter-anchors.ts'
import { COMPILED_WEBHOOK_CODE } from './guide/code/webhook-code-compiled.ts'
import { GuidePart, GuideSection } from './guide/guide-section.tsx'
import {
  ExpectedResponse,
  RetryPolicy,
  SecurityNotes,
  WebhookExample,
  WebhookFields,
  WebhookFormat,
} from './guide/sections/webhook-sections.tsx'

export function Webhooks() {
  return (
    <GuideSection {...WEBHOOKS}>
      <p>
        Set your webhook URL on the API Documentation page of the dashboard. Test mode and live mode have
        separate URLs. Galla stores every event before it sends it, so no event is lost while your server is
        down.
      </p>
      <WebhookFormat Frame={GuidePart} />
      <WebhookFields Frame={GuidePart} />
      <ExpectedResponse Frame={GuidePart} />
      <SecurityNotes Frame={GuidePart} />
      <WebhookExample Frame={GuidePart} more={COMPILED_WEBHOOK_CODE} />
      <RetryPolicy Frame={GuidePart} />
    </GuideSection>
  )
}

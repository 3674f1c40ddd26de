import { Link } from 'react-router'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { GUIDE_MARKDOWN_PATH, LLMS_PATH, paths } from '../../paths.ts'
import {
  CONNECTING,
  ERRORS,
  GOING_LIVE,
  IDEMPOTENCY,
  LIMITS,
  SDK,
  SELF_HOSTING,
  TEST_MODE,
  WEBHOOKS,
  WOOCOMMERCE,
} from './chapter-anchors.ts'
import { ReadingPage } from './guide/reading-page.tsx'
import { MOVING } from './guide/sections/moving-anchor.ts'
import {
  CHECK_STATUS,
  CheckStatusSection,
  CREATE_ORDER,
  CreateOrderSection,
} from './guide/sections/order-sections.tsx'
import { IMPORTANT_NOTES, ImportantNotes } from './guide/sections/rule-sections.tsx'
import { ORDER_LIFE, OrderLife } from './order-life.tsx'
import { QUICKSTART, Quickstart } from './quickstart.tsx'

/** Only the scripts are loaded later: the HTML from the server already has these chapters. */
const CHAPTER = { failed: 'This chapter could not be loaded' }
const Webhooks = lazyPart(async () => (await import('./webhooks.tsx')).Webhooks, CHAPTER)
const Sdk = lazyPart(async () => (await import('./sdk.tsx')).Sdk, CHAPTER)
const AfterTheSdk = lazyPart(async () => (await import('./after-the-sdk.tsx')).AfterTheSdk, {
  failed: 'The last chapters could not be loaded',
})

const CONTENTS = [
  QUICKSTART,
  ORDER_LIFE,
  CREATE_ORDER,
  CHECK_STATUS,
  WEBHOOKS,
  SDK,
  WOOCOMMERCE,
  TEST_MODE,
  ERRORS,
  IDEMPOTENCY,
  LIMITS,
  GOING_LIVE,
  CONNECTING,
  MOVING,
  SELF_HOSTING,
  IMPORTANT_NOTES,
]

export function DocsPage() {
  return (
    <ReadingPage
      title="Integration guide"
      line="Create an order, send your customer to its payment page, and get a signed webhook when they have paid. You need two API calls, a webhook URL and no library."
      links={
        <>
          The <Link to={paths.apiReference}>API reference</Link> lists every field of every call. The{' '}
          <Link to={paths.apiDocumentation}>dashboard</Link> shows this guide with your own key filled in. For
          programs: <a href={GUIDE_MARKDOWN_PATH}>this guide as Markdown</a>, <a href={LLMS_PATH}>llms.txt</a>
          .
        </>
      }
      contents={CONTENTS}
    >
      <Quickstart />
      <OrderLife />
      <CreateOrderSection />
      <CheckStatusSection />
      <Webhooks />
      <Sdk />
      <AfterTheSdk />
      <ImportantNotes />
    </ReadingPage>
  )
}

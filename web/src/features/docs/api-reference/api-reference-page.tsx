import {
  dataSchemaOf,
  INTEGRATOR_CALLS,
  type IntegratorCall,
  sentSchemaOf,
} from '@galla/contract/api-reference/integrator-calls'
import { refusalsOf } from '@galla/contract/endpoint-refusals'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../components/overlay/lazy-part.tsx'
import { OPENAPI_PATH, paths, REFERENCE_MARKDOWN_PATH } from '../../../paths.ts'
import { CodeSample, JsonBlock } from '../guide/code/code-sample.tsx'
import { callCode } from '../guide/code/order-code.ts'
import { FactTable, FieldTable } from '../guide/field-table.tsx'
import { useGuide } from '../guide/guide-context.tsx'
import { GuidePart, GuideSection } from '../guide/guide-section.tsx'
import { ReadingPage } from '../guide/reading-page.tsx'
import { Address } from '../guide/sections/order-sections.tsx'
import { advised } from '../guide/sections/refusal-advice.ts'
import { refusalRow } from '../guide/sections/rule-sections.tsx'
import { TryCall } from '../guide/try/try-call.tsx'

const BASICS = { id: 'basics', title: 'Basics' }
const EVERY_CALL = { id: 'every-call', title: 'Every call' }
const CONTENTS = [
  BASICS,
  ...INTEGRATOR_CALLS.map(({ name, endpoint }) => ({ id: name, title: endpoint.summary })),
  EVERY_CALL,
]

const EveryCall = lazyPart(async () => (await import('./every-call.tsx')).EveryCall, {
  failed: 'The list of calls could not be loaded',
  fallback: <p role="status">Loading the list of calls...</p>,
})

export function ApiReferencePage() {
  return (
    <ReadingPage
      title="API reference"
      line="Every API call that your server makes. This page is generated from the schemas that validate the calls."
      links={
        <>
          New here? Start with the <Link to={paths.docs}>integration guide</Link>. For Postman, Insomnia and
          code generators: <a href={OPENAPI_PATH}>OpenAPI 3.1</a>. For programs:{' '}
          <a href={REFERENCE_MARKDOWN_PATH}>this page as Markdown</a>.
        </>
      }
      contents={CONTENTS}
    >
      <Basics />
      {INTEGRATOR_CALLS.map((call) => (
        <Call key={call.name} call={call} />
      ))}
      <EveryCallSection />
    </ReadingPage>
  )
}

function Basics() {
  const { apiUrl } = useGuide()
  return (
    <GuideSection {...BASICS}>
      <p>
        All URLs start with <code>{apiUrl}</code>. Send bodies as JSON or forms. Replies are JSON with{' '}
        <code>success</code> and <code>msg</code>. A success also has <code>data</code>; an error has a{' '}
        <code>code</code> and a <code>requestId</code>. Galla ignores unknown fields.
      </p>
    </GuideSection>
  )
}

/** Hundreds of fields that few readers need: loaded on request from the OpenAPI document. */
function EveryCallSection() {
  const [shown, setShown] = useState(false)
  const { origin } = useGuide()
  return (
    <GuideSection {...EVERY_CALL}>
      <p>
        An integration needs only the calls above. The dashboard and the payment page use more calls. The
        OpenAPI 3.1 document at{' '}
        <a href={OPENAPI_PATH}>
          {origin}
          {OPENAPI_PATH}
        </a>{' '}
        describes all of them, with every field and every error code. To use it in Postman or Insomnia, choose
        Import and paste this address.
      </p>
      {shown ? (
        <EveryCall />
      ) : (
        <p className="needs-script">
          <Button variant="default" onClick={() => setShown(true)}>
            Show every call
          </Button>
        </p>
      )}
    </GuideSection>
  )
}

const ACCESS = {
  key: 'Needs an API key as a bearer token in the Authorization header, as key in the body, or both.',
  public: 'Needs no key.',
  session: 'Needs a login.',
  operator: "Needs the operator's login.",
  counter: 'Needs the login of a counter device.',
} as const

function Call({ call }: { call: IntegratorCall }) {
  const guide = useGuide()
  const { name, endpoint } = call
  return (
    <GuideSection id={name} title={endpoint.summary}>
      <Address method={endpoint.method} url={`${guide.apiUrl}${endpoint.path}`} />
      <p>
        {call.about} {ACCESS[endpoint.auth]}
      </p>
      <GuidePart id={`${name}-request`} title="Request" of={name}>
        <FieldTable
          caption={`Fields of ${name}`}
          schema={sentSchemaOf(endpoint)}
          descriptions={call.bodyFields}
          direction="sent"
        />
        <CodeSample what={`${endpoint.summary}: request`} samples={callCode(call, guide)} />
        {endpoint.method === 'POST' && (
          <TryCall call={{ title: endpoint.summary, endpoint, exampleBody: call.exampleBody }} />
        )}
      </GuidePart>
      <GuidePart id={`${name}-reply`} title="Reply" of={name}>
        <FieldTable
          caption={`Fields of data in the reply to ${name}`}
          schema={dataSchemaOf(endpoint)}
          descriptions={call.dataFields}
          direction="received"
        />
        <JsonBlock title={`${endpoint.summary}: reply, 200`} json={call.exampleReply(guide.origin)} />
      </GuidePart>
      <GuidePart id={`${name}-errors`} title="Errors" of={name}>
        <FactTable
          caption={`Errors of ${name}`}
          heads={['Status and code', 'Message, and what to do']}
          rows={advised(refusalsOf(endpoint)).map(refusalRow)}
        />
      </GuidePart>
    </GuideSection>
  )
}

import { Box, Stack } from '@mantine/core'
import { CodeBlock } from './guide/code/code-sample.tsx'
import {
  SDK_CATCH_UP,
  SDK_CHECK,
  SDK_ERRORS,
  SDK_EXPRESS,
  SDK_FORM,
  SDK_PACKAGE_PATH,
  SDK_REQUEST,
  sdkCommandLines,
  sdkCreateCode,
  sdkInstallLine,
} from './guide/code/sdk-code.ts'
import { FactTable } from './guide/field-table.tsx'
import guide from './guide/guide.module.css'
import { useGuide } from './guide/guide-context.tsx'
import { GuidePart, GuideSection } from './guide/guide-section.tsx'
import { MOVING } from './guide/sections/moving-place.ts'
import { SigningSecretPlace } from './guide/sections/webhook-sections.tsx'
import { SDK } from './places.ts'

/** The guide to the package for JavaScript and TypeScript. */
export function Sdk() {
  const { origin } = useGuide()
  return (
    <GuideSection {...SDK}>
      <p>
        For JavaScript and TypeScript there is a package: typed, without dependencies, for Node 20.3 and
        newer. It uses nothing but <code>fetch</code> and Web Crypto, so Deno, Bun and edge runtimes run it
        too. Use it on your server only: the API key is a secret.
      </p>
      <GuidePart id="sdk-install" title="Install">
        <p>
          It is in no registry: each Galla serves the package that fits it. pnpm, Yarn and Bun take the same
          address, and your lockfile keeps the sum of what they got.
        </p>
        <CodeBlock title="Install the package" text={sdkInstallLine(origin)} language="curl" />
        <p>
          When this Galla is updated, a new version of the package has a new name and the old one is gone.
          Where you build often, or want to stay with a version, keep <a href={SDK_PACKAGE_PATH}>the file</a>{' '}
          beside your code and install it from there.
        </p>
      </GuidePart>
      <SdkOrders />
      <SdkWebhooks />
      <SdkErrors />
      <SdkCommand />
    </GuideSection>
  )
}

function SdkOrders() {
  const { origin } = useGuide()
  return (
    <GuidePart id="sdk-orders" title="Create and check orders">
      <CodeBlock title="Create an order with the SDK" text={sdkCreateCode(origin)} language="node" />
      <CodeBlock title="Learn what became of it" text={SDK_CHECK} language="node" />
      <p>
        Calls that got no answer, 429 or 5xx are tried three times more, with waits that double and with the
        server's <code>Retry-After</code>. <code>createOrder</code> carries an idempotency key of its own, so
        a lost answer never makes a second order; give <code>{'{ idempotencyKey }'}</code> as its second
        argument to make that hold over a restart of your program too.
      </p>
    </GuidePart>
  )
}

function SdkWebhooks() {
  return (
    <GuidePart id="sdk-webhooks" title="Verify webhooks">
      <p>
        <SigningSecretPlace />
      </p>
      <CodeBlock title="A receiver for Express" text={SDK_EXPRESS} language="node" />
      <CodeBlock title="A receiver for Deno, Bun and edge runtimes" text={SDK_REQUEST} language="node" />
      <p>
        Give it the raw body. It throws unless Galla signed exactly this body for your secret in the last five
        minutes, and takes the same time whatever differs. While you change the secret pass both:{' '}
        <code>[newSecret, oldSecret]</code>. The same event may come more than once: <code>eventId</code>{' '}
        tells.
      </p>
      <p>
        Notifications in the form of <a href={`#${MOVING.id}`}>other gateways</a> are signed too, over the
        form as it came:
      </p>
      <CodeBlock title="A receiver for forms" text={SDK_FORM} language="node" />
      <p>A receiver that was down reads what it missed, oldest first:</p>
      <CodeBlock title="Catch up on events" text={SDK_CATCH_UP} language="node" />
    </GuidePart>
  )
}

function SdkErrors() {
  return (
    <GuidePart id="sdk-errors" title="Errors of the SDK">
      <p>
        Everything thrown is a <code>GallaError</code>. A refused call throws a <code>RefusedError</code> with{' '}
        <code>status</code>, <code>code</code>, <code>errors</code> (one for each field) and{' '}
        <code>requestId</code>; its class says of what kind it is. A <code>ConnectionError</code> means that
        no answer came: it is not known whether the call did something, and the same call again is safe.
      </p>
      <FactTable
        caption="Classes of errors"
        heads={['Class', 'What it says']}
        rows={SDK_ERRORS.map(({ name, statuses, means }) => ({
          key: name,
          left: (
            <>
              <Box component="code" fw={600} className={guide.name}>
                {name.replace('Error', '')}
                <wbr />
                Error
              </Box>
              <span className={guide.small}>{name === 'ServerError' ? '5xx' : statuses.join(', ')}</span>
            </>
          ),
          right: means,
        }))}
      />
    </GuidePart>
  )
}

function SdkCommand() {
  const { origin } = useGuide()
  return (
    <GuidePart id="galla-command" title="galla listen and galla trigger">
      <p>
        Webhooks can't reach a receiver on your own machine; the package's command <code>galla</code> brings
        them there.
      </p>
      <CodeBlock title="On your machine" text={sdkCommandLines(origin)} language="curl" />
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          <code>galla listen</code> passes your test events on as they happen, each in the format and with the
          headers that its webhook has: JSON, or the form of another gateway. It signs with a secret that it
          prints (or with yours: <code>--secret whsec_...</code>): start your receiver with the same one. It
          says what your receiver answered, and waits for a Galla that is restarted; Ctrl-C ends it.
        </li>
        <li>
          <code>galla trigger</code> makes a test order and has the simulator pay it (
          <code>order.success</code>) or decline it (<code>order.failed</code>). A receiver that answers for
          its own orders only wants <code>--client-txn-id</code> and <code>--amount</code>.
        </li>
        <li>
          Both take test keys only. <code>galla help</code> lists the rest, <code>galla --version</code> which
          version it is.
        </li>
      </Stack>
    </GuidePart>
  )
}

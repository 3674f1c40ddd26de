import { Box, Stack } from '@mantine/core'
import { SDK } from './chapter-anchors.ts'
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
import { MOVING } from './guide/sections/moving-anchor.ts'
import { SigningSecretHint } from './guide/sections/webhook-sections.tsx'

/** The guide to the package for JavaScript and TypeScript. */
export function Sdk() {
  const { origin } = useGuide()
  return (
    <GuideSection {...SDK}>
      <p>
        The package for JavaScript and TypeScript is fully typed, has no dependencies and needs Node 20.3 or
        newer. It uses only <code>fetch</code> and Web Crypto, so it also runs on Deno, Bun and edge runtimes.
        Use it on your server only: the API key is a secret.
      </p>
      <GuidePart id="sdk-install" title="Install">
        <p>
          The package is not on npm. Your Galla serves the version that matches it. pnpm, Yarn and Bun accept
          the same address, and your lockfile stores the checksum.
        </p>
        <CodeBlock title="Install the package" text={sdkInstallLine(origin)} language="curl" />
        <p>
          When Galla is updated, a new version of the package gets a new file name, and the old file is
          removed. If you build often or want to pin a version, keep <a href={SDK_PACKAGE_PATH}>the file</a>{' '}
          with your code and install it from there.
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
      <CodeBlock title="Check the order's status" text={SDK_CHECK} language="node" />
      <p>
        The SDK retries calls that got no response, a 429 or a 5xx, up to three times. The wait doubles each
        time and respects the server's <code>Retry-After</code>. <code>createOrder</code> sends its own
        idempotency key, so a lost response never creates a second order. To keep that guarantee when your
        program restarts, pass <code>{'{ idempotencyKey }'}</code> as the second argument.
      </p>
    </GuidePart>
  )
}

function SdkWebhooks() {
  return (
    <GuidePart id="sdk-webhooks" title="Verify webhooks">
      <p>
        <SigningSecretHint />
      </p>
      <CodeBlock title="A receiver for Express" text={SDK_EXPRESS} language="node" />
      <CodeBlock title="A receiver for Deno, Bun and edge runtimes" text={SDK_REQUEST} language="node" />
      <p>
        Pass the raw body. The function throws unless Galla signed exactly this body with your secret in the
        last five minutes. It compares in constant time. While you rotate the secret, pass both:{' '}
        <code>[newSecret, oldSecret]</code>. You may receive the same event more than once; use{' '}
        <code>eventId</code> to detect duplicates.
      </p>
      <p>
        Notifications in the formats of <a href={`#${MOVING.id}`}>other gateways</a> are signed too, over the
        raw form:
      </p>
      <CodeBlock title="A receiver for forms" text={SDK_FORM} language="node" />
      <p>If your receiver was down, read the events that it missed, oldest first:</p>
      <CodeBlock title="Catch up on events" text={SDK_CATCH_UP} language="node" />
    </GuidePart>
  )
}

function SdkErrors() {
  return (
    <GuidePart id="sdk-errors" title="SDK errors">
      <p>
        Every error is a <code>GallaError</code>. A refused call throws a <code>RefusedError</code> with{' '}
        <code>status</code>, <code>code</code>, <code>errors</code> (one for each invalid field) and{' '}
        <code>requestId</code>. Its class tells you what went wrong. A <code>ConnectionError</code> means that
        there was no response. The call may or may not have taken effect, and you can safely repeat it.
      </p>
      <FactTable
        caption="Error classes"
        heads={['Class', 'Meaning']}
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
        Webhooks can't reach a receiver on your own machine. The package's <code>galla</code> command forwards
        them to it.
      </p>
      <CodeBlock title="On your machine" text={sdkCommandLines(origin)} language="curl" />
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          <code>galla listen</code> forwards your test events as they happen, with the format and headers of
          your webhook: JSON, or the form of another gateway. It signs them with a secret that it prints, or
          with yours (<code>--secret whsec_...</code>). Start your receiver with the same secret. It prints
          your receiver's response to each event and reconnects after Galla restarts. Press Ctrl-C to stop it.
        </li>
        <li>
          <code>galla trigger</code> creates a test order and pays it (<code>order.success</code>) or declines
          it (<code>order.failed</code>) in the simulator. If your receiver accepts only orders that it knows,
          pass <code>--client-txn-id</code> and <code>--amount</code>.
        </li>
        <li>
          Both accept test keys only. <code>galla help</code> lists all options, and{' '}
          <code>galla --version</code> prints the version.
        </li>
      </Stack>
    </GuidePart>
  )
}

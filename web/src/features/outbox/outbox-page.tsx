import { IconMailbox, IconMailOff } from 'virtual:icons'
import type { OutboxEmail } from '@galla/contract/simulator/outbox'
import { Paper, type PaperProps, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError, ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { SiteSection } from '../../components/site/site-section.tsx'
import { displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { outboxQuery } from '../../queries/outbox-query.ts'

/** The emails of a development server without a mail server: what merchants would receive. */
export function OutboxPage() {
  useTabTitle('Mail')
  return (
    <SiteSection maw={760} pt={{ base: 'md', xs: 40 }} pb={64}>
      <header>
        <Title order={1} fz="xl" fw={700}>
          Emails that would be sent
        </Title>
        <Text mt={4} c="dimmed">
          No mail server is set, so emails stay on this machine and only it can show them. Newest first.{' '}
          <Link to={paths.simulator}>Back to the simulator</Link>
        </Text>
      </header>
      <Letters />
    </SiteSection>
  )
}

function Letters() {
  const { data, error, isPending, refetch } = useQuery(outboxQuery)
  if (isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading the emails">
        {[0, 1].map((row) => (
          <Sheet key={row}>
            <Skeleton h={20} w="55%" />
            <Skeleton h={14} w="35%" mt={8} />
            <Skeleton h={64} mt={20} />
          </Sheet>
        ))}
      </div>
    )
  if (data === undefined)
    return (
      <Sheet>
        <LoadError
          message={failureMessage(error, 'The emails could not be loaded')}
          onRetry={() => void refetch()}
        />
      </Sheet>
    )
  if (data === null)
    return (
      <Sheet>
        <ScreenMessage
          Icon={IconMailOff}
          title="No emails to show here"
          text="This server sends its emails, or your browser runs on a different machine than the server."
        />
      </Sheet>
    )
  if (data.length === 0)
    return (
      <Sheet>
        <ScreenMessage
          Icon={IconMailbox}
          title="No emails yet"
          text="Password reset links and paused webhook notices appear here."
        />
      </Sheet>
    )
  return (
    <ul className="plain-list">
      {data.map((email) => (
        <Email key={email.id} email={email} />
      ))}
    </ul>
  )
}

const Sheet = (props: PaperProps & { children: ReactNode }) => (
  <Paper withBorder radius="lg" mt="md" p={{ base: 'md', xs: 'lg' }} className="breaks" {...props} />
)

function Email({ email: { subject, to, at, text } }: { email: OutboxEmail }) {
  return (
    <li>
      <Sheet>
        <Title order={2} fz="lg" fw={650}>
          {subject}
        </Title>
        <p className="muted">
          To {to}, <time title={displayWhenInFull(at)}>{displayWhen(at)} IST</time>
        </p>
        <Stack gap="sm" mt="md" pt="md" style={{ borderTop: '1px solid var(--galla-line)' }}>
          {text.split('\n\n').map((paragraph) => (
            <p key={paragraph}>
              <Paragraph text={paragraph} />
            </p>
          ))}
        </Stack>
      </Sheet>
    </li>
  )
}

/** Links addresses of this server; everything else stays text. */
function Paragraph({ text }: { text: string }) {
  const [before = '', address] = text.split(/(https?:\/\/\S+)$/)
  if (address === undefined || !URL.canParse(address)) return text
  const { origin, pathname, search } = new URL(address)
  if (origin !== window.location.origin) return text
  return (
    <>
      {before}
      <a href={`${pathname}${search}`}>{address}</a>
    </>
  )
}

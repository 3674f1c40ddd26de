import { IconMailbox, IconMailOff } from 'virtual:icons'
import type { OutboxLetter } from '@galla/contract/merchants/outbox'
import { Box, Paper, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { outboxQuery } from '../../api/outbox-query.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError, ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import css from './outbox-page.module.css'

const WORDS = {
  failed: 'The mail could not be loaded',
  unreachable: 'An error occurred while loading the mail',
}

/** The letters of a development server that has no mail server: what a merchant would have in the inbox. */
export function OutboxPage() {
  useTabTitle('Mail')
  return (
    <Box w="100%" maw={760} mx="auto" className={css.page}>
      <header className={css.head}>
        <Title order={1} fz="xl" fw={700}>
          Mail that would be sent
        </Title>
        <p>
          No mail server is set, so letters stay on this machine, and only it can see them. The newest stand
          first. <Link to={paths.simulator}>Back to the simulator</Link>
        </p>
      </header>
      <Letters />
    </Box>
  )
}

function Letters() {
  const { data, error, isPending, refetch } = useQuery(outboxQuery)
  if (isPending)
    return (
      <div className="plain-list" aria-busy="true">
        <Box component="span" pos="absolute" w={1} h={1} className={css.hidden}>
          Loading the mail...
        </Box>
        {[0, 1].map((row) => (
          <Paper key={row} withBorder radius="lg" mt="md" className={`breaks ${css.letter}`} aria-hidden>
            <Skeleton h={20} w="55%" />
            <Skeleton h={14} w="35%" mt={8} />
            <Skeleton h={64} mt={20} />
          </Paper>
        ))}
      </div>
    )
  if (data === undefined)
    return (
      <Paper withBorder radius="lg" mt="md" className={`breaks ${css.letter}`}>
        <LoadError message={failureMessage(error, WORDS)} onRetry={() => void refetch()} />
      </Paper>
    )
  if (data === null)
    return (
      <Paper withBorder radius="lg" mt="md" className={`breaks ${css.letter}`}>
        <ScreenMessage
          Icon={IconMailOff}
          title="No mail to show here"
          text="This server mails its letters, or your browser is on another machine than the server."
        />
      </Paper>
    )
  if (data.length === 0)
    return (
      <Paper withBorder radius="lg" mt="md" className={`breaks ${css.letter}`}>
        <ScreenMessage
          Icon={IconMailbox}
          title="No mail yet"
          text="A link to set a new password, or a webhook that is paused, appears here."
        />
      </Paper>
    )
  return (
    <ul className="plain-list">
      {data.map((letter) => (
        <Letter key={letter.id} letter={letter} />
      ))}
    </ul>
  )
}

function Letter({ letter }: { letter: OutboxLetter }) {
  return (
    <Paper component="li" withBorder radius="lg" mt="md" className={`breaks ${css.letter}`}>
      <h2>{letter.subject}</h2>
      <p className={css.to}>
        To {letter.to}, <time title={displayWhenInFull(letter.at)}>{displayWhen(letter.at)} IST</time>
      </p>
      <Box mt="md" pt="md" className={css.text} style={{ borderTop: '1px solid var(--galla-line)' }}>
        {letter.text.split('\n\n').map((paragraph) => (
          <p key={paragraph}>
            <Paragraph text={paragraph} />
          </p>
        ))}
      </Box>
    </Paper>
  )
}

/** An address of this server becomes a link; anything else stays text. */
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

import { IconCircleCheckFilled } from 'virtual:icons'
import { Box, Center, Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './auth-card.module.css'

interface AuthCardProps {
  readonly title: string
  readonly line: string
  readonly children: ReactNode
}

const POINTS = [
  { title: 'Straight to your own account', text: 'Galla never holds your money.' },
  { title: 'Every payment, exactly once', text: 'Found at any hour, and sent to your website.' },
  { title: '0% transaction fee', text: 'And a test mode that costs nothing.' },
] as const

const BARS = [30, 44, 38, 57, 49, 72, 64, 88]

/** The frame of login and registration. */
export function AuthCard({ title, line, children }: AuthCardProps) {
  return (
    <Center flex={1} className={css.page}>
      <Paper withBorder radius="lg" w="100%" className={css.frame}>
        <Stack gap={20} justify="center" miw={0} className={css.card}>
          <div>
            <h1 className={css.title}>{title}</h1>
            <Text c="dimmed" mt={4}>
              {line}
            </Text>
          </div>
          <noscript>
            <Box
              component="p"
              py={10}
              px={14}
              bdrs="sm"
              c="var(--galla-pending)"
              bg="var(--galla-pending-soft)"
            >
              This form needs JavaScript. The rest of the website works without it.
            </Box>
          </noscript>
          {children}
        </Stack>
        <Reasons />
      </Paper>
    </Center>
  )
}

/** Where there is room: why one is here. */
function Reasons() {
  return (
    <aside className={css.reasons} aria-label="What Galla does">
      <Paper
        withBorder
        radius="lg"
        px={20}
        pt={18}
        pb={0}
        className={css.picture}
        style={{ alignSelf: 'stretch' }}
        aria-hidden="true"
      >
        <small>Collections a day</small>
        <Group gap="xs" align="flex-end" wrap="nowrap" h={104} mt="sm" mb={0} className={css.bars}>
          {BARS.map((height) => (
            <i key={height} style={{ height: `${height}%` }} />
          ))}
        </Group>
        <Group
          component="p"
          gap="sm"
          wrap="nowrap"
          my={0}
          mx={-20}
          py="sm"
          px={20}
          className={css.received}
          style={{ borderTop: '1px solid var(--galla-line)' }}
        >
          <IconCircleCheckFilled size={20} />
          <span>
            <strong>₹499.00 received</strong>
            <small>Order settled, webhook delivered</small>
          </span>
        </Group>
      </Paper>
      <Text fz="xl" fw={700} lh={1.25} lts="-0.02em">
        Collect by QR. Know it's paid.
      </Text>
      <Stack component="ul" gap={14} className={`plain-list ${css.points}`}>
        {POINTS.map((point) => (
          <Group key={point.title} component="li" gap="sm" align="stretch" wrap="nowrap">
            <IconCircleCheckFilled size={20} aria-hidden />
            <span>
              <strong>{point.title}</strong>
              <small>{point.text}</small>
            </span>
          </Group>
        ))}
      </Stack>
    </aside>
  )
}

import {
  type Icon,
  IconArrowRight,
  IconBuildingBank,
  IconCheck,
  IconDeviceMobile,
  IconEye,
  IconX,
} from 'virtual:icons'
import { Box, Group, Paper, Stack, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Seal } from '../../components/feedback/seal.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import type { FeatureName } from '../../components/site/features.ts'
import sampleCode from '../../components/site/sample-code.svg'
import css from './feature-pictures.module.css'

/** Illustrations in the theme's colours. They are not screenshots, and their figures are invented. */
export const FEATURE_PICTURES: Readonly<Record<FeatureName, ComponentType>> = {
  pages: PaymentPages,
  retry: Retry,
  verification: Verification,
  settlement: Settlement,
  uptime: Uptime,
  api: Calls,
}

const Small = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" fz="sm">
    {children}
  </Text>
)

const SHOPS = [
  { initials: 'SE', name: 'Sharma Electronics', amount: '₹12,499.00', tone: 'success' },
  { initials: 'CC', name: 'Chai Corner', amount: '₹499.00', tone: 'created' },
] as const

function PaymentPages() {
  return (
    <div className={css.pages}>
      {SHOPS.map(({ initials, name, amount, tone }) => (
        <Paper key={name} withBorder radius="lg" w={200} px="md" pt={20} pb="md" className={css.page}>
          <Stack gap={0} align="center">
            <Seal tone={tone} size={36} round fz="sm" mb={6}>
              {initials}
            </Seal>
            <Text fw={600}>{name}</Text>
            <Text mb="xs" fz="xl" fw={720} lts="-0.02em" className="tabular">
              {amount}
            </Text>
            <img className={css.code} src={sampleCode} width={120} height={120} alt="" />
            <Small>Scan with any UPI app</Small>
          </Stack>
        </Paper>
      ))}
    </div>
  )
}

const TRIES = [
  {
    tone: 'failed',
    sign: <IconX size={18} />,
    title: 'Attempt 1: declined',
    note: 'Not enough balance in the account',
  },
  { tone: 'created', sign: '2', title: 'Same link, another app', note: 'Retry Payment' },
  {
    tone: 'success',
    sign: <IconCheck size={18} />,
    title: 'Attempt 2: paid',
    note: 'One order, one payment',
  },
] as const

function Retry() {
  return (
    <Stack component="ol" gap={28} w="100%" maw={320} className={`plain-list ${css.steps}`}>
      {TRIES.map(({ tone, sign, title, note }) => (
        <Paper key={title} component="li" withBorder radius="md" p="md" pos="relative">
          <Group wrap="nowrap">
            <Seal tone={tone} size={36} round>
              {sign}
            </Seal>
            <div>
              <strong>{title}</strong>
              <Small>{note}</Small>
            </div>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

function Verification() {
  return (
    <Stack align="center" w="100%" maw={400}>
      <div className={css.match}>
        <Slip name="Order INV-1042">
          <ToneBadge tone="pending">Pending</ToneBadge>
        </Slip>
        <Seal tone="success" size={44} round>
          <IconCheck size={20} />
        </Seal>
        <Slip name="Bank credit">
          <Small>
            <span className="mono">UTR 618402…</span>
          </Small>
        </Slip>
      </div>
      <ToneBadge tone="success">Settled once, with evidence</ToneBadge>
    </Stack>
  )
}

function Slip({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="md" className={css.slip}>
      <Small>{name}</Small>
      <strong>₹499.00</strong>
      {children}
    </Paper>
  )
}

function Settlement() {
  return (
    <Stack align="center" gap={20} w="100%" maw={400}>
      <div className={css.flow}>
        <Party name="Customer" Icon={IconDeviceMobile} />
        <Stack gap={2} align="center">
          <strong>₹499.00</strong>
          <div className={css.line}>
            <IconArrowRight size={20} stroke={2.2} />
          </div>
          <Small>by UPI</Small>
        </Stack>
        <Party name="Your bank" Icon={IconBuildingBank} />
      </div>
      <Group gap="xs" wrap="nowrap" py="xs" px="md" bd="1px dashed var(--galla-control)" bdrs="md" c="dimmed">
        <IconEye size={18} stroke={1.8} />
        Galla only detects the payment
      </Group>
    </Stack>
  )
}

function Party({ name, Icon }: { name: string; Icon: Icon }) {
  return (
    <Paper withBorder radius="lg" fw={600} className={css.node}>
      <Icon size={28} stroke={1.6} color="var(--galla-accent)" />
      <span>{name}</span>
    </Paper>
  )
}

const DAYS = Array.from({ length: 30 }, (_, day) => day)
const EVENTS = ['The power fails', 'The server restarts', 'No order is lost'] as const

function Uptime() {
  return (
    <Box w="100%" maw={380}>
      <Text fz={36} fw={740} lh={1.1} lts="-0.03em">
        99.9%
      </Text>
      <Small>of 30 days: all but 43 minutes</Small>
      <div className={css.days}>
        {DAYS.map((day) => (
          <span key={day} />
        ))}
      </div>
      <Stack component="ol" gap="xs" className={`plain-list ${css.log}`}>
        {EVENTS.map((event) => (
          <Paper key={event} component="li" withBorder radius="md" py="xs" px={14}>
            {event}
          </Paper>
        ))}
      </Stack>
    </Box>
  )
}

const REQUEST = `POST /api/v1/order/create-order
{
  "client_txn_id": "INV-1042",
  "amount": "499.00",
  …
}`
const EVENT = `order.success
{ "status": "success",
  "utr": "618402…" }`

function Calls() {
  return (
    <Box w="100%" maw={400}>
      <pre className={css.program}>{REQUEST}</pre>
      <pre className={`${css.program} ${css.event}`}>{EVENT}</pre>
    </Box>
  )
}

import { IconArrowRight, IconBuildingBank, IconCheck, IconDeviceMobile, IconEye, IconX } from 'virtual:icons'
import { Box, Center, Group, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import type { FeatureName } from '../../components/site/features.ts'
import sampleCode from '../../components/site/sample-code.svg'
import css from './feature-pictures.module.css'

/** Drawn in the page's own colours, so that they follow the theme. None of them is a screenshot, none shows real figures. */
export const FEATURE_PICTURES: Readonly<Record<FeatureName, ComponentType>> = {
  pages: PaymentPages,
  retry: Retry,
  verification: Verification,
  settlement: Settlement,
  uptime: Uptime,
  api: Calls,
}

const SHOPS = [
  { initials: 'SE', name: 'Sharma Electronics', amount: '₹12,499.00' },
  { initials: 'CC', name: 'Chai Corner', amount: '₹499.00' },
] as const

function PaymentPages() {
  return (
    <div className={css.pages}>
      {SHOPS.map(({ initials, name, amount }) => (
        <Stack
          key={name}
          gap={0}
          align="center"
          pos="absolute"
          w={200}
          px="md"
          pt={20}
          pb="md"
          bd="1px solid var(--galla-line)"
          bdrs={18}
          bg="var(--galla-surface)"
          className={css.page}
        >
          <Center component="span" w={36} h={36} bdrs="50%" fz="sm" fw={700} className={css.avatar}>
            {initials}
          </Center>
          <Text span mt={6} fw={600}>
            {name}
          </Text>
          <Text span mb="xs" fz="xl" fw={720} lts="-0.02em" className="tabular">
            {amount}
          </Text>
          <img className={css.code} src={sampleCode} width={120} height={120} alt="" />
          <Box component="span" display="block" c="dimmed" fz="sm">
            Scan with any UPI app
          </Box>
        </Stack>
      ))}
    </div>
  )
}

function Retry() {
  return (
    <Stack component="ol" gap={28} w="100%" maw={320} className={`plain-list ${css.steps}`}>
      <li>
        <Center
          component="span"
          flex="none"
          w={36}
          h={36}
          bdrs="50%"
          fw={700}
          c="var(--galla-failed)"
          bg="var(--galla-failed-soft)"
        >
          <IconX size={18} stroke={2.6} />
        </Center>
        <div>
          <strong>Attempt 1: declined</strong>
          <Box component="span" display="block" c="dimmed" fz="sm">
            Not enough balance in the account
          </Box>
        </div>
      </li>
      <li>
        <Center
          component="span"
          flex="none"
          w={36}
          h={36}
          bdrs="50%"
          fw={700}
          c="var(--galla-accent)"
          bg="var(--galla-created-soft)"
        >
          2
        </Center>
        <div>
          <strong>Same link, another app</strong>
          <Box component="span" display="block" c="dimmed" fz="sm">
            Retry Payment
          </Box>
        </div>
      </li>
      <li>
        <Center
          component="span"
          flex="none"
          w={36}
          h={36}
          bdrs="50%"
          fw={700}
          c="var(--galla-success)"
          bg="var(--galla-success-soft)"
        >
          <IconCheck size={18} stroke={2.6} />
        </Center>
        <div>
          <strong>Attempt 2: paid</strong>
          <Box component="span" display="block" c="dimmed" fz="sm">
            One order, one payment
          </Box>
        </div>
      </li>
    </Stack>
  )
}

function Verification() {
  return (
    <div className={css.match}>
      <Stack
        gap={4}
        align="flex-start"
        bd="1px solid var(--galla-line)"
        bdrs={14}
        bg="var(--galla-surface)"
        className={css.slip}
      >
        <Box component="span" display="block" c="dimmed" fz="sm">
          Order <span className="nowrap">INV-1042</span>
        </Box>
        <strong>₹499.00</strong>
        <Box
          component="span"
          py={1}
          px={10}
          bdrs={8}
          c="var(--galla-pending)"
          bg="var(--galla-pending-soft)"
          fz="xs"
          fw={600}
          lh="20px"
        >
          Pending
        </Box>
      </Stack>
      <Center
        component="span"
        pos="relative"
        w={60}
        h={60}
        ml="-xs"
        bd="8px solid var(--galla-sunken)"
        bdrs="50%"
        c="var(--galla-success)"
        bg="var(--galla-success-soft)"
      >
        <IconCheck size={20} stroke={2.8} />
      </Center>
      <Stack
        gap={4}
        align="flex-start"
        bd="1px solid var(--galla-line)"
        bdrs={14}
        bg="var(--galla-surface)"
        className={css.slip}
      >
        <Box component="span" display="block" c="dimmed" fz="sm">
          Bank credit
        </Box>
        <strong>₹499.00</strong>
        <Box component="span" ff="monospace" fz="xs" lh="22px" c="dimmed">
          UTR 618402…
        </Box>
      </Stack>
      <Box
        component="p"
        mt="lg"
        py={6}
        px="md"
        bdrs="lg"
        c="var(--galla-success)"
        bg="var(--galla-success-soft)"
        fw={600}
        style={{ gridColumn: '1 / -1', justifySelf: 'center' }}
      >
        Settled once, with evidence
      </Box>
    </div>
  )
}

function Settlement() {
  return (
    <div className={css.flow}>
      <Stack
        gap={6}
        align="center"
        justify="center"
        bd="1px solid var(--galla-line)"
        bdrs={18}
        bg="var(--galla-surface)"
        fw={600}
        className={css.place}
      >
        <IconDeviceMobile size={28} stroke={1.6} />
        <span>Customer</span>
      </Stack>
      <Stack gap={2} align="center">
        <strong>₹499.00</strong>
        <Box
          component="span"
          pos="relative"
          display="block"
          w="100%"
          h={20}
          c="var(--galla-accent)"
          className={css.line}
        >
          <IconArrowRight size={20} stroke={2.2} />
        </Box>
        <Box component="span" display="block" c="dimmed" fz="sm">
          by UPI
        </Box>
      </Stack>
      <Stack
        gap={6}
        align="center"
        justify="center"
        bd="1px solid var(--galla-line)"
        bdrs={18}
        bg="var(--galla-surface)"
        fw={600}
        className={css.place}
      >
        <IconBuildingBank size={28} stroke={1.6} />
        <span>Your bank</span>
      </Stack>
      <Group
        gap="xs"
        wrap="nowrap"
        mt={20}
        py="xs"
        px="md"
        bd="1px dashed var(--galla-control)"
        bdrs={12}
        c="dimmed"
        style={{ gridColumn: '1 / -1', justifySelf: 'center' }}
      >
        <IconEye size={18} stroke={1.8} />
        Galla only watches
      </Group>
    </div>
  )
}

const DAYS = Array.from({ length: 30 }, (_, day) => day)

function Uptime() {
  return (
    <Box w="100%" maw={380}>
      <strong className={css.share}>99.9%</strong>
      <Box component="span" display="block" c="dimmed" fz="sm">
        of 30 days: all of them but 43 minutes
      </Box>
      <Box mx={0} mt="md" mb="lg" className={css.days}>
        {DAYS.map((day) => (
          <span key={day} className={day === DAYS.length - 1 ? css.lastDay : css.day} />
        ))}
      </Box>
      <Stack component="ol" gap="xs" className={`plain-list ${css.log}`}>
        <li>The power goes</li>
        <li>The server starts again</li>
        <li>Every order is where it was</li>
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
      <pre className={css.event}>{EVENT}</pre>
    </Box>
  )
}

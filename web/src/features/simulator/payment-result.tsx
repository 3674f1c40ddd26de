import { IconCheck, IconClock, IconX } from 'virtual:icons'
import type { Payment } from '@galla/upi/link'
import { displayRupees } from '@galla/upi/rupees'
import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { Seal } from '../../components/feedback/seal.tsx'
import { payPath } from '../../paths.ts'
import { type OutcomeWords, orderIdOf } from './simulated-payment.ts'
import css from './simulator-page.module.css'

const ICONS = { success: IconCheck, pending: IconClock, failed: IconX } as const

interface PaymentResultProps {
  readonly payment: Payment
  readonly outcome: Omit<OutcomeWords, 'label'>
  readonly utr: string | null
  readonly secondUtr: string | undefined
  readonly onAgain: () => void
  readonly onOther: () => void
}

export function PaymentResult({ payment, outcome, utr, secondUtr, onAgain, onOther }: PaymentResultProps) {
  const Icon = ICONS[outcome.tone]
  const orderId = orderIdOf(payment)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const utrs = [utr, secondUtr].filter((text) => text !== null && text !== undefined)
  return (
    <Stack gap={0} align="center" flex={1} px="lg" pt={64} pb="lg" ta="center">
      <Seal tone={outcome.tone} size={84} round mb="lg">
        <Icon size={40} stroke={2.4} />
      </Seal>
      <h2 ref={heading} tabIndex={-1}>
        {outcome.done}
      </h2>
      <Text mt={4} fz={36} fw={720} lh={1.2} lts="-0.03em" className="tabular">
        {displayRupees(payment.amount)}
      </Text>
      <p className="muted">asked by {payment.payeeName || payment.payeeVpa}</p>
      <Box component="dl" w="100%" my="lg" style={{ borderTop: '1px solid var(--galla-line)' }}>
        {utrs.map((text, i) => (
          <Line key={text} name={i === 0 ? 'UTR' : 'Second UTR'}>
            <span className="mono">{text}</span>
            <CopyIcon text={text} what="UTR" />
          </Line>
        ))}
        <Line name="UPI ID">
          <span>
            <AddressText address={payment.payeeVpa} />
          </span>
        </Line>
      </Box>
      <Stack gap="xs" w="100%" mt="auto">
        {orderId !== undefined && (
          <Button component="a" href={payPath(orderId)} h={48} fz={16} fullWidth>
            Back to the payment page
          </Button>
        )}
        <SimpleGrid cols={2} spacing="xs" w="100%">
          <Button variant="default" h={44} onClick={onAgain}>
            Pay again
          </Button>
          <Button variant="default" h={44} onClick={onOther}>
            Another link
          </Button>
        </SimpleGrid>
      </Stack>
    </Stack>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap" mih={44} className={css.line}>
      <Box component="dt" flex="none" c="dimmed">
        {name}
      </Box>
      <Group component="dd" gap={0} wrap="nowrap" ta="right" className="breaks">
        {children}
      </Group>
    </Group>
  )
}

import { IconCheck, IconClock, IconX } from 'virtual:icons'
import type { Payment } from '@galla/upi/link'
import { displayRupees } from '@galla/upi/rupees'
import { Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
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
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const utrs = [utr, secondUtr].filter((text) => text !== null && text !== undefined)
  return (
    <Stack gap={0} align="center" flex={1} px="lg" pt={64} pb="lg" ta="center" className={css.result}>
      <span className={`${css.seal} ${css[outcome.tone]}`}>
        <Icon size={40} stroke={2.4} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {outcome.done}
      </h2>
      <Text fw={720} lh={1.2} lts="-0.03em" className={`tabular ${css.amount}`}>
        {displayRupees(payment.amount)}
      </Text>
      <p className="muted">asked by {payment.payeeName || payment.payeeVpa}</p>
      <Box component="dl" w="100%" my="lg" mx={0} style={{ borderTop: '1px solid var(--galla-line)' }}>
        {utrs.map((text, i) => (
          <Group
            key={text}
            gap="sm"
            justify="space-between"
            wrap="nowrap"
            mih={44}
            style={{ borderBottom: '1px solid var(--galla-line)' }}
          >
            <Box component="dt" flex="none" c="dimmed">
              {i === 0 ? 'UTR' : 'Second UTR'}
            </Box>
            <Group className="breaks mono" component="dd" gap={0} wrap="nowrap" ta="right">
              {text}
              <CopyIcon text={text} what="UTR" />
            </Group>
          </Group>
        ))}
        <Group
          gap="sm"
          justify="space-between"
          wrap="nowrap"
          mih={44}
          style={{ borderBottom: '1px solid var(--galla-line)' }}
        >
          <Box component="dt" flex="none" c="dimmed">
            UPI ID
          </Box>
          <Group component="dd" gap={0} wrap="nowrap" ta="right" className="breaks">
            <span>
              <AddressText address={payment.payeeVpa} />
            </span>
          </Group>
        </Group>
      </Box>
      <Stack gap="xs" w="100%" mt="auto">
        {orderId !== undefined && (
          <Button component="a" href={payPath(orderId)} h={48} fz={16} fullWidth>
            Back to the payment page
          </Button>
        )}
        <SimpleGrid cols={2} spacing="xs" w="100%">
          <Button variant="default" h={44} onClick={onAgain}>
            Act again
          </Button>
          <Button variant="default" h={44} onClick={onOther}>
            Another link
          </Button>
        </SimpleGrid>
      </Stack>
    </Stack>
  )
}

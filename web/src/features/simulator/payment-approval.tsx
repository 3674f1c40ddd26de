import { IconArrowLeft } from 'virtual:icons'
import type { SimulatorOutcome } from '@galla/contract/orders/payment-page'
import type { Payment } from '@galla/upi/link'
import { displayRupees } from '@galla/upi/rupees'
import { ActionIcon, Box, Center, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { AddressText } from '../../components/display/address-text.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { ActionButton } from '../../components/form/action-button.tsx'
import { OTHER_OUTCOMES, type OutcomeWords, PAY } from './simulated-payment.ts'
import css from './simulator-page.module.css'

const WORDS = { failed: 'The simulator could not pay', unreachable: 'Something went wrong while paying' }

interface PaymentApprovalProps {
  readonly payment: Payment
  readonly running: SimulatorOutcome | undefined
  readonly error: Error | null
  readonly onAct: (outcome: Omit<OutcomeWords, 'label'>) => void
  readonly onBack: () => void
}

export function PaymentApproval({ payment, running, error, onAct, onBack }: PaymentApprovalProps) {
  const busy = running !== undefined
  return (
    <>
      <Group gap={4} wrap="nowrap" h={64} pl="sm" pr="md" pt="xs" pb={0} fz="md" className={css.bar}>
        <ActionIcon variant="subtle" size={40} c="var(--galla-text)" aria-label="Back" onClick={onBack}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <strong>Approve payment</strong>
      </Group>
      <Stack gap={0} align="center" justify="center" flex={1} px="lg" pt="xs" pb="lg" ta="center">
        <Center
          component="span"
          w={64}
          h={64}
          bdrs="50%"
          c="var(--galla-on-accent)"
          bg="var(--galla-accent)"
          fz="xl"
          fw={700}
          aria-hidden
        >
          {payment.payeeName.trim().charAt(0).toUpperCase() || '₹'}
        </Center>
        <p className={css.to}>Paying</p>
        <h2 className={css.payee}>{payment.payeeName || payment.payeeVpa}</h2>
        <Group component="p" gap={4} wrap="nowrap" display="inline-flex" c="dimmed" className="breaks">
          <span>
            <AddressText address={payment.payeeVpa} />
          </span>
        </Group>
        <Text fw={720} lh={1.2} lts="-0.03em" className={`tabular ${css.amount}`}>
          {displayRupees(payment.amount)}
        </Text>
        {payment.note !== undefined && (
          <Box component="p" py={6} px={14} bdrs="lg" bg="var(--galla-sunken)" mt="sm" className="breaks">
            {payment.note}
          </Box>
        )}
        <p className={css.reference}>Ref {payment.reference}</p>
      </Stack>
      <Stack gap="sm" p={20} bg="var(--galla-background)" className={css.sheet}>
        {error !== null && <Banner tone="failed" message={failureMessage(error, WORDS)} />}
        <ActionButton
          h={52}
          fz={16}
          fullWidth
          busy={running === PAY.outcome}
          busyLabel={PAY.busy}
          disabled={busy}
          onClick={() => onAct(PAY)}
        >
          Pay {displayRupees(payment.amount)}
        </ActionButton>
        <p className={css.or}>or let something else happen</p>
        <SimpleGrid cols={2} spacing="xs" w="100%">
          {OTHER_OUTCOMES.map((outcome) => (
            <ActionButton
              key={outcome.outcome}
              variant="default"
              h={44}
              px={8}
              title={outcome.hint}
              busy={running === outcome.outcome}
              busyLabel={outcome.busy}
              disabled={busy}
              onClick={() => onAct(outcome)}
            >
              {outcome.label}
            </ActionButton>
          ))}
        </SimpleGrid>
      </Stack>
    </>
  )
}

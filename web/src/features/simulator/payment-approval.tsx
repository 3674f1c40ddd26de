import type { SimulatorOutcome } from '@galla/contract/payment-page/payment-page'
import type { Payment } from '@galla/upi/link'
import { displayRupees } from '@galla/upi/rupees'
import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { AddressText } from '../../components/display/address-text.tsx'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { Seal } from '../../components/feedback/seal.tsx'
import { AppBar } from './app-parts.tsx'
import { OTHER_OUTCOMES, type OutcomeWords, PAY } from './simulated-payment.ts'
import css from './simulator-page.module.css'

interface PaymentApprovalProps {
  readonly payment: Payment
  readonly running: SimulatorOutcome | undefined
  readonly error: Error | null
  readonly onAct: (outcome: Omit<OutcomeWords, 'label'>) => void
  readonly onBack: () => void
}

export function PaymentApproval({ payment, running, error, onAct, onBack }: PaymentApprovalProps) {
  return (
    <>
      <AppBar title="Approve payment" onBack={onBack} />
      <Asked payment={payment} />
      <Stack gap="sm" p={20} bg="var(--galla-background)" className={css.sheet}>
        {error !== null && (
          <Banner tone="failed" message={failureMessage(error, 'The simulator could not pay')} />
        )}
        <ActionButton
          h={52}
          fz={16}
          fullWidth
          busy={running === PAY.outcome}
          busyLabel={PAY.busy}
          disabled={running !== undefined}
          onClick={() => onAct(PAY)}
        >
          Pay {displayRupees(payment.amount)}
        </ActionButton>
        <Text ta="center" c="dimmed" fz="xs">
          or choose another outcome
        </Text>
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
              disabled={running !== undefined}
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

/** The payee and the amount. */
function Asked({ payment: { payeeName, payeeVpa, amount, note, reference } }: { payment: Payment }) {
  return (
    <Stack gap={0} align="center" justify="center" flex={1} px="lg" pt="xs" pb="lg" ta="center">
      <Seal tone="created" size={64} round fz="xl" aria-hidden>
        {payeeName.trim().charAt(0).toUpperCase() || '₹'}
      </Seal>
      <Text mt="sm" c="dimmed">
        Paying
      </Text>
      <Title order={2} fz="lg" fw={650} className="breaks">
        {payeeName || payeeVpa}
      </Title>
      <Text c="dimmed" className="breaks">
        <AddressText address={payeeVpa} />
      </Text>
      <Text mt={20} fz={36} fw={720} lh={1.2} lts="-0.03em" className="tabular">
        {displayRupees(amount)}
      </Text>
      {note !== undefined && (
        <Text mt="sm" py={6} px={14} bdrs="lg" bg="var(--galla-sunken)" className="breaks">
          {note}
        </Text>
      )}
      <Text mt="sm" c="dimmed" fz="xs" className="mono">
        Ref {reference}
      </Text>
    </Stack>
  )
}

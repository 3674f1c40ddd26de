import { IconFlask, IconMail } from 'virtual:icons'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callEndpoint } from '../../api/api.ts'
import { Notice } from '../../components/feedback/notice.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { outboxQuery } from '../../queries/outbox-query.ts'
import { LinkEntry } from './link-entry.tsx'
import { PaymentApproval } from './payment-approval.tsx'
import { PaymentResult } from './payment-result.tsx'
import { type OutcomeWords, readPayLink } from './simulated-payment.ts'
import css from './simulator-page.module.css'

/** Only a development server has an outbox, and only for requests from its own machine. */
function OutboxLink() {
  const { data } = useQuery(outboxQuery)
  if (data === undefined || data === null) return null
  return (
    <Group gap="xs" wrap="nowrap" mih={36} mt="sm">
      <IconMail color="var(--galla-accent)" />
      <Link to={paths.outbox}>Emails that would be sent ({displayCount(data.length)})</Link>
    </Group>
  )
}

type ChosenOutcome = Omit<OutcomeWords, 'label'>

/** A simulated UPI app that moves no money, for trying every outcome of a payment. */
export function SimulatorPage() {
  useTabTitle('UPI simulator')
  const [search, setSearch] = useSearchParams()
  const link = search.get('upi') ?? ''
  const payment = link === '' ? undefined : readPayLink(link)
  const [outcome, setOutcome] = useState<ChosenOutcome>()
  const pay = useMutation({
    mutationFn: ({ outcome }: ChosenOutcome) => callEndpoint(simulatorPay, { body: { upi: link, outcome } }),
  })
  const open = (upi: string) => {
    pay.reset()
    setOutcome(undefined)
    setSearch(upi === '' ? {} : { upi })
  }
  const act = (chosen: ChosenOutcome) => {
    setOutcome(chosen)
    pay.mutate(chosen)
  }
  return (
    <div className={`glow ${css.stage}`}>
      <Intro />
      <Phone>
        {payment === undefined && <LinkEntry link={link} wrong={link !== ''} onOpen={open} />}
        {payment !== undefined && (pay.data === undefined || outcome === undefined) && (
          <PaymentApproval
            payment={payment}
            running={pay.isPending ? outcome?.outcome : undefined}
            error={pay.error}
            onAct={act}
            onBack={() => open('')}
          />
        )}
        {payment !== undefined && pay.data !== undefined && outcome !== undefined && (
          <PaymentResult
            payment={payment}
            outcome={outcome}
            utr={pay.data.data.utr}
            secondUtr={pay.data.data.secondUtr}
            onAgain={() => pay.reset()}
            onOther={() => open('')}
          />
        )}
      </Phone>
    </div>
  )
}

const Phone = ({ children }: { children: ReactNode }) => (
  <Box
    w={{ base: '100%', sm: 384 }}
    p={{ base: 0, sm: 10 }}
    bdrs={{ base: 'xl', sm: 44 }}
    bg={{ base: 'none', sm: '#0b0d11' }}
    className={css.phone}
  >
    <Stack
      gap={0}
      bg="var(--galla-surface)"
      mih={{ base: 600, sm: 700 }}
      bdrs={{ base: 0, sm: 34 }}
      style={{ overflow: 'hidden' }}
    >
      {children}
    </Stack>
  </Box>
)

const Intro = () => (
  <div className={css.intro}>
    <h1>UPI simulator</h1>
    <Text mt="sm" c="dimmed" fz="md" visibleFrom="xs">
      Acts as a customer's UPI app. Pay your test orders here, with every way a payment can succeed or fail,
      and watch your orders, payment page and webhook.
    </Text>
    <Notice tone="pending" Icon={IconFlask} mt="md" w="fit-content" c="var(--galla-pending)" fw={600}>
      Test mode: no real money moves
    </Notice>
    <OutboxLink />
  </div>
)

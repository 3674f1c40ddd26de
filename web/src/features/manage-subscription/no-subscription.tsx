import { IconCalendarOff } from 'virtual:icons'
import type { TrialLeft } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Center, Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import { displayCount } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import css from './subscription-card.module.css'
import { UsageBar } from './usage-bar.tsx'

export function NoSubscription({ trial: { trialLimit, trialRemaining } }: { trial: TrialLeft }) {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      className={css.none}
      aria-label="Your plan"
    >
      <Center component="span" w={52} h={52} bdrs="lg" c="var(--galla-accent)" bg="var(--galla-created-soft)">
        <IconCalendarOff size={24} stroke={1.7} aria-hidden />
      </Center>
      <div className={css.noneText}>
        <h2>No Active Subscription</h2>
        <Text mt={2} c="dimmed">
          {trialRemaining > 0
            ? 'Live orders use your free trial. It has no end date.'
            : 'Your free trial is used up. Choose a plan to accept live payments.'}
        </Text>
        <Button component={Link} to={paths.newSubscription} h={40} mt={16}>
          View Plans
        </Button>
      </div>
      <Box py="md" px={20} bdrs="md" bg="var(--galla-background)" fw={550} className={css.trial}>
        <p>
          Free trial: {displayCount(trialRemaining)} of {displayCount(trialLimit)} QR requests left
        </p>
        <UsageBar used={trialLimit - trialRemaining} limit={trialLimit} label="Free trial used" />
      </Box>
    </Paper>
  )
}

import type { TrialLeft } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { displayCount } from '../../format/indian-display.ts'
import { paths } from '../../paths.ts'
import { UsageBar } from './usage-bar.tsx'

export function NoSubscription({ trial: { trialLimit, trialRemaining } }: { trial: TrialLeft }) {
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} aria-label="Your plan">
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2} fz="md">
            No Active Subscription
          </Title>
          <Text mt={2} c="dimmed">
            {trialRemaining > 0
              ? 'Live orders use your free trial. It has no end date.'
              : 'Your free trial is used up. Choose a plan to accept live payments.'}
          </Text>
        </div>
        <Box w="100%" maw={420} fw={550}>
          <Text mb="xs">
            Free trial: {displayCount(trialRemaining)} of {displayCount(trialLimit)} QR requests left
          </Text>
          <UsageBar used={trialLimit - trialRemaining} limit={trialLimit} label="Free trial used" />
        </Box>
        <Button component={Link} to={paths.newSubscription} h={40}>
          View Plans
        </Button>
      </Stack>
    </Paper>
  )
}

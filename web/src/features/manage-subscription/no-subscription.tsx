import type { TrialLeft } from '@galla/contract/subscriptions/subscriptions'
import { Box, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { UsageBar } from './usage-bar.tsx'

export function NoSubscription({ trial: { trialLimit, trialRemaining } }: { trial: TrialLeft }) {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      aria-label={t('Your plan')}
    >
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2} fz="md">
            {t('No Active Subscription')}
          </Title>
          <Text mt={2} c="dimmed">
            {trialRemaining > 0
              ? t('Live orders use your free trial, which does not expire.')
              : t('Your free trial is used up. Choose a plan to accept live payments.')}
          </Text>
        </div>
        <Box w="100%" maw={420} fw={550}>
          <Text mb="xs">
            {t('Free trial: {trialRemaining} of {trialLimit} QR requests left', {
              trialRemaining: displayCount(trialRemaining),
              trialLimit: displayCount(trialLimit),
            })}
          </Text>
          <UsageBar used={trialLimit - trialRemaining} limit={trialLimit} label={t('Free trial used')} />
        </Box>
        <Button component={Link} to={paths.newSubscription}>
          {t('View Plans')}
        </Button>
      </Stack>
    </Paper>
  )
}

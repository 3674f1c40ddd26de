import type { AccountKind } from '@galla/upi/network-rules'
import { Box } from '@mantine/core'
import { More } from '../../components/display/more.tsx'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { t } from '../../locales/translate.ts'

// Out of the first load: few people open it.
const NetworkRulesList = lazyPart(async () => (await import('./network-rules-list.tsx')).NetworkRulesList, {
  failed: t('This could not be loaded'),
})

export const NetworkRules = ({ kind }: { kind: AccountKind }) => (
  <More summary={t('UPI rules for this kind of account')}>
    <Box pb="sm">
      <NetworkRulesList kind={kind} />
    </Box>
  </More>
)

import {
  listUnknownReversals,
  markReversalSeen,
  type UnknownReversal,
} from '@galla/contract/reconciliation/reversals'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { Quote } from '../../components/display/quote.tsx'
import { When } from '../../components/display/when.tsx'
import { useAction } from '../../components/form/use-action.ts'
import detail from '../../components/layout/detail.module.css'
import { SOURCE_LABELS } from '../../format/case-labels.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useMay } from '../../session/may.ts'
import { useUser } from '../../session/session.tsx'

const REFRESH_MS = 20_000
const FAILURE = {
  failed: t('This could not be marked as seen'),
  unreachable: t('This could not be marked as seen. Please try again.'),
}

/** Reversals of payments that Galla does not know, for the merchant to look up. */
export function UnknownReversals() {
  const { mode } = useUser()
  const { data = [] } = useData(
    queryKeys.cases.unknownReversals(mode),
    listUnknownReversals,
    {},
    { refetchInterval: REFRESH_MS },
  )
  if (data.length === 0) return null
  return (
    <Box component="section" p={20} aria-labelledby="unknown-reversals">
      <Title id="unknown-reversals" order={2} fz="md">
        {t('Reversals of unknown payments')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('The bank did not name a payment that Galla has recorded. Ask your bank which payment it is.')}
      </Text>
      <ul className={detail.boxes}>
        {data.map((reversal) => (
          <Unknown
            key={`${reversal.accountId} ${reversal.source} ${reversal.sourceKey}`}
            reversal={reversal}
          />
        ))}
      </ul>
    </Box>
  )
}

function Unknown({ reversal }: { reversal: UnknownReversal }) {
  const { accountId, source, sourceKey, utr, amount, at, words, mayBeRepeated } = reversal
  const seen = useAction({
    act: () => callEndpoint(markReversalSeen, { body: { accountId, source, sourceKey } }),
    failed: FAILURE,
    done: t('Marked as seen'),
    refreshes: queryKeys.cases.all,
  })
  const may = useMay()
  return (
    <li className={detail.box}>
      <Group justify="space-between" gap="8px 16px">
        <Stack gap={0} miw={0}>
          <Text fw={650} className="tabular">
            {amount === null ? t('Amount unknown') : displayAmount(amount)}
          </Text>
          <Text c="dimmed">
            {SOURCE_LABELS[source]} · <When at={at} /> · {utr === null ? t('no UTR') : `UTR ${utr}`}
          </Text>
        </Stack>
        {may('POST /user/unknown-reversals/seen') && (
          <Button variant="default" loading={seen.isPending} onClick={() => seen.mutate()}>
            {t('Mark as seen')}
          </Button>
        )}
      </Group>
      {words !== null && <Quote text={[words]} />}
      {mayBeRepeated && (
        <Text c="dimmed">
          {t(
            'An alert and a statement report this amount within a few days of each other. It may be one payment or two.',
          )}
        </Text>
      )}
    </li>
  )
}

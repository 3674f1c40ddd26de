import type { MerchantAccount } from '@galla/contract/payment-accounts/accounts'
import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../locales/translate.ts'
import { paths } from '../../../paths.ts'
import { useAlertSource, useNewAddress } from '../alerts/alert-source-query.ts'
import { heardBy, heardWords, WAYS, type Way, wayIn } from './ways.ts'

export const WAY_NAMES = {
  sms: t('SMS of the bank'),
  app: t('A business app'),
  email: t('E-mail of the bank'),
  none: t('Not at all'),
} as const satisfies Record<Way, string>

interface ScreenProps {
  readonly account: MerchantAccount
  readonly way: Way | undefined
  readonly onDone: (way: Way) => void
}

/** Screen 2: where payments show up today, and of how many Galla will hear there. */
export function WaysScreen({ account, way, onDone }: ScreenProps) {
  const [chosen, setChosen] = useState(way ?? 'sms')
  const source = useAlertSource()
  const make = useNewAddress(t('Alert address created'))
  const next = () => {
    // The code of the next screen contains it.
    if (chosen !== 'email' && source.data?.alertUrl === null) make.mutate()
    onDone(chosen)
  }
  const shop = { upiId: account.merchantUpiId, provider: account.merchantProvider }
  return (
    <Stack align="flex-start">
      <Radio.Group
        label={t('Galla will hear of them:')}
        value={chosen}
        onChange={(value) => setChosen(wayIn(value) ?? 'sms')}
      >
        <Stack mt="sm">
          {WAYS.map((each) => (
            <Radio
              key={each}
              name="way"
              value={each}
              label={WAY_NAMES[each]}
              description={heardWords(heardBy(each, shop))}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen === 'none' ? (
        <Button component={Link} to={paths.importStatement}>
          {t('Import statement')}
        </Button>
      ) : (
        <Button onClick={next}>{t('Next')}</Button>
      )}
    </Stack>
  )
}
